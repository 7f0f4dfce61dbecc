/** A third in a row of one category is put off while there is another. */
const rowMax = 2

/** Offers of these mostly ask for money, a deposit or a card first. */
export const costlyCategories: ReadonlySet<string> = new Set([
  ...['crypto', 'finance', 'insurance', 'shopping', 'subscriptions', 'travel', 'trials'],
])

interface Spread<Offer> {
  readonly categoryOf: (offer: Offer) => string | undefined
  /** Credited soon, and measured: such an offer takes every second place while somebody has started nothing yet. */
  readonly isEasy: (offer: Offer) => boolean
  readonly isNewcomer: boolean
}

/**
 * Some offers in an order that shows more of what there is: never more than two of a category in a row, as long
 * as there is another. Only places among them change, so that pages neither repeat nor skip.
 */
export function spreadOffers<Offer>(page: readonly Offer[], spread: Spread<Offer>): readonly Offer[] {
  const left = [...page]
  const placed: Offer[] = []
  while (left.length > 0) {
    const last = placed.slice(-rowMax).map(spread.categoryOf)
    const fits = (offer: Offer): boolean =>
      last.length < rowMax || last.some((category) => category !== spread.categoryOf(offer))
    const wantsEasy = spread.isNewcomer && placed.length % 2 === 0
    const easy = wantsEasy ? left.findIndex((offer) => fits(offer) && spread.isEasy(offer)) : -1
    const next = easy >= 0 ? easy : Math.max(0, left.findIndex(fits))
    placed.push(...left.splice(next, 1))
  }
  return placed
}
