import { heldInLiveMode } from '@quoin/core/conversions/standing.ts'
import type { AppCurrency } from '@quoin/core/apps/app-settings.ts'
import type { Decision } from '@quoin/core/conversions/apply-postback.ts'
import type { EarningOffer, Report } from '@quoin/core/conversions/situation.ts'
import { isErasedUser } from '@quoin/core/users/erased-user.ts'
import type { Network } from '@quoin/core/networks/network.ts'
import type { KnownClick } from '../../store/conversions/reported-conversions.ts'
import type { LoggedRequest } from '../../store/postbacks/postback-requests.ts'
import type { PostbackOutcome, PostbackReport } from '../../ports/writes.ts'
import { lossOf } from './report-loss.ts'

/** A report that can be decided: its click, its network and its words are known. */
export interface ReadyReport {
  readonly kind: 'ready'
  readonly given: PostbackReport
  /** It names its goal by the key. */
  readonly report: Report
  /** The former name of the goal (core/offers/goal.ts). */
  readonly formerGoal: string | null
  /** With the terms of the goal. */
  readonly click: KnownClick & EarningOffer
  readonly network: Network
  /** The key of its user in the device graph. */
  readonly userKey: string
}

/** A decision that is answered with 200. */
type Accepted = Exclude<Decision, { kind: 'refused' }>

function reasonOf(decision: Accepted): string | null {
  // Why it is held is no answer to a word that comes too late.
  if (decision.note === 'superseded') return decision.note
  return decision.conversion.reason ?? decision.note ?? null
}

/** The answer to the network. */
export function presentOutcome(ready: ReadyReport, decision: Accepted, hasCap: boolean): PostbackOutcome {
  const { given, click, network } = ready
  const isUnwritten = given.isDryRun && decision.kind === 'created'
  const loss = given.isDryRun ? undefined : lossOf(ready, decision)
  const liveReason = heldInLiveMode(decision.conversion)
  return {
    kind: decision.kind === 'duplicate' ? 'duplicate' : 'applied',
    networkId: network.id,
    conversionId: isUnwritten ? null : decision.conversion.id,
    clickId: given.clickId,
    status: decision.conversion.status,
    reason: reasonOf(decision),
    user: { appId: click.appId, userId: click.userId, isTest: click.isTest },
    hasCap,
    offerId: click.offerId,
    ...(liveReason === null ? {} : { liveReason }),
    ...(loss === undefined ? {} : { loss }),
    ...(given.isDryRun ? { tried: decision.conversion } : {}),
  }
}

/** The kept part of the request, in the transaction of its effect. */
export function logRow({ given, click, network }: ReadyReport, decision: Accepted): LoggedRequest {
  return {
    id: given.id,
    networkId: network.id,
    receivedAtMs: given.receivedAtMs,
    method: given.method,
    address: given.address === '' ? null : given.address,
    // A network may name the user of an old click again.
    parameters: isErasedUser(click.userId) ? {} : given.parameters,
    clickId: click.clickId,
    conversionId: decision.conversion.id,
    outcome: decision.kind === 'duplicate' ? 'duplicate' : 'applied',
    httpStatus: 200,
    reason: reasonOf(decision),
    report: null,
    message: null,
    refused: null,
  }
}

/** The currency of the click's app. */
export function currencyOf({ currency, rateMicros, decimals, rounding }: KnownClick): AppCurrency {
  return { name: currency, rateMicros, decimals, rounding }
}
