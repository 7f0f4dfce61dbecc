/** Offers that nobody is shown, since a cap is used up: their own, or that of a network or of everything. */
export function capsSentence(offers: number): string {
  return offers === 1
    ? '1 offer is hidden by a cap that is used up, until it begins anew.'
    : `${offers} offers are hidden by caps that are used up, until they begin anew.`
}
