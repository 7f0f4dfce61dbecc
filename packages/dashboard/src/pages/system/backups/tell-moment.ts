import { formatClock, formatMoment, formatSpan } from '../../../format/format-time.ts'
import { dayNumber } from '../../audit/audit-range.ts'

const days: Readonly<Record<number, string>> = { [-1]: 'tomorrow', 0: 'today', 1: 'yesterday' }

/** `today, 11:30`, `yesterday, 23:30`; other days by their date: `22 Nov, 05:30`. */
export function tellMoment(atSec: number, nowSec: number): string {
  const day = days[dayNumber(nowSec) - dayNumber(atSec)]
  return day === undefined ? formatMoment(atSec, nowSec) : `${day}, ${timeOf(atSec)}`
}

/** `14:31:19` where it is today, otherwise with the day. */
export function tellClock(atSec: number, nowSec: number): string {
  return dayNumber(atSec) === dayNumber(nowSec) ? formatClock(atSec) : tellMoment(atSec, nowSec)
}

/** `17:30` where it is today, otherwise with the day. */
export function tellTime(atSec: number, nowSec: number): string {
  return dayNumber(atSec) === dayNumber(nowSec) ? timeOf(atSec) : tellMoment(atSec, nowSec)
}

function timeOf(atSec: number): string {
  return formatMoment(atSec, atSec).split(', ').at(-1) ?? ''
}

/** `next 17:30`, or that it is due. */
export function tellNext(atSec: number, nowSec: number, what = 'next'): string {
  return atSec <= nowSec ? `${what} is due` : `${what} ${tellTime(atSec, nowSec)}`
}

/** At the beginning of a sentence. */
export function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

/** How old something is: 3 h 1 min; seconds are told within the first minute alone. */
export function tellAge(atSec: number, nowSec: number): string {
  return formatSpan(Math.max(1, nowSec - atSec)).replace(/^(\d+ min) \d+ s$/, '$1')
}

/** The same in its largest unit: 3 h. */
export function tellRoughAge(atSec: number, nowSec: number): string {
  return tellAge(atSec, nowSec).split(' ').slice(0, 2).join(' ')
}
