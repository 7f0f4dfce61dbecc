import { isPastRetention } from '@quoin/core/tracking/click-partitions.ts'
import { hourMs, minuteMs } from '@quoin/core/time/durations.ts'
import { findClicksToRewrite, hasRoom } from '../features/tracking/rewriting-room.ts'
import type { Ports } from '../ports/ports.ts'
import type { Disk } from '../ports/service-figures.ts'
import type { ClickPartition } from '../store/tracking/week-tables.ts'
import { pauseUntil } from '../features/jobs/pause-until.ts'

type Needs = Pick<Ports, 'db' | 'store' | 'log' | 'clock' | 'settings'> & {
  readonly disk: Pick<Disk, 'measure'>
}

/** Clicks that are copied in one transaction: some tens of milliseconds. */
const clicksAtATime = 2_000
/** Until a lock that readers hold, or another process, is asked for again. */
const waitMs = 5_000
const failedMs = minuteMs

/**
 * Rewrites the weeks of clicks from before the narrow tables, the newest first, one of many processes at a time; ends when
 * there are none left. It may be broken off at any moment: it goes on where the copy of a week ends.
 */
export function rewriteClicks(needs: Needs): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const running = rewriteAll(needs, stopping.signal)
  return {
    async stop() {
      stopping.abort()
      await running
    },
  }
}

async function rewriteAll(needs: Needs, signal: AbortSignal): Promise<void> {
  const { db, store, log, settings, clock, disk } = needs
  if (settings.clickRewriting === 0) return
  while (!signal.aborted) {
    try {
      const week = await store.wideWeeks.findWideWeek(db)
      if (week === undefined) return
      // It is dropped before it would be done.
      if (isPastRetention(week, clock.nowMs(), settings.clickRetentionDays)) {
        await pauseUntil(hourMs, signal)
        continue
      }
      const left = await findClicksToRewrite(needs, await disk.measure())
      if (left !== undefined && !hasRoom(left)) {
        const { neededBytes, freeBytes } = left
        log.warn(
          { week: week.name, neededBytes, freeBytes },
          'the disk has no room to rewrite a week of clicks',
        )
        await pauseUntil(hourMs, signal)
        continue
      }
      await rewriteWeek(needs, week, signal)
    } catch (error) {
      log.warn({ err: error }, 'rewriting of clicks failed; it goes on later')
      await pauseUntil(failedMs, signal)
    }
  }
}

/** One week, from where it is to its end. */
async function rewriteWeek(needs: Needs, week: ClickPartition, signal: AbortSignal): Promise<void> {
  const { db, store, log, clock } = needs
  const startMs = clock.monotonicMs()
  while (!(await store.wideWeeks.beginRewriting(db, week))) {
    await pauseUntil(waitMs, signal)
    if (signal.aborted) return
  }
  const { length: weeks } = (await store.clickWeeks.listClickPartitions(db)).filter(
    ({ table }) => table === 'wide_clicks',
  )
  log.info({ week: week.name, weeks }, 'clicks of a week are being rewritten')
  await store.clickAgents.addClickAgents(db, await store.clickAgents.listCommonAgents(db, week))
  let clicks = 0
  for (;;) {
    const copied = await atPace(needs, signal, () => store.wideWeeks.copyWideClicks(db, week, clicksAtATime))
    if (signal.aborted) return
    if (copied === undefined) {
      await pauseUntil(waitMs, signal)
      continue
    }
    clicks += copied
    if (copied < clicksAtATime) break
  }
  for (;;) {
    const checked = await store.wideWeeks.checkCopy(db, week)
    if (checked === 'same') break
    if (checked === 'differs') {
      log.error({ week: week.name }, 'the copy of a week of clicks differed; it is begun anew')
      return
    }
    await pauseUntil(waitMs, signal)
    if (signal.aborted) return
  }
  // Later changes are noted, so that they need not be compared again.
  while (!(await store.wideWeeks.replaceWideWeek(db, week))) {
    await pauseUntil(waitMs, signal)
    if (signal.aborted) return
  }
  const seconds = Math.round((clock.monotonicMs() - startMs) / 1000)
  log.info({ week: week.name, clicks, seconds }, 'clicks of a week rewritten')
}

/** Does a piece of work, and rests for as long as its share of the time asks for. */
async function atPace<Result>(
  { clock, settings }: Pick<Needs, 'clock' | 'settings'>,
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  const startMs = clock.monotonicMs()
  const result = await work()
  const tookMs = clock.monotonicMs() - startMs
  await pauseUntil((tookMs * (100 - settings.clickRewriting)) / settings.clickRewriting, signal)
  return result
}
