import { anyKey, type Filter } from '../filter.ts'

/** An offer that names no country is shown everywhere; an unknown country (ZZ) sees only those. */
export const country: Filter = {
  name: 'country',
  keeps: (offer, audience) => offer.countries.length === 0 || offer.countries.includes(audience.country),
  index: {
    kind: 'keys',
    keysOf: (offer) => (offer.countries.length === 0 ? [anyKey] : offer.countries),
    keysFor: (audience) => [anyKey, audience.country],
  },
}
