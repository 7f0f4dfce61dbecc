import { dayMs } from './durations.ts'

/** Where the last so many days begin, today among them, in UTC as sums are kept; Unix seconds. */
export function firstOfDays(days: number, nowMs: number): number {
  return (Math.floor(nowMs / dayMs + 1) * dayMs - days * dayMs) / 1000
}
