import { amountsIn, type Amounts, isNothing, type Whereabouts, type Priced } from './price.ts'

/** The part of an offer that prices change. */
export interface PricedParts extends Priced {
  readonly goals: readonly Priced[]
}

/** Whether it pays differently by country or platform. */
export function hasPrices({ prices = [], goals }: Pick<PricedParts, 'prices' | 'goals'>): boolean {
  return prices.length > 0 || goals.some((goal) => (goal.prices ?? []).length > 0)
}

/** The offer as it pays at a place, its goals too, without other prices; one whose goals have some pays their sum. */
export function offerIn<Offer extends PricedParts>(offer: Offer, place: Whereabouts): Offer {
  return hasPrices(offer) ? priced(offer, (each) => amountsIn(each, place)) : offer
}

function priced<Offer extends PricedParts>(offer: Offer, amountsOf: (priced: Priced) => Amounts): Offer {
  if (offer.goals.length === 0) return { ...offer, ...amountsOf(offer), prices: [] }
  const goals = offer.goals.map((goal) => ({ ...goal, ...amountsOf(goal), prices: [] }))
  return { ...offer, ...sumOf(goals), goals }
}

/** The amounts of goals together. */
export function sumOf(goals: readonly Amounts[]): Pick<Amounts, 'payoutMicros' | 'revenueMicros'> {
  return {
    payoutMicros: goals.reduce((sum, goal) => sum + goal.payoutMicros, 0),
    revenueMicros: goals.reduce((sum, goal) => sum + goal.revenueMicros, 0),
  }
}

/** Whether there is anything to earn at a place; an offer without prices is the same everywhere. */
export function isPricedIn(offer: PricedParts, place: Whereabouts): boolean {
  if (!hasPrices(offer)) return true
  const { goals, ...own } = offerIn(offer, place)
  return goals.length === 0 ? !isNothing(own) : goals.some((goal) => !isNothing(goal))
}
