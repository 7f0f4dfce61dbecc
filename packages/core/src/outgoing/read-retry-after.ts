import { readIsoTime } from '../time/read-iso-time.ts'
import { dayMs } from '../time/durations.ts'

/** Longer waits would let the schedule of attempts run out. */
const retryAfterMaxMs = dayMs

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const httpDate = /^(?:mon|tue|wed|thu|fri|sat|sun), (\d\d) ([a-z]{3}) (\d{4}) (\d\d:\d\d:\d\d) gmt$/

/**
 * How long a Retry-After header asks to wait, from seconds or an HTTP date (RFC 9110 §10.2.3), at most a
 * day; undefined without a readable one.
 */
export function readRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim().toLowerCase() ?? ''
  if (/^\d{1,10}$/.test(text)) return Math.min(Number(text) * 1000, retryAfterMaxMs)
  const match = httpDate.exec(text)
  if (match === null) return undefined
  const [, day, monthName = '', year, time] = match
  const month = String(months.indexOf(monthName) + 1).padStart(2, '0')
  const atSec = readIsoTime(`${year}-${month}-${day}T${time}Z`)
  return atSec === undefined ? undefined : Math.min(Math.max(atSec * 1000 - nowMs, 0), retryAfterMaxMs)
}
