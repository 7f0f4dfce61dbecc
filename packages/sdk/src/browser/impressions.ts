interface ShownOffers {
  readonly baseUrl: string
  /** A session of your server. */
  readonly session: string
  readonly offerIds: readonly number[]
}

const idsMax = 100

/**
 * Tells which offers of a list of your own came into sight, for click-through rates, eCPM and the recommended order; the
 * wall does this by itself. Batched and in the background: each user counts once for an offer in a day.
 */
export function sendImpressions({ baseUrl, session, offerIds }: ShownOffers): void {
  const address = `${baseUrl}/wall/impressions?${new URLSearchParams({ session })}`
  for (let from = 0; from < offerIds.length; from += idsMax) {
    const offers = offerIds.slice(from, from + idsMax).join(',')
    navigator.sendBeacon(address, new URLSearchParams({ offers }))
  }
}
