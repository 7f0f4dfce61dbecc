import { quote } from '@quoin/core/offers/row/reading.ts'
import { readIsoTime } from '@quoin/core/time/read-iso-time.ts'
import { cleanText } from './clean-text.ts'
import type { FeedCell } from './feed-cell.ts'

const localPatterns = [
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[ T](?<hour>\d\d):(?<minute>\d\d)(?::(?<second>\d\d)(?:\.\d+)?)?)?$/,
  // CAKE writes the month first.
  /^(?<month>\d\d?)\/(?<day>\d\d?)\/(?<year>\d{4})(?: (?<hour>\d\d?):(?<minute>\d\d)(?::(?<second>\d\d))? ?(?<half>[AP]M)?)?$/i,
]

/**
 * A date of a network in ISO 8601, UTC. One without an offset is in the time zone of the network, and one without a time
 * is its midnight: an offer that ends too early loses a day, and one that ends too late is not paid.
 */
export function readMoment(value: unknown, zone: string): FeedCell {
  const text = cleanText(value)
  // MySQL writes a date of zeros where there is none.
  if (text === '' || /^0{4}-00-00/.test(text)) return {}
  const local = localPatterns.map((pattern) => pattern.exec(text)?.groups).find((one) => one !== undefined)
  const sec = local === undefined ? readIsoTime(text) : localSeconds(local, zone)
  if (sec === undefined) return { doubt: `${quote(text)} is no date that Quoin can read` }
  return { value: isoOf(sec * 1_000) }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString().replace('.000Z', 'Z')
}

/** Undefined for a day or a time that does not exist. */
function localSeconds(parts: Readonly<Record<string, string | undefined>>, zone: string): number | undefined {
  const of = (name: string): string => (parts[name] ?? '0').padStart(2, '0')
  const half = parts['half']?.toUpperCase()
  const hour = half === undefined ? of('hour') : fullHour(Number(of('hour')), half)
  const written = `${of('year')}-${of('month')}-${of('day')}T${hour}:${of('minute')}:${of('second')}Z`
  const asUtc = readIsoTime(written)
  if (asUtc === undefined) return undefined
  // The offset of a moment depends on the moment: near a change of the clock the second look corrects the first.
  const first = asUtc - offsetSec(asUtc, zone)
  return Math.max(0, asUtc - offsetSec(first, zone))
}

function fullHour(hour: number, half: string): string {
  if (hour < 1 || hour > 12) return '99'
  return String((hour % 12) + (half === 'PM' ? 12 : 0)).padStart(2, '0')
}

function offsetSec(sec: number, zone: string): number {
  const written = formatOf(zone).format(new Date(sec * 1_000))
  const [, month, day, year, time] = /^(\d+)\/(\d+)\/(\d+), ([\d:]+)$/.exec(written) ?? []
  return (readIsoTime(`${year}-${month}-${day}T${time}Z`) ?? sec) - sec
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone)
  if (known !== undefined) return known
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: isTimeZone(zone) ? zone : 'UTC',
    hourCycle: 'h23',
    ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
    ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
  })
  formats.set(zone, format)
  return format
}

/** Whether a word is a time zone, such as `America/New_York`. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en-US', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
