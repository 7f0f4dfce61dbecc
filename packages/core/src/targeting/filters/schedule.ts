import { dayOf } from '../../time/calendar-day.ts'
import type { TargetingFilter } from '../filter.ts'

/** Shown from its start, and until before its end. */
export const schedule: TargetingFilter = {
  name: 'schedule',
  reason: 'schedule',
  keeps: (offer, { nowSec }) =>
    nowSec >= (offer.startsAtSec ?? -Infinity) && nowSec < (offer.endsAtSec ?? Infinity),
  explain: ({ startsAtSec, endsAtSec }, { nowSec }) => {
    if (startsAtSec !== null && nowSec < startsAtSec) return `The offer begins on ${dayOfSec(startsAtSec)}.`
    if (endsAtSec === null) return 'The offer runs without an end.'
    return `The offer ${nowSec < endsAtSec ? 'ends' : 'has ended'} on ${dayOfSec(endsAtSec)}.`
  },
  index: {
    kind: 'window',
    opensAtSec: (offer) => offer.startsAtSec ?? -Infinity,
    closesAtSec: (offer) => offer.endsAtSec ?? Infinity,
  },
}

function dayOfSec(timeSec: number): string {
  return `${dayOf(timeSec * 1000)} (UTC)`
}
