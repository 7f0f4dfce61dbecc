import { dayOf } from '../time/calendar-day.ts'
import { dayMs, weekMs } from '../time/durations.ts'

/** The backups that are kept: all of so many days, and behind them the newest one of each of so many weeks and months. */
export interface KeepRule {
  readonly days: number
  readonly weeks: number
  readonly months: number
}

const counts = { d: 'days', w: 'weeks', m: 'months' } as const
const most: KeepRule = { days: 366, weeks: 520, months: 120 }

/** `7d,4w,6m`, in any order; what is left out is 0. An error says what is wrong. */
export function readKeepRule(text: string): KeepRule | Error {
  const rule = { days: 0, weeks: 0, months: 0 }
  for (const part of text.split(',').map((one) => one.trim())) {
    const [, count = '', letter = ''] = /^(\d{1,4})([dwm])$/.exec(part) ?? []
    const unit = counts[letter as keyof typeof counts]
    if (unit === undefined) return new Error('must be like 7d,4w,6m: so many days, weeks and months')
    if (Number(count) > most[unit]) return new Error(`must keep ${most[unit]} ${unit} at most`)
    rule[unit] = Number(count)
  }
  return rule.days + rule.weeks + rule.months > 0 ? rule : new Error('must keep something')
}

/** The first days were a Thursday: weeks begin on Mondays. */
const mondayMs = 4 * dayMs

/** The week or month that a moment is in, in UTC. */
const periods: Readonly<Record<'weeks' | 'months', (ms: number) => number | string>> = {
  weeks: (ms) => Math.floor((ms - mondayMs) / weekMs),
  months: (ms) => dayOf(ms).slice(0, 7),
}

/**
 * The times of backups that the rule does not keep, the oldest first. Days are counted back from the newest backup, which
 * is always kept; a week or a month without a backup counts for none: whoever was away finds as many as before.
 */
export function timesNotKept(times: readonly number[], rule: KeepRule): number[] {
  const newestFirst = [...times].sort((a, b) => b - a)
  const newest = newestFirst[0] ?? 0
  const isRecent = (ms: number): boolean => ms === newest || ms > newest - rule.days * dayMs
  const older = newestFirst.filter((ms) => !isRecent(ms))
  const kept = new Set<number>()
  for (const unit of ['weeks', 'months'] as const) {
    const seen = new Set<number | string>()
    for (const ms of older) {
      const period = periods[unit](ms)
      if (seen.has(period)) continue
      if (seen.size === rule[unit]) break
      seen.add(period)
      kept.add(ms)
    }
  }
  return older.filter((ms) => !kept.has(ms)).reverse()
}
