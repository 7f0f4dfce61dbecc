import { findWait } from '@quoin/core/sources/judge-run.ts'
import { noCounts } from '@quoin/core/sources/source.ts'
import { medianOf } from '@quoin/core/sources/worth-of-offer.ts'
import type { Db } from '../../store/pg/database.ts'
import type { Source } from '../../store/sources/sources.ts'
import { applyRun } from './apply-run.ts'
import {
  type EndedRun,
  endRun,
  type HeldSource,
  type Reading,
  type ReadFeed,
  type RunNeeds,
} from './held-run.ts'
import { pauseForbidden } from './pause-forbidden.ts'
import { FailedRun } from './pull-feed.ts'

/** Decides about a run that is whole: it counts, it changes nothing, or it waits for a person. */
export async function judgeRun(needs: RunNeeds, run: Reading & ReadFeed): Promise<EndedRun> {
  const { db, store } = needs
  const { source, runId, effect, theirs, came, network, actor } = run
  const counts = { ...noCounts, ...(await store.runOffers.countVerdicts(db, runId)) }
  await store.sourceRuns.updateUnknownWords(db, runId, effect.words.list())
  const isFirst = !(await store.sourceOffers.hasWritten(db, source.id))
  const wait = findWait({
    isFirst,
    theirs,
    came,
    shown: effect.before.length,
    pausing: effect.pausing,
    opening: effect.opening,
    medianBefore: medianOf(effect.before),
    medianAfter: medianOf(effect.after),
  })
  if (wait !== undefined) {
    const ended = { runId, state: 'waiting', counts, ...wait } as const
    const paused = await db.transaction(async (tx) => {
      await holdAsRead(needs, tx, run)
      await store.sourceRuns.replaceWaiting(tx, source.id, runId)
      await endRun(needs, tx, ended)
      return await pauseForbidden(needs, tx, { source, network, runId, actor })
    })
    if (paused > 0) await refreshCatalogue(needs)
    return ended
  }
  const applied = await db.transaction(async (tx) => {
    const done = await applyRun(needs, tx, { source, network, runId, actor })
    // At the end, so that the lease can be kept meanwhile: whoever has lost it writes nothing.
    await holdAsRead(needs, tx, run)
    return done
  })
  if (applied.isChange) await refreshCatalogue(needs)
  const state = applied.isChange ? 'applied' : 'same'
  return { runId, state, cause: null, message: null, counts: applied.counts }
}

/** Throws FailedRun where the source was changed meanwhile, too: people change a mapping because its offers are wrong. */
async function holdAsRead(needs: RunNeeds, tx: Db, run: HeldSource): Promise<void> {
  const held = await holdLease(needs, tx, run)
  if (tellReading(held) === tellReading(run.source)) return
  throw new FailedRun('interrupted', 'The source was changed while it was asked: it is asked again.')
}

function tellReading({ mappingVersion, settings, payoutBasisPoints }: Source): string {
  return JSON.stringify([mappingVersion, settings, payoutBasisPoints])
}

/** Throws FailedRun where the source is another process's by now. */
export async function holdLease({ store }: RunNeeds, tx: Db, { source, lease }: HeldSource): Promise<Source> {
  const held = await store.sources.lockLeased(tx, { id: source.id, lease })
  if (held === undefined) throw new FailedRun('interrupted', 'Another process has the source by now.')
  return held
}

/** Other processes read it by themselves, and so does this one a moment later. */
async function refreshCatalogue({ snapshots, log }: RunNeeds): Promise<void> {
  await snapshots.refresh('catalogue').catch((error: unknown) => {
    log.warn({ err: error }, 'the catalogue was not read after a run of a source')
  })
}
