import { dayMs, minuteMs } from '../time/durations.ts'

/** Minutes of the day in a time zone; where both are the same there are none. */
export interface QuietHours {
  readonly quietFrom: number
  readonly quietTo: number
  readonly timeZone: string
}

/** Whether nothing is sent now. The end is left out; they may go over midnight. */
export function isQuiet({ quietFrom, quietTo, timeZone }: QuietHours, nowMs: number): boolean {
  const minute = minuteIn(timeZone, nowMs)
  if (quietFrom === quietTo) return false
  return quietFrom < quietTo
    ? minute >= quietFrom && minute < quietTo
    : minute >= quietFrom || minute < quietTo
}

function minuteIn(timeZone: string, timeMs: number): number {
  if (timeZone === 'UTC') return Math.floor((timeMs % dayMs) / minuteMs)
  const parts = new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
    .formatToParts(timeMs)
    .map(({ type, value }) => [type, value] as const)
  const known = new Map(parts)
  return Number(known.get('hour')) * 60 + Number(known.get('minute'))
}
