import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { isPastRetention, weeksAround } from '@quoin/core/tracking/click-partitions.ts'
import { dayMs, hourMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../ports/ports.ts'

/** Made ahead, so that the worker may be away for a month; and the week before, for clicks that come late. */
const weeksAhead = 4
const weeksBefore = 1

type Needs = Pick<Ports, 'db' | 'store' | 'clock' | 'settings' | 'log'>

/** Makes the partitions that clicks will need; returns their names. Safe to run anywhere, twice. */
export async function makeClickPartitions({
  db,
  store,
  clock,
  log,
}: Omit<Needs, 'settings'>): Promise<readonly string[]> {
  const created: string[] = []
  for (const week of weeksAround(clock.nowMs(), { before: weeksBefore, after: weeksAhead })) {
    const name = await store.clickWeeks.createClickPartition(db, week)
    if (name !== undefined) created.push(name)
  }
  if (created.length > 0) log.info({ created }, 'click partitions created')
  return created
}

/** For so long after its end clicks of a week come late: from other processes, and from a spool. */
const lateMs = hourMs

/**
 * Settles the weeks of fresh clicks that have ended; returns when each began. A week whose readers do not let go of it is
 * left for the next time.
 */
export async function settleClicks({
  db,
  store,
  clock,
  log,
}: Omit<Needs, 'settings'>): Promise<readonly string[]> {
  const settled: string[] = []
  for (const partition of await store.clickWeeks.listClickPartitions(db)) {
    if (partition.table !== 'fresh_clicks' || clock.nowMs() < partition.toMs + lateMs) continue
    try {
      if (await store.clickWeeks.settleClickWeek(db, partition)) settled.push(partition.name)
    } catch (error) {
      // Nothing depends on it but how fast a user is found; other work must not wait for it.
      log.warn({ err: error, week: partition.name }, 'a week of clicks could not be settled')
    }
  }
  if (settled.length > 0) log.info({ settled }, 'click partitions settled')
  return settled
}

interface WeeksMoved {
  readonly setAside: readonly string[]
  readonly dropped: readonly string[]
}

/**
 * Sets aside the weeks of clicks that are older than clicks are kept, and drops those that were set aside for 30 days.
 * Until then nothing is different for them: they are still there and still found. `clock` is the trusted time.
 */
export async function setClicksAside({ db, store, clock, settings, log }: Needs): Promise<WeeksMoved> {
  const nowMs = clock.nowMs()
  const partitions = await store.clickWeeks.listClickPartitions(db)
  const old = partitions.filter((week) => isPastRetention(week, nowMs, settings.clickRetentionDays))
  const names = new Set(old.map(({ name }) => name))
  const known = await store.setAsideWeeks.listSetAsideWeeks(db)
  const ended = known.filter(({ name }) => !names.has(name))
  await store.setAsideWeeks.deleteSetAsideWeeks(
    db,
    ended.map(({ name }) => name),
  )
  const setAside: string[] = []
  for (const name of names) {
    if (await store.setAsideWeeks.insertSetAsideWeek(db, { name, sinceMs: nowMs })) setAside.push(name)
  }
  if (setAside.length > 0) log.info({ setAside, days: keptDays.clicksSetAside }, 'click partitions set aside')
  // Raw rows from which statistics are being counted anew must stay until that is done.
  if (await store.stats.isRedoing(db)) return { setAside, dropped: [] }
  const sinceOf = new Map(known.map(({ name, sinceMs }) => [name, sinceMs]))
  const dropped: string[] = []
  for (const partition of old) {
    const sinceMs = sinceOf.get(partition.name)
    if (sinceMs === undefined || nowMs < sinceMs + keptDays.clicksSetAside * dayMs) continue
    if (await store.clickWeeks.dropClickPartition(db, partition)) dropped.push(partition.name)
  }
  await store.setAsideWeeks.deleteSetAsideWeeks(db, dropped)
  if (dropped.length > 0) log.info({ dropped }, 'click partitions dropped')
  return { setAside, dropped }
}
