import type { AppCurrency } from '../apps/app-settings.ts'
import { type MarginRule, type PayingTerms, applyMargin } from '../terms/margin-rule.ts'
import type { Promotion } from '../terms/promotion.ts'
import type { Conversion } from './conversion.ts'

/** By what an operator and a publisher change what an offer pays. */
export interface TermRules {
  /** The rule that sets what the platform keeps, where there is one. */
  readonly margin?: Pick<MarginRule, 'id' | 'basisPoints'> | undefined
  /** The promotion of the app that ran at the click, where one did. */
  readonly promotion?: Pick<Promotion, 'id' | 'basisPoints'> | undefined
}

type ConversionTerms = Pick<
  Conversion,
  | 'payoutMicros'
  | 'shareBasisPoints'
  | 'marginRuleId'
  | 'marginBasisPoints'
  | 'currency'
  | 'rateMicros'
  | 'decimals'
  | 'rounding'
  | 'promotionId'
  | 'promotionBasisPoints'
>

/** The terms that a conversion is earned under, kept with it: a later change never changes an earned amount. */
export function termsOf(
  offer: PayingTerms,
  currency: AppCurrency,
  { margin, promotion }: TermRules,
): ConversionTerms {
  const { payoutMicros, payoutShareBasisPoints } = applyMargin(offer, margin)
  return {
    payoutMicros,
    shareBasisPoints: payoutShareBasisPoints,
    marginRuleId: margin?.id ?? null,
    marginBasisPoints: margin?.basisPoints ?? null,
    currency: currency.name,
    rateMicros: currency.rateMicros,
    decimals: currency.decimals,
    rounding: currency.rounding,
    promotionId: promotion?.id ?? null,
    promotionBasisPoints: promotion?.basisPoints ?? null,
  }
}
