import { unknownCountry } from '../../detect/country.ts'
import { anyKey, type TargetingFilter } from '../filter.ts'

/** Countries that a sentence names; an offer may have all of them. */
const namedMax = 20

/** An offer that names no country is shown everywhere; an unknown country (ZZ) sees only those. */
export const country: TargetingFilter = {
  name: 'country',
  reason: 'country',
  keeps: (offer, audience) => offer.countries.length === 0 || offer.countries.includes(audience.country),
  explain: ({ countries }, { country: used }) => {
    if (countries.length === 0) return 'The offer is for every country.'
    const named = countries.slice(0, namedMax).join(', ')
    const more = countries.length > namedMax ? ` and ${countries.length - namedMax} more` : ''
    const user = used === unknownCountry ? 'the country of the user is unknown' : `the user is in ${used}`
    return `The offer is for ${named}${more}; ${user}.`
  },
  index: {
    kind: 'keys',
    keysOf: (offer) => (offer.countries.length === 0 ? [anyKey] : offer.countries),
    keysFor: (audience) => [anyKey, audience.country],
  },
}
