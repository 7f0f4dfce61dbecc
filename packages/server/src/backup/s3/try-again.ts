import { setTimeout as delay } from 'node:timers/promises'
import { S3Error } from './s3-error.ts'
import type { S3Request } from './s3-request.ts'

/** How much is tried before an error is told. */
export interface S3Patience {
  /** How often a request is sent at most. */
  readonly triesMax: number
  /** The pause before the second try; each one after it is twice as long. */
  readonly pauseMs: number
  readonly pauseMaxMs: number
  /** For one try without its body. */
  readonly timeoutMs: number
  /** For all tries together: no other is begun after it. */
  readonly totalMs: number
}

/** Hours of work are at stake. */
export const longPatience: S3Patience = {
  triesMax: 6,
  pauseMs: 250,
  pauseMaxMs: 20_000,
  timeoutMs: 60_000,
  totalMs: 600_000,
}

/** Somebody waits, or the same is asked again soon. */
export const shortPatience: S3Patience = {
  triesMax: 2,
  pauseMs: 100,
  pauseMaxMs: 1_000,
  timeoutMs: 5_000,
  totalMs: 10_000,
}

/** Somebody ends the program, or a failure is cleaned up after: the bucket's own rules do the rest. */
export function hurried({ triesMax, timeoutMs, totalMs, ...pauses }: S3Patience): S3Patience {
  return {
    ...pauses,
    triesMax: Math.min(triesMax, 3),
    timeoutMs: Math.min(timeoutMs, 10_000),
    totalMs: Math.min(totalMs, 15_000),
  }
}

/** Sends a request again where that may help. */
export async function tryAgain<T>(
  { triesMax, pauseMs, pauseMaxMs, totalMs }: S3Patience,
  { signal, stopping }: S3Request,
  send: () => Promise<T>,
): Promise<T> {
  const begunMs = performance.now()
  for (let tries = 1; ; tries += 1) {
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof S3Error) || !error.isTransient || stopping?.aborted) throw error
      const longest = Math.min(pauseMaxMs, pauseMs * 2 ** (tries - 1))
      // Many that were refused together do not come back together.
      const pause = Math.min(pauseMaxMs, error.retryAfterMs ?? longest * (0.5 + Math.random() / 2))
      if (tries >= triesMax || performance.now() - begunMs + pause > totalMs) throw afterTries(error, tries)
      await delay(pause, undefined, { signal: stopping ?? signal })
    }
  }
}

function afterTries(error: S3Error, tries: number): S3Error {
  if (tries === 1) return error
  const { isTransient, status, code } = error
  return new S3Error(`${error.message} (tried ${tries} times)`, {
    isTransient,
    cause: error,
    ...(status === undefined ? {} : { status }),
    ...(code === undefined ? {} : { code }),
  })
}
