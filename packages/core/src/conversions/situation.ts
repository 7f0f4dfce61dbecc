import type { OfferTerms } from '../offers/terms.ts'
import type { AppCurrency } from '../apps/app-settings.ts'
import type { Network } from '../networks/network.ts'
import type { Platform } from '../offers/offer.ts'
import type { BehaviourRisk } from '../risk/behaviour/behaviour-risk.ts'
import type { ExchangeRate } from '../terms/exchange-rate.ts'
import type { RemainingCap } from './caps.ts'
import type { Conversion } from './conversion.ts'
import type { MeaningsAfter } from './network-state.ts'
import type { ConversionStatus } from './status.ts'
import type { TermRules } from './terms-of.ts'
import type { TransactionUse } from './transaction-use.ts'

/** A network's report, read. */
export interface Report {
  readonly status: ConversionStatus
  /** The meaning of the word once the network has said something else before. */
  readonly meaningsAfter?: MeaningsAfter
  /** Its own word for the status, as sent. */
  readonly word: string
  readonly reportedMicros: number
  readonly currency: string
  /**
   * The rate that makes USD of it, and the amount in USD; absent where it is in USD, and `missing` where nobody knows
   * what its currency is worth.
   */
  readonly exchange?: (Pick<ExchangeRate, 'day' | 'usdNanos'> & { readonly usdMicros: number }) | 'missing'
  /** The key of a goal of the offer; '' is the only one of an offer without goals. */
  readonly goal: string
  readonly txnId: string | null
  /** When it came, if it could not be applied then and is applied now. */
  readonly keptSinceMs?: number
}

/** The owner of the click. It is known from the click, or from a conversion that outlived it. */
export interface ReportedClick {
  readonly clickId: string
  readonly appId: number
  readonly offerId: number
  readonly userId: string
  readonly subId: string | null
  readonly country: string | null
  readonly platform: Platform | null
  readonly isTest: boolean
  readonly isBot: boolean
  /** The link led down the fallback chain: by it the user never reached the offer. */
  readonly isFallback: boolean
  /** Where they clicked; absent where it is not known any more. */
  readonly address?: string | null
  /** The behaviour risk of the pattern of clicks, as core/risk/behaviour notes it; null where there is none. */
  readonly risk?: string | null
}

/** The terms of the goal in question: those of the offer where it has no others (core/offers/goal.ts). */
export interface EarningOffer extends OfferTerms {
  /** How long after the click the goal counts without review; null: as long as the attribution window. */
  readonly deadlineSec: number | null
}

/** Everything the decision depends on. */
export interface Situation extends TermRules {
  readonly click: ReportedClick
  readonly offer: EarningOffer
  readonly currency: AppCurrency
  /** The conversion of this click, goal and transaction; or the open claim on the click. */
  readonly existing: Conversion | undefined
  /** Whether the user earned this goal of the offer by another click already. */
  readonly hasAnother: boolean
  /**
   * The remaining part of all caps that it is under: of those on the day on which it counts already, else on `today`.
   */
  readonly remainingCap: RemainingCap
  /** The user, or where they clicked, is on a block or review list. */
  readonly isListed: boolean
  /** The risk of the report, its click, its user and its source; absent where nothing speaks for it. */
  readonly risk?: BehaviourRisk | null
  /** The verdict of other conversions on its transaction; absent where there is none. */
  readonly transactionUse?: TransactionUse
  /** One of them counts or is a person's to decide. */
  readonly isStandingElsewhere?: boolean
  readonly onChangedPayout: Network['onChangedPayout']
  readonly onLoss: Network['onLoss']
  readonly nowMs: number
  /** The day in the time zone of the network. */
  readonly today: string
  /** The id of a conversion that this report may create. */
  readonly newId: string
}
