import { formatMicros } from '../../payout/money.ts'
import type { Price } from '../../prices/price.ts'
import { amountMicrosMax } from '../row/read-amounts.ts'
import { prices as pricesKind, tellPlace } from '../row/read-prices.ts'
import { cutProblems } from '../row-contradictions.ts'
import type { EditedOffer, EditedPrice } from './edit-values.ts'

type Prices = readonly EditedPrice[]

/** The prices of an offer itself, or of one of its goals. */
export function pricesOf(prices: Prices, of?: string): readonly Price[] {
  return prices.filter(({ goal }) => goal === of).map(({ goal: _goal, ...price }) => price)
}

/** Prices with other payouts; a share stays what it is. */
export function repaid(prices: Prices, payoutOf: (price: Price) => number): Prices {
  return prices.map((price) =>
    price.payoutShareBasisPoints === null ? { ...price, payoutMicros: payoutOf(price) } : price,
  )
}

export function refusePrices(prices: Prices): string | undefined {
  const losing = prices.find(
    ({ payoutMicros, payoutShareBasisPoints, revenueMicros }) =>
      payoutMicros > amountMicrosMax || (payoutShareBasisPoints === null && payoutMicros > revenueMicros),
  )
  if (losing === undefined) return undefined
  const [payout, revenue] = [losing.payoutMicros, losing.revenueMicros].map((micros) => formatMicros(micros))
  const whose = losing.goal === undefined ? '' : ` of its goal ${losing.goal}`
  return `Its payout of ${payout} for ${tellPlace(losing)}${whose} would be above its revenue of ${revenue}.`
}

/** The reason why prices may not stand beside the countries and platforms of an offer, as an import tells it. */
export function refuseAudiences({ payout, prices, goals, ...offer }: EditedOffer): string | undefined {
  const [problem] = cutProblems({
    ...offer,
    payoutMicros: payout,
    prices: pricesOf(prices),
    goals: goals.map((goal) => ({ ...goal, prices: pricesOf(prices, goal.goal) })),
  })
  return problem && `Its ${problem.field} ${problem.message}.`
}

/** An offer may have 64 for each of 50 goals. */
const shownMax = 12

/** Prices whose payout a change makes another one: "US: 2 of 3; DE: 1 of 2", and of goals "level-10 (US: 2 of 3)". */
export function showPrices(prices: Prices, others: Prices): string {
  const changed = prices.filter(({ payoutMicros }, at) => payoutMicros !== others[at]?.payoutMicros)
  const groups = Map.groupBy(changed.slice(0, shownMax), ({ goal }) => goal)
  const told = [...groups].map(([goal, rows]) =>
    goal === undefined ? pricesKind.show(rows) : `${goal} (${pricesKind.show(rows)})`,
  )
  const left = changed.length - shownMax
  return [...told, ...(left > 0 ? [`${left} more`] : [])].join('; ')
}
