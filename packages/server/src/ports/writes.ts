import type { App } from '@quoin/core/apps/app.ts'
import type { AppCurrency } from '@quoin/core/apps/app-settings.ts'
import type { AnswerVerdict } from '@quoin/core/callbacks/judge-answer.ts'
import type { Conversion, ReviewReason } from '@quoin/core/conversions/conversion.ts'
import type { ClaimedCompletion } from '@quoin/core/conversions/make-claim.ts'
import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import type { FieldProblem } from '@quoin/core/errors.ts'
import type { Confidence } from '@quoin/core/risk/confidence.ts'
import type { Reason } from '@quoin/core/risk/score.ts'
import type { MadeAttempt } from '../store/callbacks/callback-attempts.ts'

// The work handed to the durable writes of `Writers`, and its outcomes.

/**
 * One postback whose parameters are read; what they mean is decided with the click and its network at hand.
 */
export interface PostbackReport {
  /** UUIDv7; also the id of its row in the postback log. */
  readonly id: string
  /** The network that its token named; null when the click must tell. */
  readonly networkId: number | null
  /** In its canonical form. */
  readonly clickId: string
  /** The network's word for the status. */
  readonly word: string
  readonly reportedMicros: number
  readonly currency: string
  /** As the network names it; '' for the default goal. */
  readonly goal: string
  readonly txnId: string | null
  /** Decide in full and write nothing. */
  readonly isDryRun: boolean
  readonly receivedAtMs: number
  /** It was kept since it could not be applied, and is applied now: others may have come since. */
  readonly isKept?: boolean
  readonly method: string
  /** The caller's address, canonical. */
  readonly address: string
  /** The kept part of the parameters: bounded, without secrets. */
  readonly parameters: Readonly<Record<string, string>>
}

/** The outcome. Only `applied` and `duplicate` are answered with 200. */
export type PostbackOutcome =
  | { readonly kind: 'unknown_click' }
  /** The click's network asks for a proof that this address without a token cannot carry. */
  | { readonly kind: 'unproven'; readonly networkId: number }
  | {
      readonly kind: 'refused'
      readonly networkId: number
      readonly loss?: Loss
      readonly message: string
      readonly problems: readonly FieldProblem[]
    }
  | AppliedPostback

export interface AppliedPostback {
  readonly kind: 'applied' | 'duplicate'
  readonly networkId: number
  /** Null for a dry run that would create it. */
  readonly conversionId: string | null
  readonly clickId: string
  readonly status: ConversionStatus
  /** Why it is held or rejected, or what became of another payout. */
  readonly reason: string | null
  /** The doubt that would hold it if its click were live; absent where it would stand no differently. */
  readonly liveReason?: ReviewReason
  /** Whose list of offers it may have changed. */
  readonly user: { readonly appId: number; readonly userId: string; readonly isTest: boolean }
  /** Whether the offer has a cap that it may have used up or released. */
  readonly hasCap: boolean
  readonly offerId: number
  /** It would lose money, or does; absent where not, and where nothing is written. */
  readonly loss?: Loss
  /** The conversion that a dry run would have left. */
  readonly tried?: TriedConversion
}

/** A conversion as it would be. */
type TriedConversion = Pick<
  Conversion,
  | 'revenueMicros'
  | 'payoutMicros'
  | 'payoutLocalMicros'
  | 'currency'
  | 'goal'
  | 'releaseAtMs'
  | 'heldFor'
  | 'marginBasisPoints'
  | 'promotionBasisPoints'
  | 'isTest'
>

/** The outcome of a report that loses money. */
export interface Loss {
  readonly action: 'held' | 'paid' | 'refused'
  readonly clickId: string
  readonly conversionId: string | null
  readonly revenueMicros: number
  readonly payoutMicros: number
}

/** A publisher's claim, and the currency of its app at that time. */
export interface Claim extends ClaimedCompletion {
  /** As the publisher names it; '' for the default goal. */
  readonly goal: string
  readonly currency: AppCurrency
  /** The click that the publisher named, as sent; else the user's latest one is looked for. */
  readonly clickId: string | null
}

export type ClaimOutcome =
  | { readonly kind: 'unknown_offer' }
  /** The offer has these goals, and none of that name. */
  | { readonly kind: 'unknown_goal'; readonly goals: readonly string[] }
  /** The click that was named is none of this user on this offer. */
  | { readonly kind: 'unknown_click' }
  /** The idempotency key came before, with another body. */
  | { readonly kind: 'other_body' }
  | { readonly kind: 'recorded'; readonly isNew: boolean; readonly conversion: Conversion }

type AssessedApp = Pick<
  App,
  | 'id'
  | 'multiAccountThreshold'
  | 'multiAccountWindowDays'
  | 'multiAccountMode'
  | 'autoBlockScore'
  | 'fraudShare'
>

/** A user seen on a device. */
export interface Sighting {
  readonly app: AssessedApp
  readonly isTest: boolean
  readonly fingerprintHash: string
  readonly userId: string
  /** Open keys, bounded at the edge. */
  readonly data: Readonly<Record<string, unknown>> | undefined
  /** The same as JSON, where that was made already. */
  readonly dataJson?: string | undefined
  /** Canonical. Undefined when only the publisher's server is known, which is no evidence about its user. */
  readonly endUserAddress: string | undefined
  readonly endUserAgent: string | undefined
  readonly seenAtMs: number
  readonly requestId: string
}

/** Spec §2.5. */
export interface DeviceVerdict {
  readonly isBlocked: boolean
  /** 0 to 100 with one decimal: the probability of fraud in percent. */
  readonly riskScore: number
  readonly isMultiAccounting: boolean
  /** Strongest first. For the operator, and for an app's server where the app is set so. */
  readonly reasons: readonly Reason[]
  readonly weightsVersion: string
  /** How much the score stands on. */
  readonly confidence: Confidence
}

/** The outcome of an attempt. */
export interface Attempted {
  readonly attempt: MadeAttempt
  readonly verdict: AnswerVerdict
  /** 429 or 503: the receiver asked all of us to wait, not this callback alone. */
  readonly isThrottled: boolean
  /** Whether it was about offers, and no conversion. */
  readonly isNews?: boolean
}
