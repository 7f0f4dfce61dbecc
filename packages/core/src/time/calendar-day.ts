import { dayMs } from './durations.ts'

/** The UTC day as `YYYY-MM-DD`: the proleptic Gregorian calendar by eras of 400 years that begin in March. */
export function dayOf(timeMs: number): string {
  const shifted = Math.floor(timeMs / dayMs) + 719_468
  const era = Math.floor(shifted / 146_097)
  const dayOfEra = shifted - era * 146_097
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  )
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100))
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153)
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  return `${year.toString().padStart(4, '0')}-${twoDigits(month)}-${twoDigits(day)}`
}

function twoDigits(value: number): string {
  return value.toString().padStart(2, '0')
}

/** One formatter is dear to make and cheap to ask; zones are settings of networks, so that there are few. */
const formatters = new Map<string, Intl.DateTimeFormat>()
const formattersMax = 1_000

/**
 * The day as a calendar on the wall of an IANA time zone shows it, as `YYYY-MM-DD`. On the days on which clocks are
 * changed it has 23 or 25 hours.
 */
export function dayIn(timeZone: string, timeMs: number): string {
  if (timeZone === 'UTC') return dayOf(timeMs)
  const parts = new Map(
    formatterOf(timeZone)
      .formatToParts(timeMs)
      .map(({ type, value }) => [type, value]),
  )
  return `${(parts.get('year') ?? '').padStart(4, '0')}-${parts.get('month')}-${parts.get('day')}`
}

function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const formatter = new Intl.DateTimeFormat('en-u-ca-gregory-nu-latn', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  })
  if (formatters.size < formattersMax) formatters.set(timeZone, formatter)
  return formatter
}

const nameLengthMax = 64

/** Whether a text names a time zone of the IANA database; an offset such as `+02:00` knows no summer and is none. */
export function isTimeZone(text: string): boolean {
  if (text.length > nameLengthMax || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(text)) return false
  try {
    formatterOf(text)
    return true
  } catch {
    return false
  }
}
