import { dayMs, hourMs } from '@quoin/core/time/durations.ts'

const quarterMs = 900_000

/** A moment at which an interval begins, and what clocks show there then. */
export interface LocalTime {
  readonly atMs: number
  /** `2026-11-21T00:00` */
  readonly shown: string
}

/** The time that the clocks of a time zone show. */
type ShowTime = (atMs: number) => string

/** Names of the IANA database, such as Asia/Kathmandu; offsets such as +05:45 are none, and give undefined. */
export function openTimeZone(name: string): ShowTime | undefined {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return undefined
  try {
    // Swedish is the locale that writes the date as ISO 8601 does.
    const format = new Intl.DateTimeFormat('sv-SE', {
      timeZone: name,
      dateStyle: 'short',
      timeStyle: 'short',
      hourCycle: 'h23',
    })
    return (atMs) => format.format(atMs).replace(' ', 'T')
  } catch {
    return undefined
  }
}

/**
 * The beginning of each day from the first to the last, and of the one after. Days may have 23 or 25 hours.
 */
export function startsOfDays(show: ShowTime, firstDay: string, lastDay: string): LocalTime[] {
  const starts: LocalTime[] = []
  const endMs = Date.parse(lastDay) + dayMs
  for (let day = Date.parse(firstDay); day <= endMs; day += dayMs) {
    const date = new Date(day).toISOString().slice(0, 10)
    const atMs = startOfDay(show, date, day)
    starts.push({ atMs, shown: show(atMs) })
  }
  return starts
}

/**
 * The first quarter of an hour that the zone counts to the day: not always midnight, which a change to summer
 * time can leave out. Searched for in the 30 hours around, in which dates only grow.
 */
function startOfDay(show: ShowTime, date: string, utcMs: number): number {
  let before = utcMs - 15 * hourMs
  let after = utcMs + 15 * hourMs
  while (after - before > quarterMs) {
    const middle = before + Math.floor((after - before) / 2 / quarterMs) * quarterMs
    if (show(middle).slice(0, 10) < date) before = middle
    else after = middle
  }
  return after
}

/**
 * The beginnings of hours within these days, and of the day after the last. A change of the clock begins an
 * hour.
 */
export function startsOfHours(show: ShowTime, days: readonly LocalTime[]): LocalTime[] {
  const starts: LocalTime[] = []
  const [first, last] = [days[0], days.at(-1)]
  if (!first || !last) return starts
  let hour = ''
  for (let atMs = first.atMs; atMs < last.atMs; atMs += quarterMs) {
    const shown = show(atMs)
    if (shown.slice(0, 13) !== hour || shown.endsWith(':00')) starts.push({ atMs, shown })
    hour = shown.slice(0, 13)
  }
  return [...starts, last]
}
