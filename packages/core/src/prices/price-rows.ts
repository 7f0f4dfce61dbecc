import { type Amounts, covers, isNothing, type Whereabouts, type Price, type Priced } from './price.ts'
import type { PricedParts } from './price-offer.ts'

interface NamedGoal extends Priced {
  readonly goal: string
  readonly name: string
}

interface RowsOffer extends PricedParts {
  readonly goals: readonly NamedGoal[]
}

/** One price of an offer or of one of its goals, as a table of all of them has it. */
export interface PriceRow {
  /** Its name in the table and in sentences: from 1, through all goals. */
  readonly number: number
  /** Null where the offer itself is paid for. */
  readonly goal: NamedGoal | null
  /** The price of everybody whom no other row of the goal covers. */
  readonly isRest: boolean
  readonly price: Price
}

/** All prices of an offer: in groups by goal, the rest of the world last where it is paid for. */
export function priceRows(offer: RowsOffer): readonly PriceRow[] {
  const owners = offer.goals.length > 0 ? offer.goals.map((goal) => ({ goal, of: goal })) : [ownOf(offer)]
  return owners
    .flatMap(({ goal, of }) => rowsOf(of).map((row) => ({ ...row, goal })))
    .map((row, index) => ({ number: index + 1, ...row }))
}

function ownOf(offer: RowsOffer): { readonly goal: null; readonly of: Priced } {
  return { goal: null, of: offer }
}

/** The prices of an offer or goal by themselves. */
export function rowsOf(priced: Priced): readonly Omit<PriceRow, 'number' | 'goal'>[] {
  const { prices = [] } = priced
  const own = prices.map((price) => ({ isRest: false, price }))
  if (prices.length > 0 && isNothing(priced)) return own
  return [...own, { isRest: true, price: everywhere(priced) }]
}

function everywhere({ payoutMicros, payoutShareBasisPoints, revenueMicros }: Amounts): Price {
  return { countries: [], platforms: [], payoutMicros, payoutShareBasisPoints, revenueMicros }
}

/** The rows by which an offer pays somebody: one of each goal that they can earn there. */
export function rowsFor(rows: readonly PriceRow[], place: Whereabouts): readonly PriceRow[] {
  const groups = Map.groupBy(rows, ({ goal }) => goal)
  return [...groups.values()].flatMap((group) => {
    const row = group.find(({ price }) => covers(price, place)) // that of the rest of the world is the last
    return row === undefined || isNothing(row.price) ? [] : [row]
  })
}
