import { wholeRow } from '@quoin/core/sources/own-columns.ts'
import type { OfferPlan } from '@quoin/core/sources/plan-offer.ts'
import { tellCount } from '@quoin/core/audit/tell-value.ts'
import { noCounts, type RunCounts } from '@quoin/core/sources/source.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Source } from '../../store/sources/sources.ts'
import type { SourceOffer } from '../../store/sources/source-offers.ts'
import { noteChange } from '../audit/note-change.ts'
import { lockFor } from '../catalogue/edit-offers/apply-edit.ts'
import { writeOffers } from '../catalogue/import-offers.ts'
import { openFedReader } from './read-fed.ts'
import { planBatch, stagedBatches } from './stage-offers.ts'

type ApplyNeeds = Pick<Ports, 'db' | 'store' | 'clock'>

interface AppliedRun {
  readonly source: Source
  readonly network: Network
  readonly runId: number
  readonly actor: string
}

/**
 * Writes what a run changes, in the transaction of whoever holds its source: other processes see all of it or nothing.
 * Each offer is planned anew by what is there now, with other writers of offers waiting: what a person has changed since stays.
 */
export async function applyRun(
  needs: ApplyNeeds,
  tx: Db,
  { source, network, runId, actor }: AppliedRun,
): Promise<{ readonly isChange: boolean; readonly counts: RunCounts }> {
  const { store, clock } = needs
  // In the order of everybody else who writes offers: caps first, since conversions wait for them.
  const isCapNew = await store.runOffers.hasNewCap(tx, { runId, networkId: network.id })
  await lockFor(needs, tx, isCapNew)
  const reader = await openFedReader(needs, tx, { source, network })
  const staging = { sourceId: source.id, networkId: network.id, runId, reader }
  let written = 0
  for await (const batch of stagedBatches(needs, tx, { runId })) {
    const { known, plans } = await planBatch(needs, tx, { ...staging, batch })
    written += await writeBatch(needs, tx, { source, network, runId, known, plans })
  }
  await store.sourceOffers.countMissing(tx, source.id, runId)
  const counts = { ...noCounts, ...(await store.runOffers.countVerdicts(tx, runId)) }
  await store.runOffers.deleteSame(tx, runId)
  await store.runOffers.forgetFed(tx, runId)
  const isChange = written > 0
  await store.sourceRuns.markApplied(tx, { id: runId, actor, counts, isChange, nowMs: clock.nowMs() })
  await store.sourceRuns.replaceWaiting(tx, source.id, runId)
  if (!isChange) return { isChange, counts }
  await noteChange({ ...needs, actor }, tx, {
    action: 'source.applied',
    object: `source:${source.id}`,
    details: { name: source.name, networkId: network.id, runId, offers: tellCount(written, 'offer') },
  })
  await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
  return { isChange, counts }
}

interface WrittenBatch {
  readonly source: Source
  readonly network: Network
  readonly runId: number
  readonly known: ReadonlyMap<string, SourceOffer>
  readonly plans: ReadonlyMap<string, OfferPlan>
}

/** Writes a batch; returns how many offers are not as they were. */
async function writeBatch(
  needs: ApplyNeeds,
  tx: Db,
  { source, network, runId, known, plans }: WrittenBatch,
): Promise<number> {
  const { store } = needs
  const planned = [...plans].map(([externalId, plan]) => {
    const { verdict, reasons, changes, own, offer } = plan
    const before = offer === undefined ? null : beforeOf(known.get(externalId), changes)
    return { externalId, verdict, reasons, changes, own, before }
  })
  const offers = [...plans.values()].flatMap(({ offer }) => (offer === undefined ? [] : [offer]))
  if (offers.length > 0) await writeOffers(needs, tx, { network, offers })
  const given = [...plans].flatMap(([externalId, plan]) =>
    plan.given === undefined ? [] : [{ externalId, given: plan.given }],
  )
  if (given.length > 0) await store.sourceOffers.upsertGiven(tx, source.id, given)
  await store.runOffers.updatePlanned(tx, runId, planned)
  return offers.length
}

/** The columns of an offer that change, as they were; a row of null was not there. */
function beforeOf(known: SourceOffer | undefined, changes: OfferPlan['changes']) {
  if (known === undefined) return { row: null }
  const { fileStatus, ...stored } = known.stored
  const row = wholeRow({ ...stored, status: fileStatus })
  return { row: Object.fromEntries(changes.map(({ field }) => [field, row[field]])) }
}
