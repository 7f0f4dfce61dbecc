import type { TargetingFilter } from '../filter.ts'

/** A paused offer is shown to nobody. */
export const status: TargetingFilter = {
  name: 'status',
  reason: 'paused',
  keeps: (offer) => offer.status === 'active',
  explain: (offer) => (offer.status === 'active' ? 'The offer is active.' : 'The offer is paused.'),
  index: {
    kind: 'keys',
    keysOf: (offer) => [offer.status],
    keysFor: () => ['active'],
  },
}
