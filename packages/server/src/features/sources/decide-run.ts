import { invalidRequest, notFound } from '@quoin/core/errors.ts'
import { asWritten } from '@quoin/core/offers/foreign-amounts.ts'
import { offerFields, type OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { rowOfOffer } from '@quoin/core/offers/row-of-offer.ts'
import { leaseMs, undoableDays, type Verdict } from '@quoin/core/sources/source.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { Db } from '../../store/pg/database.ts'
import type { SourceOffer } from '../../store/sources/source-offers.ts'
import type { SourceRun } from '../../store/sources/source-runs.ts'
import type { Source } from '../../store/sources/sources.ts'
import type { WrittenByRun } from '../../store/sources/run-offers.ts'
import { noteChange } from '../audit/note-change.ts'
import { lockFor } from '../catalogue/edit-offers/apply-edit.ts'
import { writeOffers } from '../catalogue/import-offers.ts'
import { applyRun } from './apply-run.ts'
import { type FedReader, openFedReader } from './read-fed.ts'
import type { RunNeeds } from './held-run.ts'

interface Decided {
  readonly runId: number
  readonly actor: string
}

type DecideNeeds = Pick<RunNeeds, 'db' | 'store' | 'clock' | 'newId' | 'snapshots'>

/** Lets a run that waits count. Throws RESOURCE_NOT_FOUND, and INVALID_REQUEST for one that does not wait any more. */
export async function applyWaiting(needs: DecideNeeds, { runId, actor }: Decided): Promise<void> {
  await withHeldRun(needs, runId, async (tx, { run, source, network }) => {
    if (run.state !== 'waiting') throw invalidRequest(`The run does not wait: it is ${run.state}.`)
    await applyRun(needs, tx, { source, network, runId, actor })
  })
}

/** Leaves a run that waits aside: the offers stay as they are, and the next run is judged anew. */
export async function discardWaiting(needs: DecideNeeds, { runId, actor }: Decided): Promise<void> {
  await withHeldRun(needs, runId, async (tx, { run, source }) => {
    if (run.state !== 'waiting') throw invalidRequest(`The run does not wait: it is ${run.state}.`)
    await needs.store.sourceRuns.replaceWaiting(tx, source.id, 0)
    const details = { networkId: source.networkId, name: source.name, runId }
    await noteChange({ ...needs, actor }, tx, {
      action: 'source.run_discarded',
      object: `source:${source.id}`,
      details,
    })
  })
}

interface UndoneRun {
  /** Offers that are as they were before the run. */
  readonly putBack: number
  /** Offers of which something stays: a person, or a later run, has changed it since. */
  readonly stayed: number
}

/**
 * Takes a run back, within thirty days and once: columns that are still as it left them are as they were before, and offers
 * that were new are paused. The next run would bring it all again, so that its source may be paused with it.
 */
export async function undoRun(
  needs: DecideNeeds,
  { runId, actor, isPausing }: Decided & { readonly isPausing: boolean },
): Promise<UndoneRun> {
  return await withHeldRun(needs, runId, async (tx, { run, source, network }) => {
    const { store, clock } = needs
    const nowMs = clock.nowMs()
    if (run.state === 'undone') throw invalidRequest('It was taken back already: nothing was changed.')
    if (run.state !== 'applied' || run.appliedAtMs === null)
      throw invalidRequest('The run has changed nothing: there is nothing to take back.')
    if (nowMs > run.appliedAtMs + undoableDays * dayMs)
      throw invalidRequest(`It was applied more than ${undoableDays} days ago: nothing was changed.`)
    await lockFor(needs, tx, false)
    const reader = await openFedReader({ ...needs }, tx, { source, network })
    const counts = await putBackAll(needs, tx, { runId, source, network, reader })
    await store.sourceRuns.markUndone(tx, { id: runId, actor, nowMs, ...counts })
    if (isPausing && source.pausedAtMs === null) {
      await store.sources.updateSource(tx, source.id, { ...source, pausedAtMs: nowMs })
    }
    const details = { networkId: network.id, name: source.name, runId, ...counts }
    await noteChange({ ...needs, actor }, tx, {
      action: 'source.undone',
      object: `source:${source.id}`,
      details,
    })
    await store.snapshotVersions.bumpSnapshot(tx, 'catalogue')
    return counts
  })
}

interface HeldRun {
  readonly run: SourceRun
  readonly source: Source
  readonly network: Network
}

/** Works on a run while nobody else works on its source. */
async function withHeldRun<T>(
  needs: DecideNeeds,
  runId: number,
  work: (tx: Db, held: HeldRun) => Promise<T>,
): Promise<T> {
  const { db, store, newId, snapshots } = needs
  const found = await store.sourceRuns.findRun(db, runId)
  if (found === undefined) throw notFound(`There is no run ${runId}.`)
  const lease = newId()
  const taken = await store.sources.takeSource(db, { id: found.sourceId, lease, leaseMs })
  if (taken === undefined) throw invalidRequest('A run of the source is under way: wait until it has ended.')
  try {
    return await db.transaction(async (tx) => {
      const source = await store.sources.lockLeased(tx, { id: taken.id, lease })
      const run = await store.sourceRuns.lockRun(tx, runId)
      const network = await store.networks.findNetwork(tx, taken.networkId)
      if (source === undefined || run === undefined || network === undefined)
        throw invalidRequest('The source has been changed meanwhile: try again.')
      return await work(tx, { run, source, network })
    })
  } finally {
    const { failures, nextRunAtMs } = taken
    const left = { id: taken.id, lease, takenRunAtMs: nextRunAtMs, failures, nextRunAtMs, validators: null }
    await store.sources.leaveSource(db, left)
    await snapshots.refresh('catalogue')
  }
}

const batchSize = 500

interface PutBack extends Omit<HeldRun, 'run'> {
  readonly runId: number
  readonly reader: FedReader
}

async function putBackAll(needs: DecideNeeds, tx: Db, undone: PutBack): Promise<UndoneRun> {
  const { store } = needs
  let after = ''
  let [putBack, stayed] = [0, 0]
  for (;;) {
    const written = await store.runOffers.listWritten(tx, { runId: undone.runId, after, limit: batchSize })
    const last = written.at(-1)
    if (last === undefined) return { putBack, stayed }
    const counts = await putBackBatch(needs, tx, { ...undone, written })
    putBack += counts.putBack
    stayed += counts.stayed
    after = last.externalId
  }
}

async function putBackBatch(
  needs: DecideNeeds,
  tx: Db,
  { runId, source, network, reader, written }: PutBack & { readonly written: readonly WrittenByRun[] },
): Promise<UndoneRun> {
  const { store } = needs
  const externalIds = written.map(({ externalId }) => externalId)
  const asked = { sourceId: source.id, networkId: network.id, externalIds }
  const known = new Map(
    (await store.sourceOffers.listSourceOffers(tx, asked)).map((one) => [one.externalId, one]),
  )
  const later = await store.runOffers.listLaterVerdicts(tx, { sourceId: source.id, runId, externalIds })
  const backs = written.flatMap((one) => {
    const { externalId, verdict } = one
    const offer = known.get(externalId)
    const staysPaused = [verdict, later.get(externalId)].some(
      (said) => said !== undefined && pausing.has(said),
    )
    return offer === undefined ? [] : [{ externalId, ...backOf({ ...one, staysPaused }, offer, reader) }]
  })
  const offers = backs.flatMap(({ offer }) => (offer === undefined ? [] : [offer]))
  if (offers.length > 0) await writeOffers(needs, tx, { network, offers })
  const given = backs.flatMap(({ externalId, given: row }) =>
    row === undefined ? [] : [{ externalId, given: row }],
  )
  await store.sourceOffers.upsertGiven(tx, source.id, given)
  const stayed = backs.filter(({ isWhole }) => !isWhole).length
  return { putBack: backs.length - stayed, stayed }
}

interface Back {
  readonly offer?: OfferInput
  /** The row of the source as if the run had not been: its next value is written again. */
  readonly given?: Row
  readonly isWhole: boolean
}

type Row = Readonly<Record<string, unknown>>

/** Outcomes after which nobody but the network, or a person who says so, shows an offer again. */
const pausing: ReadonlySet<Verdict> = new Set(['forbidden', 'not_approved', 'ended'])

/** An offer with the columns as they were that are still as a run left them. */
function backOf(
  {
    before,
    changes,
    staysPaused,
  }: Pick<WrittenByRun, 'before' | 'changes'> & { readonly staysPaused: boolean },
  { stored: { fileStatus, ...stored }, given }: SourceOffer,
  { read }: FedReader,
): Back {
  const now = { ...stored, status: fileStatus }
  const row = rowOfOffer(now)
  if (before.row === null) return pausedAgain(row, given, { read })
  const shown = asWritten(now)
  const isOurs = ({ field, after }: (typeof changes)[number]): boolean =>
    offerFields[field].show(shown) === after && !(field === 'status' && staysPaused)
  const old = before.row
  const cells = Object.fromEntries(changes.filter(isOurs).map(({ field }) => [field, old[field]]))
  const back = read({ ...row, ...cells })
  if (!back.ok) return { isWhole: false }
  return { offer: back.offer, given: { ...given, ...cells }, isWhole: changes.every(isOurs) }
}

/** A new offer is paused; whatever a person has made of it since stays. */
function pausedAgain(row: Row, given: SourceOffer['given'], { read }: Pick<FedReader, 'read'>): Back {
  const paused = read({ ...row, status: 'paused' })
  if (!paused.ok) return { isWhole: false }
  return { offer: paused.offer, ...(given && { given: { ...given, status: 'paused' } }), isWhole: true }
}
