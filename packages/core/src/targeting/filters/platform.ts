import { anyKey, type TargetingFilter } from '../filter.ts'

/** An offer that names no platform is shown on all three. */
export const platform: TargetingFilter = {
  name: 'platform',
  reason: 'platform',
  keeps: (offer, audience) => offer.platforms.length === 0 || offer.platforms.includes(audience.platform),
  explain: ({ platforms }, { platform: used }) =>
    platforms.length === 0
      ? 'The offer is for every platform.'
      : `The offer is for ${platforms.join(', ')}; the user is on ${used}.`,
  index: {
    kind: 'keys',
    keysOf: (offer) => (offer.platforms.length === 0 ? [anyKey] : offer.platforms),
    keysFor: (audience) => [anyKey, audience.platform],
  },
}
