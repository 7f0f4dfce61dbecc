import { dayMs } from '../time/durations.ts'

/** Nothing but failures for so long, and the endpoint is disabled. */
const failingMaxMs = 5 * dayMs
/** Failures further apart than this are not one row: in between nothing was tried that could have gone well. */
const gapMaxMs = 2 * dayMs
/** The least number of failures: a receiver is not given up for a few callbacks on a quiet day. */
const failuresMin = 10

/** How the attempts of an endpoint went lately. */
export interface EndpointHealth {
  /** Since when there were nothing but failures; null when the last attempt went well. */
  readonly failingSinceMs: number | null
  readonly lastFailedAtMs: number | null
  /** How many there were since. */
  readonly failures: number
}

export const healthy: EndpointHealth = { failingSinceMs: null, lastFailedAtMs: null, failures: 0 }

/** The health after a number of failed attempts, with no success among them. */
export function afterFailures(health: EndpointHealth, count: number, nowMs: number): EndpointHealth {
  const { failingSinceMs, lastFailedAtMs } = health
  const isSameRow = failingSinceMs !== null && lastFailedAtMs !== null && nowMs - lastFailedAtMs <= gapMaxMs
  return {
    failingSinceMs: isSameRow ? failingSinceMs : nowMs,
    lastFailedAtMs: nowMs,
    failures: (isSameRow ? health.failures : 0) + count,
  }
}

/** Whether an endpoint is to be given up until somebody has looked. */
export function isGivenUp({ failingSinceMs, failures }: EndpointHealth, nowMs: number): boolean {
  return failingSinceMs !== null && nowMs - failingSinceMs >= failingMaxMs && failures >= failuresMin
}
