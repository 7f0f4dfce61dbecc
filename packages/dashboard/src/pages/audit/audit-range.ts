import { formatDay } from '../../format/format-time.ts'

/** The time that the audit is looked at, in Unix seconds; without bounds: all of it. */
interface AuditRange {
  readonly from?: number
  readonly to?: number
}

const days: Readonly<Record<string, number>> = { today: 1, '7d': 7, '30d': 30, '90d': 90 }

export const auditRanges = [
  { value: 'today', label: 'Today' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
  { value: '90d', label: 'Last 90 days' },
  { value: 'all', label: 'All time' },
  { value: 'own', label: 'Days of my own' },
] as const

interface RangeState {
  readonly range: string
  /** Days of their own, such as `2026-11-01`, both included. */
  readonly from: string
  readonly to: string
}

/** Whole days of the viewer's zone, so that it stays the same for a day. */
export function readAuditRange({ range, from, to }: RangeState, nowSec: number): AuditRange {
  if (range === 'all') return {}
  const [first, last] = [dayStart(from, 0), dayStart(to, 1)]
  if (range === 'own' && (first !== undefined || last !== undefined))
    return { ...(first === undefined ? {} : { from: first }), ...(last === undefined ? {} : { to: last }) }
  const start = new Date(nowSec * 1000)
  start.setHours(0, 0, 0, 0)
  start.setDate(start.getDate() + 1 - (days[range] ?? 7))
  return { from: start.getTime() / 1000 }
}

function dayStart(day: string, later: number): number | undefined {
  const [year, month, date] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(day)?.slice(1).map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined) return undefined
  return new Date(year, month - 1, date + later).getTime() / 1000
}

/** "18 to 24 Nov" */
export function tellRange({ from, to }: AuditRange, nowSec: number): string {
  if (from === undefined && to === undefined) return 'all time'
  const end = formatDay(to === undefined ? nowSec : to - 1, { hasYear: false })
  if (from === undefined) return `until ${end}`
  const start = formatDay(from, { hasYear: false })
  if (start === end) return `on ${start}`
  const isOneMonth = start.split(' ')[1] === end.split(' ')[1]
  return `${isOneMonth ? start.split(' ')[0] : start} to ${end}`
}

/** "in these 7 days", as a sentence about nothing found ends. */
export function tellDays({ range }: Pick<RangeState, 'range'>): string {
  if (range === 'all') return 'at any time'
  if (range === 'own') return 'in these days'
  const count = days[range] ?? 7
  return count === 1 ? 'today' : `in these ${count} days`
}

/** Today, Yesterday, or nothing where the date says it. */
export function nameDay(atSec: number, nowSec: number): string {
  const difference = dayNumber(nowSec) - dayNumber(atSec)
  return difference === 0 ? 'Today' : difference === 1 ? 'Yesterday' : ''
}

/** Which day it is in the viewer's zone, counted on. */
export function dayNumber(atSec: number): number {
  const at = new Date(atSec * 1000)
  return Math.round(Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / 86_400_000)
}
