import { notFound } from '@quoin/core/errors.ts'
import { type LinkVerdict, linkVerdicts } from '@quoin/core/sources/link.ts'
import { undoableDays } from '@quoin/core/sources/source.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import type { Ports } from '../../../ports/ports.ts'
import type { SourceRun } from '../../../store/sources/source-runs.ts'
import type { Source } from '../../../store/sources/sources.ts'
import { percentOf } from '../offers/present-offer.ts'

const noLinks = Object.fromEntries(linkVerdicts.map((verdict) => [verdict, 0])) as Record<LinkVerdict, number> // one for each

type Needs = Pick<Ports, 'db' | 'store' | 'clock'>

/** Throws RESOURCE_NOT_FOUND for an unknown one. */
export async function sourceOf({ db, store }: Needs, sourceId: number): Promise<Source> {
  const source = await store.sources.findSource(db, sourceId)
  if (source === undefined) throw notFound(`There is no source ${sourceId}.`)
  return source
}

/** Throws RESOURCE_NOT_FOUND for an unknown one. */
export async function runOf({ db, store }: Needs, runId: number): Promise<SourceRun> {
  const run = await store.sourceRuns.findRun(db, runId)
  if (run === undefined) throw notFound(`There is no run ${runId}.`)
  return run
}

/** Sources as they are answered, each with its newest run. */
export async function showSources(needs: Needs, sources: readonly Source[]) {
  const { db, store, clock } = needs
  const runs = await store.sourceRuns.listNewestRuns(
    db,
    sources.map(({ id }) => id),
  )
  const runOfSource = new Map(runs.map((run) => [run.sourceId, run]))
  const shown = await store.sourceOffers.countShown(
    db,
    sources.map(({ id }) => id),
  )
  const postbacks = await store.sourcePostbacks.listPostbacks(
    db,
    sources.map(({ id }) => id),
  )
  const postbackOfSource = new Map(postbacks.map((one) => [one.sourceId, one]))
  const links = await store.sourceLinks.countLinks(db, clock.nowMs())
  // Readers of feeds are many files: a start does without them.
  const { findFeedKind } = await import('../../../feeds/kinds.ts')
  const nowMs = clock.nowMs()
  return sources.map((source) => {
    const run = runOfSource.get(source.id)
    const postback = postbackOfSource.get(source.id)
    return {
      id: String(source.id),
      name: source.name,
      kind: source.kind,
      network_id: String(source.networkId),
      settings: source.settings,
      mapping_version: source.mappingVersion,
      has_key: source.keySealed !== null,
      payout_percent: percentOf(source.payoutBasisPoints),
      every_sec: source.everySec,
      is_paused: source.pausedAtMs !== null,
      is_running: run?.state === 'running',
      failures: source.failures,
      next_run_at: source.pausedAtMs === null ? secondsOf(source.nextRunAtMs) : null,
      offers_shown: shown.get(source.id) ?? 0,
      link_check_daily: source.linkCheckDaily,
      links: {
        ...noLinks,
        ...Object.fromEntries(
          links
            .filter(({ sourceId }) => sourceId === source.id)
            .map(({ verdict, count }) => [verdict, count]),
        ),
      },
      postback: {
        can_be_connected: findFeedKind(source.kind)?.postbacks !== undefined,
        state: postback?.state ?? 'none',
        message: postback?.message ?? null,
        checked_at: secondsOf(postback?.checkedAtMs),
      },
      last_run: run === undefined ? null : presentRun(run, nowMs),
    }
  })
}

export async function showSource(needs: Needs, sourceId: number) {
  const [shown] = await showSources(needs, [await sourceOf(needs, sourceId)])
  if (shown === undefined) throw notFound(`There is no source ${sourceId}.`)
  return shown
}

export function presentRun(run: SourceRun, nowMs: number) {
  const { appliedAtMs, undoneAtMs, beganAtMs, endedAtMs } = run
  return {
    id: String(run.id),
    source_id: String(run.sourceId),
    actor: run.actor,
    state: run.state,
    cause: run.cause,
    message: run.message,
    began_at: secondsOf(beganAtMs),
    ended_at: endedAtMs === null ? null : secondsOf(endedAtMs),
    mapping_version: run.mappingVersion,
    pages: run.pages,
    theirs: run.theirs,
    ours: run.ours,
    counts: run.counts,
    unknown_words: run.unknownWords,
    applied_at: appliedAtMs === null ? null : secondsOf(appliedAtMs),
    applied_by: run.appliedBy,
    undone_at: undoneAtMs === null ? null : secondsOf(undoneAtMs),
    undone_by: run.undoneBy,
    put_back: run.putBack,
    stayed: run.stayed,
    is_undoable:
      run.state === 'applied' && appliedAtMs !== null && nowMs <= appliedAtMs + undoableDays * dayMs,
  }
}
