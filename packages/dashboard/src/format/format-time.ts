import { locale } from './format-money.ts'

/** The zone in which this viewer reads times. */
export function viewerZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** `Europe/Berlin` → `Berlin` */
export function zoneName(zone: string): string {
  return (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ')
}

/** 14:32:07 */
export function formatClock(atSec: number, { hasMs = false } = {}): string {
  return new Intl.DateTimeFormat('en-GB', {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    ...(hasMs ? { fractionalSecondDigits: 3 } : {}),
    hourCycle: 'h23',
  }).format(atSec * 1000)
}

/** 21 Nov, 14:02; with the year where it is another one. */
export function formatMoment(atSec: number, nowSec: number): string {
  const isThisYear = new Date(atSec * 1000).getFullYear() === new Date(nowSec * 1000).getFullYear()
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(atSec * 1000)
}

/** 21 Nov 2026 */
export function formatDay(
  atSec: number,
  { hasYear = true, zone }: { hasYear?: boolean; zone?: string } = {},
): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    ...(hasYear ? { year: 'numeric' } : {}),
    ...(zone === undefined ? {} : { timeZone: zone }),
  }).format(atSec * 1000)
}

/** A day by its name, such as 2026-11-21, as people write it: 21 Nov 2026. */
export function formatDate(day: string): string {
  const atMs = Date.parse(`${day}T00:00:00Z`)
  return Number.isNaN(atMs) ? day : formatDay(atMs / 1000, { zone: 'UTC' })
}

const daySec = 86_400
/** An event of this moment may lie after the present that a page knows, which it renews every few seconds. */
const aheadSec = 5

/** `3 min ago` within a day, then the moment itself. */
export function formatAgo(atSec: number, nowSec: number): string {
  const past = nowSec - atSec
  if (past < -aheadSec || past >= daySec) return formatMoment(atSec, nowSec)
  return past < 5 ? 'just now' : `${formatSpan(past).replace(/^(\d+ min) \d+ s$/, '$1')} ago`
}

/** The two largest units: 1 d 4 h, 3 min, 41 s, 7 ms. */
export function formatSpan(seconds: number): string {
  const whole = Math.max(0, seconds)
  if (whole < 1) return `${Math.round(whole * 1000)} ms`
  if (whole < 10) return `${new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(whole)} s`
  if (whole < 60) return `${Math.round(whole)} s`
  if (whole < 3600) return twoUnits(Math.round(whole), [60, 'min'], [1, 's'], whole < 600)
  if (whole < daySec) return twoUnits(Math.round(whole / 60), [60, 'h'], [1, 'min'], true)
  return twoUnits(Math.round(whole / 3600), [24, 'd'], [1, 'h'], true)
}

function twoUnits(
  amount: number,
  [size, large]: [number, string],
  [, small]: [number, string],
  hasSmall: boolean,
): string {
  const rest = amount % size
  const first = `${Math.floor(amount / size)} ${large}`
  return hasSmall && rest > 0 ? `${first} ${rest} ${small}` : first
}

/** Every way to name a moment, for titles and for copying. */
export function explainMoment(atSec: number): string {
  const local = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'medium',
    timeStyle: 'medium',
    hourCycle: 'h23',
  }).format(atSec * 1000)
  const utc = new Date(atSec * 1000)
    .toISOString()
    .replace('T', ' ')
    .replace(/\.\d+Z$/, '')
  return `${local} ${zoneName(viewerZone())}\n${utc} UTC\nUnix ${Math.floor(atSec)}`
}
