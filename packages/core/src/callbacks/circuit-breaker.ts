/** The number of failures in a row after which an endpoint is paused. */
const failuresMax = 5
const pauseMinMs = 2_000
/** It must not be longer than a receiver's restart feels. */
const pauseMaxMs = 60_000

/** A worker's knowledge of an endpoint while it runs. */
export interface CircuitBreaker {
  readonly failuresInRow: number
  /** Until then nothing is sent; then one callback tries whether it is there again. */
  readonly pausedUntilMs: number | null
}

export const closedCircuitBreaker: CircuitBreaker = { failuresInRow: 0, pausedUntilMs: null }

/** After an answer, whatever it said about the callback itself: the endpoint is there. */
export function afterAnswer(circuitBreaker: CircuitBreaker): CircuitBreaker {
  return circuitBreaker === closedCircuitBreaker ? circuitBreaker : closedCircuitBreaker
}

/**
 * The state after an attempt that the endpoint failed. Attempts that were under way together fail together: while it
 * is paused, further failures say nothing new.
 */
export function afterFailure(circuitBreaker: CircuitBreaker, nowMs: number): CircuitBreaker {
  if (circuitBreaker.pausedUntilMs !== null && nowMs < circuitBreaker.pausedUntilMs) return circuitBreaker
  const failuresInRow = circuitBreaker.failuresInRow + 1
  if (failuresInRow < failuresMax) return { failuresInRow, pausedUntilMs: null }
  const pauseMs = Math.min(pauseMinMs * 2 ** (failuresInRow - failuresMax), pauseMaxMs)
  return { failuresInRow, pausedUntilMs: nowMs + pauseMs }
}

/** The receiver asked for less (429, 503 with Retry-After): all of its callbacks wait, though not for long. */
export function afterThrottling(
  circuitBreaker: CircuitBreaker,
  retryAfterMs: number,
  nowMs: number,
): CircuitBreaker {
  const untilMs = nowMs + Math.min(retryAfterMs, pauseMaxMs)
  return { ...circuitBreaker, pausedUntilMs: Math.max(circuitBreaker.pausedUntilMs ?? 0, untilMs) }
}

/**
 * How many callbacks of an endpoint may be under way together. One that fails gets half with each failure:
 * receivers that hang must not take the places of the others.
 */
export function slotsOf(
  { failuresInRow, pausedUntilMs }: CircuitBreaker,
  slotsMax: number,
  nowMs: number,
): number {
  if (pausedUntilMs !== null) return nowMs < pausedUntilMs ? 0 : 1
  return Math.max(1, Math.floor(slotsMax / 2 ** failuresInRow))
}
