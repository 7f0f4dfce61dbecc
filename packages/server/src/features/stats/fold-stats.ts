import { keptDays } from '@quoin/core/retention/kept-days.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'

/** The rest is for the next round. */
const daysMax = 31

/** Keeps by the day what was kept by quarters of an hour for 13 months; returns how many days. */
export async function foldStats({
  db,
  store,
  clock,
}: Pick<Ports, 'db' | 'store' | 'clock'>): Promise<number> {
  const untilSec = (Math.floor(clock.nowMs() / dayMs) - keptDays.statisticsByQuarter) * (dayMs / 1000)
  for (let days = 0; days < daysMax; days += 1) {
    if (!(await db.transaction((tx) => store.foldStats.foldNextDay(tx, untilSec)))) return days
  }
  return daysMax
}
