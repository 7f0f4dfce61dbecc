import { minuteMs } from '../time/durations.ts'

/** A network's last reports: when the newest came, when the oldest of them, and how many they are. */
export interface LastReports {
  readonly lastAtMs: number | null
  readonly firstAtMs: number | null
  readonly count: number
}

/** Fewer reports do not show what is usual. */
const countMin = 10
const gapsMax = 4
/** Those who report every second are not silent after four. */
const silentMinMs = 15 * minuteMs

/** The mean time between two reports of a network; null where it reports too seldom to say. */
export function usualGapMs({ lastAtMs, firstAtMs, count }: LastReports): number | null {
  if (lastAtMs === null || firstAtMs === null || count < countMin) return null
  return Math.round((lastAtMs - firstAtMs) / (count - 1))
}

/** Whether a network has been silent for longer than it ever makes sense: four times its usual gap. */
export function isSilent(reports: LastReports, nowMs: number): boolean {
  const gapMs = usualGapMs(reports)
  if (gapMs === null || reports.lastAtMs === null) return false
  return nowMs - reports.lastAtMs > Math.max(gapsMax * gapMs, silentMinMs)
}
