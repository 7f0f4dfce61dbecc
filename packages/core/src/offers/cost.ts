/** The demands that an offer may make on its user's money, from none to one that comes again. */
export const costs = ['free', 'deposit', 'purchase', 'subscription'] as const
export type Cost = (typeof costs)[number]

/** 60 days: what takes longer is no effort but a wait. */
export const minutesMax = 86_400

/** The facts about cost and effort that an offer may have. */
export interface CostFacts {
  readonly cost: Cost | null
  readonly costMicros: number | null
  readonly costCurrency: string | null
}

/** Why the cells about the cost contradict each other; undefined where they do not. */
export function costContradiction({
  cost,
  costMicros,
  costCurrency,
}: CostFacts): { readonly field: 'cost_amount' | 'cost_currency'; readonly message: string } | undefined {
  const takesAmount = cost !== null && cost !== 'free'
  if (costMicros !== null && !takesAmount)
    return { field: 'cost_amount', message: 'belongs to the cost deposit, purchase or subscription' }
  if ((costMicros === null) !== (costCurrency === null))
    return costMicros === null
      ? { field: 'cost_currency', message: 'belongs to an amount' }
      : { field: 'cost_currency', message: 'is required with an amount, such as EUR' }
  return undefined
}
