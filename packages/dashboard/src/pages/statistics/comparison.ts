import { formatDate } from '../../format/format-time.ts'
import type { StatsRow } from './stats-figures.ts'
import { type DayRange, daysOf } from './stats-range.ts'

/** The use of the time before: the rows to compare with, or a sentence why there are none. */
interface Comparison {
  readonly before: readonly StatsRow[] | undefined
  readonly note: string
}

/** Only against a time that is full of figures from its first day on: else it says nothing, and a sentence tells so. */
export function compareWith(
  rows: readonly StatsRow[] | undefined,
  range: DayRange,
  firstDay: string,
): Comparison {
  if (rows === undefined) return { before: undefined, note: '' }
  const days = daysOf(range)
  const first = rows.map(({ local_time }) => local_time.slice(0, 10)).toSorted()[0]
  if (first === undefined)
    return { before: undefined, note: `Nothing before ${formatDate(firstDay)} to compare with.` }
  const known = daysOf({ from: first, to: range.to })
  if (known < days)
    return { before: undefined, note: `Only ${known} of the ${days} days before have figures.` }
  return { before: rows, note: '' }
}
