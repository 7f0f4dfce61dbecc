import type { AnswerVerdict } from './judge-answer.ts'
import { nextAttemptAtMs } from './schedule.ts'

export const callbackStates = ['pending', 'delivered', 'dead', 'stopped', 'flagged', 'cancelled'] as const
/**
 * Where a callback can be. `dead`: every attempt failed. `stopped`: the receiver wants no more of it.
 * `flagged`: the receiver has it and said that it failed. `cancelled`: its endpoint was removed before it was told.
 */
export type CallbackState = (typeof callbackStates)[number]

interface ConcludedAttempt {
  readonly state: CallbackState
  /** Null when there will be none. */
  readonly nextAttemptAtMs: number | null
}

interface Attempt {
  /** How many there were by now, this one included; since the replay, if it was replayed. */
  readonly attempts: number
  readonly nowMs: number
  readonly chance: number
}

/** The outcome of a callback's attempt. */
export function concludeAttempt(verdict: AnswerVerdict, attempt: Attempt): ConcludedAttempt {
  const ended = (state: CallbackState): ConcludedAttempt => ({ state, nextAttemptAtMs: null })
  switch (verdict.kind) {
    case 'delivered':
      return ended('delivered')
    case 'stop':
      return ended('stopped')
    case 'flagged':
      return ended('flagged')
    case 'retry': {
      const nextMs = nextAttemptAtMs({ ...attempt, retryAfterMs: verdict.retryAfterMs })
      return nextMs === undefined ? ended('dead') : { state: 'pending', nextAttemptAtMs: nextMs }
    }
    default:
      return verdict.kind satisfies never
  }
}
