import {
  amountsAnywhere,
  amountsIn,
  type Amounts,
  isNothing,
  type Whereabouts,
  type Priced,
} from '../prices/price.ts'

/** The payment terms of an offer. */
export interface OfferTerms extends Amounts {
  readonly networkId: number
  readonly isRepeatable: boolean
  readonly attributionWindowSec: number
  /** How long what is approved is held before it counts; 0 or absent: not at all. */
  readonly holdDays?: number
}

/** The amounts of an offer or goal until a moment, with its prices of then. */
export interface FormerAmounts extends Priced {
  readonly untilMs: number
}

/** When somebody clicked, and where they were; undefined of somebody of whom nothing is known. */
export interface Occasion {
  readonly timeMs: number
  readonly place: Whereabouts | undefined
}

export interface DatedTerms extends Priced {
  /** In their order; null or absent where it never paid anything else. */
  readonly amountsBefore?: readonly FormerAmounts[] | null
}

/** The amounts of an offer or goal on an occasion: by the first former prices that ended later, else by the present ones. */
export function amountsAt(terms: DatedTerms, { timeMs, place }: Occasion): Amounts {
  const then = pricedAt(terms, timeMs)
  return place === undefined ? amountsAnywhere(then) : amountsIn(then, place)
}

/** An older version of the server writes none of the prices, and changes none: they are those that followed. */
function pricedAt(terms: DatedTerms, timeMs: number): Priced {
  const former = terms.amountsBefore ?? []
  const at = former.findIndex(({ untilMs }) => timeMs < untilMs)
  const then = at < 0 ? undefined : former[at]
  if (then === undefined) return terms
  const { prices } = former.slice(at).find((one) => one.prices !== undefined) ?? terms
  return { ...then, prices: prices ?? [] }
}

/** How long links may go by older prices: while a file is imported, or while the database is away. */
const followedMs = 86_400_000

/**
 * The occasion by which a click is paid. Where nothing at all was paid any more when somebody clicked, their link went by
 * the latest prices before that had something for them.
 */
export function paidOccasion(paid: readonly DatedTerms[], occasion: Occasion): Occasion {
  const { timeMs, place } = occasion
  const isPriced = paid.some((terms) => (pricedAt(terms, timeMs).prices ?? []).length > 0)
  if (!isPriced || isPaid(paid, occasion)) return occasion
  const ends = paid.flatMap(({ amountsBefore }) => (amountsBefore ?? []).map(({ untilMs }) => untilMs))
  const before = ends
    .filter((untilMs) => untilMs <= timeMs && timeMs - untilMs <= followedMs)
    .toSorted((one, other) => other - one)
    .map((untilMs) => ({ timeMs: untilMs - 1, place }))
  return before.find((earlier) => isPaid(paid, earlier)) ?? occasion
}

function isPaid(paid: readonly DatedTerms[], occasion: Occasion): boolean {
  return paid.some((terms) => !isNothing(amountsAt(terms, occasion)))
}
