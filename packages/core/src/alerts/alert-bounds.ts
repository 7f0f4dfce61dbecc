import { dayMs, hourMs, minuteMs } from '../time/durations.ts'

/** Fewer postbacks than that say nothing about what is usual. */
export const usualPostbacksMin = 10
/** A network that sends every second is not silent after four. */
const silenceMinMs = 15 * minuteMs

/** Since when on a network counts as silent; the gap is the one that nine of ten are shorter than. */
export function silentAfterMs(usualGapMs: number, times: number): number {
  return Math.max(silenceMinMs, usualGapMs * times)
}

/** A share of fewer is chance. */
export const refusedMin = 3
/** The span of time that margins and refused postbacks are looked at in. */
export const alertSpanMs = dayMs
/** A margin of less revenue than that is chance. */
export const marginRevenueMinMicros = 10_000_000
export const reviewHourMs = hourMs
