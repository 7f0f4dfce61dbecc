import { locale } from '../../../format/format-money.ts'

/** `2026-11` as `November 2026`. */
export function monthName(month: string): string {
  return write(`${month}-01`, { month: 'long', year: 'numeric' })
}

/** `2026-11-24` as `Tue 24 Nov`. */
export function dayName(day: string): string {
  return write(day, { weekday: 'short', day: 'numeric', month: 'short' })
}

/** A moment as its day of UTC: `1 November 2026`. */
export function dayOf(atSec: number): string {
  return write(new Date(atSec * 1_000).toISOString().slice(0, 10), {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
}

/** The month so many after this one. */
export function monthBeside(month: string, step: 1 | -1): string {
  const start = new Date(`${month}-01T00:00:00Z`)
  return new Date(Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + step)).toISOString().slice(0, 7)
}

export function fileAddress(publisher: string, month: string): string {
  return `/manage/v1/statement/file?${new URLSearchParams({ publisher, month })}`
}

function write(day: string, style: Intl.DateTimeFormatOptions): string {
  const at = Date.parse(`${day}T00:00:00Z`)
  if (Number.isNaN(at)) return day
  return new Intl.DateTimeFormat(locale(), { ...style, timeZone: 'UTC' }).format(at)
}
