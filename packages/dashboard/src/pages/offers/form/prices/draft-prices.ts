import { cutPrices, cutsMax } from '@quoin/core/prices/cut-prices.ts'
import { hasPrices } from '@quoin/core/prices/price-offer.ts'
import type { Priced } from '@quoin/core/prices/price.ts'
import type { OfferDraft } from '../offer-rows.ts'
import { overlapsIn } from './overlaps.ts'
import {
  amountsOf,
  asPlatforms,
  isUnplaced,
  paysRest,
  type PriceDraft,
  priceOf,
  type RestDraft,
} from './price-rows.ts'

interface PricedDraft extends RestDraft {
  readonly prices: readonly PriceDraft[]
}

interface AudienceDraft extends PricedDraft, Pick<OfferDraft, 'goals' | 'countries' | 'platforms'> {}

/** How many audiences the prices of a draft tell apart; undefined without prices. */
export function countAudiences({ goals, countries, platforms, ...own }: AudienceDraft): number | undefined {
  const offer = { ...pricedOf(own), goals: goals.map(pricedOf) }
  if (!hasPrices(offer)) return undefined
  return cutPrices({ ...offer, countries, platforms: asPlatforms(platforms) }).length
}

function pricedOf({ prices, ...rest }: PricedDraft): Priced {
  return { ...amountsOf(rest), prices: prices.map(priceOf) }
}

/** How many rows of a table it takes: its prices, and the rest of the world where it is paid for. */
function countRows({ prices, ...rest }: PricedDraft): number {
  return prices.length + (prices.length === 0 || paysRest(rest) ? 1 : 0)
}

/** The number of the first row of each goal: they go on through all goals. */
export function firstRows(goals: readonly PricedDraft[]): readonly number[] {
  let next = 1
  return goals.map((goal) => {
    const first = next
    next += countRows(goal)
    return first
  })
}

/** A fault of the prices that the form itself can see; while there is one, the server is not asked. */
export function priceTrouble(draft: OfferDraft): string | undefined {
  const { goals, prices } = draft
  const firsts = firstRows(goals)
  const lists =
    goals.length === 0
      ? [{ prices, first: 1 }]
      : goals.map((goal, at) => ({ prices: goal.prices, first: firsts[at] ?? 1 }))
  for (const { prices: list, first } of lists) {
    const [overlap] = overlapsIn(list)
    if (overlap)
      return `rows ${first + overlap.one} and ${first + overlap.other} would both pay the same person`
    const at = list.findIndex(isUnplaced)
    if (at >= 0) return `row ${first + at} names no country and no platform`
  }
  const audiences = countAudiences(draft) ?? 0
  if (audiences <= cutsMax) return undefined
  return `the prices tell ${audiences} audiences apart; at most ${cutsMax} are allowed`
}
