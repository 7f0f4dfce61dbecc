import { unknownCountry } from '../../detect/country.ts'
import { hasPrices, isPricedIn } from '../../prices/price-offer.ts'
import type { TargetingFilter } from '../filter.ts'

/** An offer with prices is shown where it has one; one without any pays the same everywhere. */
export const price: TargetingFilter = {
  name: 'price',
  reason: 'country',
  keeps: isPricedIn,
  explain: (offer, { country, platform }) => {
    if (!hasPrices(offer)) return 'The offer has one price for everybody.'
    const where = `${country === unknownCountry ? 'an unknown country' : country} on ${platform}`
    return isPricedIn(offer, { country, platform })
      ? `The offer has a price for ${where}.`
      : `The offer has prices for some places and none for the rest of the world; the user is in ${where}.`
  },
  index: { kind: 'cut' },
}
