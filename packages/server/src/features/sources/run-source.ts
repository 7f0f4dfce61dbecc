import {
  type FailureCause,
  leaseMs,
  noCounts,
  pauseAfter,
  runsKept,
  undoableDays,
  undoableRuns,
} from '@quoin/core/sources/source.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { pauseUntil } from '../jobs/pause-until.ts'
import type { FeedValidators } from '../../store/sources/sources.ts'
import { type Attempt, type EndedRun, endRun, type HeldSource, type RunNeeds } from './held-run.ts'
import { UnchangedFeed } from './feed-validators.ts'
import { holdLease, judgeRun } from './judge-run.ts'
import { FailedRun } from './pull-feed.ts'
import { readFeed } from './read-feed.ts'
import { Effect } from './stage-offers.ts'

const sayEveryMs = 10_000
/** A network that drips must not keep a source for ever. */
const runMaxMs = 60 * 60_000

/**
 * Asks the network of a source that is held by a lease, and does what the answer changes: all of it, or nothing where the feed
 * is not whole, or where a person must look at it first. Throws only where the database is away.
 */
export async function runSource(needs: RunNeeds, held: HeldSource): Promise<EndedRun> {
  const { source, lease } = held
  const { db, store, clock, log } = needs
  const runId = await beginRun(needs, held)
  const ending = new AbortController()
  const signal = AbortSignal.any([ending.signal, held.stopping, AbortSignal.timeout(runMaxMs)])
  const keeping = keepLease(needs, held, { signal, onLost: () => ending.abort() })
  let failures = source.failures + 1
  let askedPauseSec = 0
  let { validators } = source
  try {
    const { validators: said, ...ended } = await attemptRun(needs, { ...held, runId, signal })
    validators = said
    if (ended.state !== 'failed') failures = 0
    askedPauseSec = ended.retryAfterSec ?? 0
    log.info({ sourceId: source.id, runId, state: ended.state, counts: ended.counts }, 'source asked')
    return ended
  } finally {
    ending.abort()
    await keeping
    const nowMs = clock.nowMs()
    const dice = needs.random(1).readUInt8() / 256
    const pauseSec = Math.max(pauseAfter(failures, { everySec: source.everySec, dice }), askedPauseSec)
    const nextRunAtMs = nowMs + pauseSec * 1000
    const left = { id: source.id, lease, takenRunAtMs: source.nextRunAtMs, failures, nextRunAtMs, validators }
    await store.sources.leaveSource(db, left)
    await store.sourceRuns.deleteOldRuns(db, {
      ...{ sourceId: source.id, kept: runsKept, undoable: undoableRuns },
      undoableSinceMs: nowMs - undoableDays * dayMs,
    })
    // A run that has failed has no offers: those of the one before it are still the newest.
    if (failures === 0) await store.runOffers.deleteUnchanged(db, source.id, runId)
    await store.feedPaces.deleteOldPaces(db)
  }
}

async function beginRun({ db, store, clock }: RunNeeds, { source, actor }: HeldSource): Promise<number> {
  return await db.transaction(async (tx) => {
    const message = 'The process that ran it ended before it was whole.'
    const nowMs = clock.nowMs()
    await store.sourceRuns.endInterrupted(tx, { sourceId: source.id, nowMs, message })
    const { id: sourceId, mappingVersion } = source
    return await store.sourceRuns.insertRun(tx, { sourceId, actor, counts: noCounts, mappingVersion, nowMs })
  })
}

interface KeptLease {
  readonly signal: AbortSignal
  readonly onLost: () => void
}

/** Says now and then that somebody works on the source; a lease that is lost ends the run. */
async function keepLease(
  { db, store, log }: RunNeeds,
  { source, lease }: HeldSource,
  { signal, onLost }: KeptLease,
): Promise<void> {
  while (!signal.aborted) {
    await pauseUntil(sayEveryMs, signal)
    if (signal.aborted) return
    try {
      if (!(await store.sources.keepSource(db, { id: source.id, lease, leaseMs }))) return onLost()
    } catch (error) {
      log.warn({ err: error, sourceId: source.id }, 'lease of a source was not written')
    }
  }
}

interface AttemptedRun extends EndedRun {
  readonly validators: FeedValidators | null
}

async function attemptRun(needs: RunNeeds, attempt: Attempt): Promise<AttemptedRun> {
  const { db, store } = needs
  const { runId, source, signal } = attempt
  try {
    const network = await store.networks.findNetwork(db, source.networkId)
    if (network === undefined) throw new FailedRun('no_feed', 'Its network is not there any more.')
    const effect = new Effect()
    const read = await readFeed(needs, { ...attempt, network, effect }).catch(noNews)
    if (read === undefined) return await endUnchanged(needs, attempt)
    const ended = await judgeRun(needs, { ...attempt, network, effect, ...read })
    // A run that waits or changes something is followed by one that reads.
    const isKept = ended.state === 'same' && read.validators !== undefined
    return { ...ended, validators: isKept ? { ...read.validators, runId } : null }
  } catch (error) {
    if (!(error instanceof FailedRun) && !signal.aborted)
      needs.log.error({ err: error, runId }, 'a run of a source failed')
    const [cause, message] = tellFailure(error, signal)
    const ended = { runId, state: 'failed', cause, message, counts: noCounts } as const
    const retryAfterSec = error instanceof FailedRun ? error.retryAfterSec : undefined
    await db.transaction(async (tx) => {
      // A run that counts already stays so, whatever has failed after it.
      if (await endRun(needs, tx, ended)) await store.runOffers.deleteRunOffers(tx, runId)
    })
    return { ...ended, retryAfterSec, validators: source.validators }
  }
}

/** Undefined where the network has what it had. */
function noNews(error: unknown): undefined {
  if (!(error instanceof UnchangedFeed)) throw error
}

/** Ends a run whose network says that nothing is new: it has found what the one before has. */
async function endUnchanged(needs: RunNeeds, attempt: Attempt): Promise<AttemptedRun> {
  const { db, store } = needs
  const { runId, source } = attempt
  return await db.transaction(async (tx) => {
    await holdLease(needs, tx, attempt)
    const before =
      source.validators && (await store.sourceRuns.takeFindings(tx, runId, source.validators.runId))
    const counts = before?.counts ?? noCounts
    const ended = { runId, state: 'same', cause: null, message: null, counts } as const
    await endRun(needs, tx, ended)
    return { ...ended, validators: source.validators && { ...source.validators, runId } }
  })
}

function tellFailure(error: unknown, signal: AbortSignal): readonly [FailureCause, string] {
  if (error instanceof FailedRun) return [error.failure, error.message]
  if (signal.aborted) return ['interrupted', 'It was ended before it was whole.']
  return ['interrupted', 'An internal error occurred. It has been logged.']
}
