import type { ShownCurrency } from '@quoin/contract/present-offer.ts'
import { presentAmount } from '../present-amount.ts'
import type { AppCurrency } from '@quoin/core/apps/app-settings.ts'
import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { type Pricing, payoutAt } from '@quoin/core/catalogue/pricing.ts'
import type { Goal } from '@quoin/core/offers/goal.ts'
import { applyMargin } from '@quoin/core/terms/margin-rule.ts'

/** An offer's id and what it pays under the rules of the moment. */
export function shownOffer(
  { data }: Catalogue,
  index: number,
  pricing: Pricing,
): { readonly id: number; readonly payoutMicros: number } {
  return { id: data.ids[index] ?? 0, payoutMicros: payoutAt(data, index, pricing) }
}

/** An offer's goals with what each pays under the rules of the moment. */
export function shownGoals(catalogue: Catalogue, index: number, pricing: Pricing): readonly Goal[] {
  const { goals } = catalogue.goalsAt(index)
  const margin = pricing.marginOf?.(catalogue.data.ids[index] ?? 0)
  return margin === undefined ? goals : goals.map((goal) => applyMargin(goal, margin))
}

export function shownCurrency(currency: AppCurrency, { promotion }: Pricing): ShownCurrency {
  return { ...currency, promotionBasisPoints: promotion?.basisPoints ?? null }
}

/** The currency for whoever shows amounts in it, with the promotion that is in them. */
export function presentReward({ name, plural, decimals }: AppCurrency, { promotion }: Pricing) {
  return {
    name,
    plural: plural ?? name,
    decimals,
    promotion: promotion && {
      multiplier: presentAmount(promotion.basisPoints * microsPerBasisPoint),
      ends_at: Math.ceil(promotion.toMs / 1000),
    },
  }
}

const microsPerBasisPoint = 100
