import type { Filter } from '../filter.ts'

/** Shown from its start, and until before its end. */
export const schedule: Filter = {
  name: 'schedule',
  keeps: (offer, { nowSec }) =>
    nowSec >= (offer.startsAtSec ?? -Infinity) && nowSec < (offer.endsAtSec ?? Infinity),
  index: {
    kind: 'window',
    opensAtSec: (offer) => offer.startsAtSec ?? -Infinity,
    closesAtSec: (offer) => offer.endsAtSec ?? Infinity,
  },
}
