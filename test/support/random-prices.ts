import type { Platform } from '@quoin/core/offers/offer.ts'
import { platforms } from '@quoin/core/offers/offer.ts'
import type { Price } from '@quoin/core/prices/price.ts'
import fc from 'fast-check'

/** Countries that random prices name. */
export const pricedCountries = ['DE', 'US', 'FR'] as const

const amounts = fc
  .record({ payoutMicros: fc.integer({ min: 0, max: 3 }), more: fc.integer({ min: 0, max: 2 }) })
  .map(({ payoutMicros, more }) => ({
    payoutMicros,
    revenueMicros: payoutMicros + more,
    payoutShareBasisPoints: null,
  }))

/** Prices of which no two cover the same person; none in half of all cases. */
export const randomPrices: fc.Arbitrary<Price[]> = fc.oneof(
  fc.constant<Price[]>([]),
  fc
    .array(
      fc.tuple(fc.subarray([...pricedCountries]), fc.subarray([...platforms], { maxLength: 2 }), amounts),
      { minLength: 1, maxLength: 5 },
    )
    .map((rows) => {
      const taken = new Set<string>()
      return rows.flatMap(([countries, on, amount]) => {
        if (countries.length === 0 && on.length === 0) return []
        const places = placesOf(countries, on)
        if (places.some((place) => taken.has(place))) return []
        for (const place of places) taken.add(place)
        return [{ countries, platforms: on, ...amount }]
      })
    }),
)

/** Places by name; ZZ stands for every country that no price names. */
function placesOf(countries: readonly string[], on: readonly Platform[]): string[] {
  const where = countries.length === 0 ? [...pricedCountries, 'ZZ'] : countries
  const how = on.length === 0 ? platforms : on
  return where.flatMap((country) => how.map((platform) => `${country} ${platform}`))
}
