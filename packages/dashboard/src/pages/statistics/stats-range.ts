/** The days that a report is about, both included: `2026-11-01`. */
export interface DayRange {
  readonly from: string
  readonly to: string
}

const dayMs = 86_400_000

const lengths: Readonly<Record<string, number>> = { today: 1, '7d': 7, '28d': 28, '30d': 30, '90d': 90 }

/** Every page of figures shows four whole weeks unless asked for others. */
export const usualRange = '28d'

/**
 * The days of a range as seen on this day in a time zone. A symbolic one stays "the last 7 days" in a link that is
 * shared.
 */
export function readRange(
  { range, from, to }: { readonly range: string; readonly from: string; readonly to: string },
  { zone, nowMs }: { readonly zone: string; readonly nowMs: number },
): DayRange {
  const today = dayIn(zone, nowMs)
  if (range === 'own' && isDay(from) && isDay(to) && from <= to) return { from, to }
  const length = lengths[range] ?? 28
  return { from: moveDay(today, 1 - length), to: today }
}

/** As many days just before it. */
export function rangeBefore({ from, to }: DayRange): DayRange {
  const length = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  return { from: moveDay(from, -length), to: moveDay(from, -1) }
}

export function daysOf({ from, to }: DayRange): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

export function moveDay(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Swedish is the locale that writes a day as ISO 8601 does. */
function dayIn(zone: string, atMs: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short' }).format(atMs)
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
}

export function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
