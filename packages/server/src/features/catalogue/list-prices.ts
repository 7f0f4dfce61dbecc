import type { Catalogue } from '@quoin/core/catalogue/catalogue.ts'
import { unknownCountry } from '@quoin/core/detect/country.ts'
import { type Cut, cutPrices, placedCountries, placeOf } from '@quoin/core/prices/cut-prices.ts'
import { hasPrices, offerIn } from '@quoin/core/prices/price-offer.ts'
import { applyMargin } from '@quoin/core/terms/margin-rule.ts'
import type { Ports } from '../../ports/ports.ts'

/** The payout of an offer to those of some countries and platforms. */
export interface ListedPrice extends Cut {
  readonly payoutMicros: number
}

/**
 * All that an offer with prices pays the users of an app, each of them once; countries under other margin rules stand
 * apart. Empty for an offer that pays everybody the same.
 */
export function listPrices(
  { snapshots }: Pick<Ports, 'snapshots'>,
  catalogue: Catalogue,
  { offerId, appId }: { readonly offerId: number; readonly appId: number },
): readonly ListedPrice[] {
  const offer = catalogue.findOffer(offerId)
  if (offer === undefined || !hasPrices(offer)) return []
  const terms = snapshots.terms()
  const marginIn = (country: string) => terms.findMargin({ offerId, appId, country })
  return cutPrices(offer).flatMap((cut) => {
    const paid = offerIn(offer, placeOf(cut))
    const countries = cut.countries.length === 0 ? placedCountries : cut.countries
    const alike = [...Map.groupBy(countries, (country) => marginIn(country)?.basisPoints).values()]
    return alike.map((some) => ({
      countries: some.length === placedCountries.length ? [] : some,
      platforms: cut.platforms,
      payoutMicros: applyMargin(paid, marginIn(some[0] ?? unknownCountry)).payoutMicros,
    }))
  })
}
