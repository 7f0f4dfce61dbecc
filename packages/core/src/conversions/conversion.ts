import type { Platform } from '../offers/offer.ts'
import type { Rounding } from '../payout/convert.ts'
import type { BehaviourRisk } from '../risk/behaviour/behaviour-risk.ts'
import type { ConversionStatus } from './status.ts'

/** Why a conversion waits for a person, although it is pending. */
export const reviewReasons = [
  'claim',
  'window',
  'deadline',
  'repeat',
  'transaction',
  'bot',
  'fallback',
  'listed',
  'risk',
  'margin',
] as const
export type ReviewReason = (typeof reviewReasons)[number]

/** Why it waits for a time alone, `releaseAtMs`, although it is pending. */
const timedReasons = ['hold'] as const
type TimedReason = (typeof timedReasons)[number]

/**
 * Why it is rejected or reversed, when it was not the network that said so. `withheld`: a person took it back while the
 * network stands by it, so that what the network owes stays.
 */
type OwnRejection = 'cap' | 'refused' | 'expired' | 'withheld'

export type ConversionReason = ReviewReason | TimedReason | OwnRejection

/** The first reporter. */
export const conversionSources = ['postback', 'claim'] as const
export type ConversionSource = (typeof conversionSources)[number]

/** One completed (or claimed) offer of a user, with the terms it was earned under. */
export interface Conversion {
  readonly id: string
  /** How many events it has had; the first one is 1. */
  readonly version: number
  readonly appId: number
  readonly networkId: number
  readonly offerId: number
  readonly userId: string
  readonly subId: string | null
  /** Null for a claim that no click was found for. */
  readonly clickId: string | null
  /** The click's country, which is not kept for ever: ISO alpha-2, or ZZ. Null without a click. */
  readonly country: string | null
  readonly platform: Platform | null
  /** Its key; '' where the offer had no goals. */
  readonly goal: string
  /** Part of the identity: the network's transaction where the offer is repeatable, else ''. */
  readonly txnKey: string
  /** The network's transaction as it was sent. */
  readonly txnId: string | null
  /** The former name, where a later report named another. */
  readonly formerTxnId: string | null
  readonly source: ConversionSource
  readonly claimTxnId: string | null
  readonly idempotencyKey: string | null
  readonly status: ConversionStatus
  readonly reason: ConversionReason | null
  /** The fraud risk when it was first reported; null or absent where nothing spoke for it. */
  readonly risk?: BehaviourRisk | null
  /**
   * The network's last word; null until it has spoken. It differs from `status` where we hold or refuse.
   */
  readonly reportedStatus: ConversionStatus | null
  /**
   * Where that leads in the network's own story (core/conversions/network-state.ts), which never looks at our
   * holds. Null until it has spoken, and in rows of older versions.
   */
  readonly networkState: ConversionStatus | null
  /**
   * The reason that holds it for a person, or held it when the network rejected it: a correction does not pass that
   * by. Null once a person has lifted it.
   */
  readonly heldFor: ReviewReason | null
  readonly networkWord: string | null
  /** The network's payment as it said it, and its currency. */
  readonly reportedMicros: number | null
  readonly reportedCurrency: string | null
  /** The day and rate by which a foreign amount became USD, in billionths; null where it was USD. */
  readonly rateDay: string | null
  readonly usdNanos: number | null
  readonly claimedMicros: number | null
  readonly revenueMicros: number
  readonly payoutMicros: number
  readonly payoutLocalMicros: number
  /** The publisher's share when it was earned; null for a fixed payout. */
  readonly shareBasisPoints: number | null
  /** The rule that set what the platform keeps, and how much of the revenue that was; null without one. */
  readonly marginRuleId: number | null
  readonly marginBasisPoints: number | null
  /** The app's currency as it was: a later change never changes an earned amount. */
  readonly currency: string
  readonly rateMicros: number
  readonly decimals: number
  readonly rounding: Rounding
  /** The promotion of the app at the click; null without one. */
  readonly promotionId: number | null
  readonly promotionBasisPoints: number | null
  /** The UTC day on whose cap it counts; null while it counts on none. */
  readonly countedOn: string | null
  readonly isTest: boolean
  readonly createdAtMs: number
  readonly updatedAtMs: number
  readonly expiresAtMs: number | null
  /** When it is approved by itself, while it is held for a time. */
  readonly releaseAtMs: number | null
}

/** The identity of a conversion, besides its state. */
export type ConversionIdentity = Pick<
  Conversion,
  | 'id'
  | 'offerId'
  | 'userId'
  | 'clickId'
  | 'subId'
  | 'goal'
  | 'txnId'
  | 'claimTxnId'
  | 'currency'
  | 'isTest'
  | 'createdAtMs'
>

/** The cause of a conversion's step: the first reporter, an operator, or the end of its time or hold. */
export const eventSources = [...conversionSources, 'operator', 'expiry', 'release'] as const
export type EventSource = (typeof eventSources)[number]

/** One step in the history of a conversion. */
export interface ConversionEvent {
  readonly conversionId: string
  readonly appId: number
  readonly isTest: boolean
  readonly version: number
  /** Null for the first one. */
  readonly fromStatus: ConversionStatus | null
  readonly toStatus: ConversionStatus
  readonly reason: ConversionReason | null
  readonly source: EventSource
  readonly postbackRequestId: string | null
  readonly actor: string | null
  readonly revenueMicros: number
  readonly payoutMicros: number
  readonly payoutLocalMicros: number
  readonly happenedAtMs: number
}

/** The cause of a conversion's step. */
export interface EventCause {
  readonly source: EventSource
  readonly postbackRequestId?: string
  readonly actor?: string
}

/** The event that leads from one state of a conversion to another; undefined before the first. */
export function eventOf(
  before: Conversion | undefined,
  after: Conversion,
  cause: EventCause,
): ConversionEvent {
  return {
    conversionId: after.id,
    appId: after.appId,
    isTest: after.isTest,
    version: after.version,
    fromStatus: before?.status ?? null,
    toStatus: after.status,
    reason: after.reason,
    source: cause.source,
    postbackRequestId: cause.postbackRequestId ?? null,
    actor: cause.actor ?? null,
    revenueMicros: after.revenueMicros,
    payoutMicros: after.payoutMicros,
    payoutLocalMicros: after.payoutLocalMicros,
    happenedAtMs: after.updatedAtMs,
  }
}

/** Pending for a person, not for the network: only a confirmation moves it to approved. */
export function isInReview(conversion: Pick<Conversion, 'status' | 'reason'>): boolean {
  return conversion.status === 'pending' && conversion.reason !== null && !isOnHold(conversion)
}

/** The reason as those outside are told it: that a network stands by what a person took back is not their matter. */
export function toldReason(reason: string | null): string | null {
  return reason === 'withheld' ? 'refused' : reason
}

/** Taken back by a person alone: the network stands by it, and goes on owing. */
export function isWithheld({ status, reason }: Pick<Conversion, 'status' | 'reason'>): boolean {
  return status === 'reversed' && reason === 'withheld'
}

/** Approved by the network, and pending for its time alone. */
export function isOnHold({ status, reason }: Pick<Conversion, 'status' | 'reason'>): boolean {
  return status === 'pending' && timedReasons.some((timed) => timed === reason)
}

/**
 * An open claim is a publisher's word: it uses up no cap and keeps no other click of the user from earning.
 */
export function isVouchedFor({ status, reason }: Pick<Conversion, 'status' | 'reason'>): boolean {
  return status === 'approved' || (status === 'pending' && reason !== 'claim')
}
