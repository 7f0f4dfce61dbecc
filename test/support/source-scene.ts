import { noCounts, type Verdict } from '@quoin/core/sources/source.ts'
import type { FedOffer } from '@quoin/core/sources/plan-offer.ts'
import { applyWaiting } from '../../packages/server/src/features/sources/decide-run.ts'
import { sealKey } from '../../packages/server/src/features/sources/source-key.ts'
import type { World } from './world.ts'

/** A source of a network of its own, which nobody asks by itself. */
export async function addSource(world: World, name = `source-${world.ports.newId().slice(-12)}`) {
  const { ports } = world
  const { networkId } = await world.addNetwork({ slug: name, name })
  const nowMs = ports.clock.nowMs()
  const sourceId = await ports.store.sources.insertSource(ports.db, {
    ...{ networkId, name, kind: 'everflow', settings: {}, payoutBasisPoints: 7_000, everySec: 1_800, nowMs },
    keySealed: sealKey(ports, 'a-key-of-tests'),
  })
  return { sourceId, networkId, name }
}

interface StagedRow {
  readonly externalId: string
  readonly verdict?: Verdict
  readonly name?: string
  readonly row?: object
  readonly reasons?: readonly string[]
}

/** A run that waits, with offers as a feed would have brought them. */
export async function addWaitingRun(
  world: World,
  sourceId: number,
  rows: readonly StagedRow[] = [{ externalId: '1' }],
): Promise<number> {
  const { db, store, clock } = world.ports
  const nowMs = clock.nowMs()
  const runId = await store.sourceRuns.insertRun(db, { sourceId, actor: 'test', counts: noCounts, nowMs })
  const staged = rows.map(
    ({ externalId, verdict = 'new', name = `Farm ${externalId}`, row = {}, reasons = [] }) => {
      const url = 'https://x.example/?c={click_id}'
      const whole = { external_id: externalId, name, payout: '1', revenue: '2', destination_url: url, ...row }
      const fed: FedOffer = { row: whole, standing: 'open', doubts: [] }
      return { externalId, verdict, name, reasons, changes: [], own: [], fed }
    },
  )
  await store.runOffers.insertRunOffers(db, runId, staged)
  const counts = { ...noCounts, ...(await store.runOffers.countVerdicts(db, runId)) }
  await store.sourceRuns.updateProgress(db, { id: runId, pages: 1, ours: rows.length, theirs: rows.length })
  await store.sourceRuns.endRun(db, {
    ...{ id: runId, state: 'waiting', cause: 'first', counts, nowMs },
    message: 'The first run of a source is looked at before it counts.',
  })
  return runId
}

/** A run that counts. */
export async function addAppliedRun(world: World, sourceId: number): Promise<number> {
  const runId = await addWaitingRun(world, sourceId)
  await applyWaiting(world.ports, { runId, actor: 'test' })
  return runId
}
