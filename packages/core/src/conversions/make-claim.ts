import type { AppCurrency } from '../apps/app-settings.ts'
import { earn } from '../payout/earned.ts'
import type { Conversion } from './conversion.ts'
import type { EarningOffer, ReportedClick } from './situation.ts'
import { type TermRules, termsOf } from './terms-of.ts'

/** A publisher says that a user completed an offer. */
export interface ClaimedCompletion {
  readonly appId: number
  readonly userId: string
  readonly offerId: number
  readonly isTest: boolean
  /** The key of the goal; '' where the offer has none. */
  readonly goal: string
  /** Either makes a repeat the same claim. */
  readonly transactionId: string | null
  readonly idempotencyKey: string | null
  readonly amountMicros: number | null
}

export type ClaimedClick = Pick<ReportedClick, 'clickId' | 'subId' | 'country' | 'platform'>

export interface ClaimSituation extends TermRules {
  /** The click it is attributed to, if there is one within the offer's window. */
  readonly click: ClaimedClick | undefined
  readonly offer: EarningOffer
  readonly currency: AppCurrency
  /** The former name of the goal (core/offers/goal.ts). */
  readonly formerGoal: string | null
  /** The conversions of this user and offer so far, oldest first. */
  readonly conversions: readonly Conversion[]
  readonly nowMs: number
  readonly newId: string
}

interface ClaimDecision {
  readonly isNew: boolean
  readonly conversion: Conversion
}

/** An unattributed claim that nobody reviewed is given up after so long. */
const unattributedDays = 30

/**
 * A claim makes a pending conversion that is never paid until the network or an operator vouches for
 * it, or the conversion that is already there.
 */
export function makeClaim(claim: ClaimedCompletion, situation: ClaimSituation): ClaimDecision {
  const repeated = findRepeated(claim, situation)
  return repeated === undefined
    ? { isNew: true, conversion: openClaim(claim, situation) }
    : { isNew: false, conversion: repeated }
}

function findRepeated(
  claim: ClaimedCompletion,
  { conversions, click, offer, formerGoal }: ClaimSituation,
): Conversion | undefined {
  const same = conversions.filter(({ isTest }) => isTest === claim.isTest)
  const isOfGoal = (other: Conversion): boolean => other.goal === claim.goal || other.goal === formerGoal
  const keyed =
    same.find((other) => hasKeyOf(other, claim)) ??
    // The network has reported this very transaction.
    same.find(
      (other) => claim.transactionId !== null && other.txnId === claim.transactionId && isOfGoal(other),
    )
  if (keyed !== undefined) return keyed
  const ofGoal = same.filter(isOfGoal)
  // A click has one conversion of a goal that is not repeatable, whoever spoke of it first.
  if (click && !offer.isRepeatable) return ofGoal.find(({ clickId }) => clickId === click.clickId)
  // Nothing tells a second completion from a repeat then, and no claim may be doubled by a retry.
  if (isKeyed(claim)) return undefined
  return ofGoal.find(
    (other) => isOpenClaim(other) && !isKeyed(keysOf(other)) && other.clickId === (click?.clickId ?? null),
  )
}

type Keys = Pick<ClaimedCompletion, 'transactionId' | 'idempotencyKey'>

function keysOf({ claimTxnId, idempotencyKey }: Conversion): Keys {
  return { transactionId: claimTxnId, idempotencyKey }
}

function isKeyed({ transactionId, idempotencyKey }: Keys): boolean {
  return transactionId !== null || idempotencyKey !== null
}

function hasKeyOf(conversion: Conversion, { transactionId, idempotencyKey }: Keys): boolean {
  return (
    (transactionId !== null && conversion.claimTxnId === transactionId) ||
    (idempotencyKey !== null && conversion.idempotencyKey === idempotencyKey)
  )
}

/** A claim that the network has not spoken about, and no operator either. */
export function isOpenClaim({ source, status, reason, reportedStatus }: Conversion): boolean {
  return source === 'claim' && status === 'pending' && reason === 'claim' && reportedStatus === null
}

function openClaim(claim: ClaimedCompletion, situation: ClaimSituation): Conversion {
  const { click, offer, currency, nowMs, newId } = situation
  const terms = termsOf(offer, currency, situation)
  return {
    ...terms,
    // The network's payment is not known yet: the publisher's word, else the expected amount.
    ...earn(terms, claim.amountMicros ?? offer.revenueMicros),
    id: newId,
    version: 1,
    appId: claim.appId,
    networkId: offer.networkId,
    offerId: claim.offerId,
    userId: claim.userId,
    subId: click?.subId ?? null,
    clickId: click?.clickId ?? null,
    country: click?.country ?? null,
    platform: click?.platform ?? null,
    goal: claim.goal,
    // Claims of one click differ by their own ids until the network names its transaction.
    txnKey: offer.isRepeatable ? `claim:${newId}` : '',
    txnId: null,
    formerTxnId: null,
    source: 'claim',
    claimTxnId: claim.transactionId,
    idempotencyKey: claim.idempotencyKey,
    status: 'pending',
    reason: 'claim',
    reportedStatus: null,
    networkState: null,
    heldFor: null,
    networkWord: null,
    reportedMicros: null,
    reportedCurrency: null,
    rateDay: null,
    usdNanos: null,
    claimedMicros: claim.amountMicros,
    countedOn: null,
    isTest: claim.isTest,
    createdAtMs: nowMs,
    updatedAtMs: nowMs,
    expiresAtMs: click === undefined ? nowMs + unattributedDays * 86_400_000 : null,
    releaseAtMs: null,
    risk: null,
  }
}
