import * as operations from '@quoin/contract/operations.ts'
import { roundScore } from '@quoin/core/risk/round-score.ts'
import type { Reason } from '@quoin/core/risk/score.ts'
import { checkSessionUser } from '../../../http/prove.ts'
import { type Call, route } from '../../../http/route.ts'

/** POST /api/v1/fingerprint. */
export const submitFingerprint = route(operations.submitFingerprint, (call) => {
  const { ports, caller, body, requestId } = call
  checkSessionUser(caller, 'user_id', body.user_id)
  const assessed = ports.writers.assessDevice({
    app: caller.app,
    isTest: caller.isTest,
    fingerprintHash: body.fingerprint_hash,
    userId: body.user_id,
    data: body.fingerprint_data?.values,
    dataJson: body.fingerprint_data?.json,
    ...endUserOf(call),
    seenAtMs: ports.clock.nowMs(),
    requestId,
  })
  return assessed.then((verdict) => ({
    data: {
      is_blocked: verdict.isBlocked,
      risk_score: isRounded(caller) ? roundScore(verdict.riskScore) : verdict.riskScore,
      is_multi_accounting: verdict.isMultiAccounting,
      ...(isExplained(call) ? { reasons: verdict.reasons.map(withoutNote) } : {}),
      ...cutOf(call),
    },
    message: 'Fingerprint assessed.',
    meta: { confidence: verdict.confidence },
  }))
})

type FingerprintCall = Call<
  typeof operations.submitFingerprint.query,
  typeof operations.submitFingerprint.body
>

/** An exact score tells whoever asks often what each change of their data is worth. */
function isRounded({ app, sessionUserId }: FingerprintCall['caller']): boolean {
  return sessionUserId !== undefined && app.roundsScores
}

/** A browser must not learn what gives it away, nor a server whose operator keeps it to themselves. */
function isExplained(call: Pick<FingerprintCall, 'caller' | 'query'>): boolean {
  return isAsked(call) && call.caller.app.explainsRisk
}

function isAsked({ caller, query }: Pick<FingerprintCall, 'caller' | 'query'>): boolean {
  return (query.explain === '1' || query.explain === 'true') && caller.sessionUserId === undefined
}

/** Which names are read stands in the docs; so it needs no leave to say which were here. */
function cutOf(call: Pick<FingerprintCall, 'caller' | 'query' | 'body'>) {
  const cut = call.body.fingerprint_data?.cut ?? null
  return cut !== null && isAsked(call) ? { fingerprint_data: cut } : {}
}

/** A note that an operator wrote on a list, of whatever app, is for operators. */
function withoutNote({ note: _note, ...reason }: Reason): Reason {
  return reason
}

interface EndUser {
  readonly endUserAddress: string | undefined
  readonly endUserAgent: string | undefined
}

/**
 * In a browser session the connection is the end user's own, and what they claim about it does not count. A
 * call with key and secret comes from the publisher's server: only what that passes on describes the user.
 */
function endUserOf({ caller, client, body }: Pick<FingerprintCall, 'caller' | 'client' | 'body'>): EndUser {
  return caller.sessionUserId === undefined
    ? { endUserAddress: body.ip, endUserAgent: body.userAgent }
    : { endUserAddress: client.address, endUserAgent: client.userAgent }
}
