import type { App } from '@quoin/core/apps/app.ts'
import type { Ports } from '../ports/ports.ts'
import { statusOf, toDomainError } from './answer-errors.ts'

/** Whose call it is, as soon as its key has told: also one that is refused afterwards stands in the app's log. */
export interface Asker {
  app?: Pick<App, 'id'>
  isTest?: boolean
  isSession?: boolean
}

interface Ended {
  readonly operation: string
  readonly requestId: string
  readonly startedMs: number
  readonly asker: Asker
  /** The status of an answer that tells of success, or the error. */
  readonly outcome: { readonly status: number } | { readonly error: unknown }
}

const problemsMax = 10
const problemMaxLength = 200

/** Tells an app's request log how a call ended. Calls of nobody we know are not kept. */
export function noteCall({ calls, clock }: Pick<Ports, 'calls' | 'clock'>, ended: Ended): void {
  const { operation, requestId, startedMs, asker, outcome } = ended
  const { app, isTest = false, isSession = false } = asker
  if (app === undefined) return
  calls.note({
    appId: app.id,
    isTest,
    isSession,
    operation,
    requestId,
    atMs: clock.nowMs(),
    latencyMs: clock.monotonicMs() - startedMs,
    ...('error' in outcome ? tellError(outcome.error) : { ...outcome, errorCode: null, problems: [] }),
  })
}

function tellError(thrown: unknown): { status: number; errorCode: string; problems: readonly string[] } {
  const error = toDomainError(thrown, { isUnavailable: () => false })
  return {
    status: statusOf(error),
    errorCode: error.code,
    // Rules speak of parameters, never of their values.
    problems: (error.details ?? [])
      .slice(0, problemsMax)
      .map(({ field, message }) => `${field} ${message}`.slice(0, problemMaxLength)),
  }
}
