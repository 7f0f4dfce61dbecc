const second = 1_000
const minute = 60 * second
const hour = 60 * minute

/**
 * How long after the attempt that failed the next one comes; the first attempt is at once. 14 attempts over
 * more than 75 hours: the first ones catch a restart of the receiver, the last ones a weekend.
 */
export const retryDelaysMs: readonly number[] = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  8 * hour,
  12 * hour,
  16 * hour,
  16 * hour,
  16 * hour,
]

/** A delay is longer by up to this share, never shorter, so that the promised time is kept. */
const jitterShare = 0.2
/** A receiver may ask for a longer wait, but not for so long that it is forgotten. */
const askedMaxMs = 24 * hour

interface FailedAttempt {
  /** How many attempts there were by now, this one included; since the replay, if it was replayed. */
  readonly attempts: number
  /** How long the receiver asked to wait, if it did. */
  readonly retryAfterMs: number | null
  readonly nowMs: number
  /** At least 0 and below 1: callbacks that failed together do not all come back in one moment. */
  readonly chance: number
}

/** When the next attempt comes after one that failed; undefined when it was the last. */
export function nextAttemptAtMs({
  attempts,
  retryAfterMs,
  nowMs,
  chance,
}: FailedAttempt): number | undefined {
  const delayMs = retryDelaysMs[attempts - 1]
  if (delayMs === undefined) return undefined
  const jitteredMs = Math.round(delayMs * (1 + jitterShare * chance))
  const askedMs = Math.min(retryAfterMs ?? 0, askedMaxMs)
  return nowMs + Math.max(jitteredMs, askedMs)
}
