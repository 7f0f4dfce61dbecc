import { type Cap, type CapAmounts, type CapMeasure, type CapSubject, weightOf } from '../caps/cap.ts'
import type { CapIndex } from '../caps/cap-index.ts'

import { type Conversion, isVouchedFor } from './conversion.ts'

/** An offer's own caps by count, as it was imported: per day of its network and in all; null means unlimited. */
export interface Caps {
  readonly dailyCap: number | null
  readonly totalCap: number | null
}

interface CapKeys {
  readonly daily: string
  readonly total: string
}

/** One counter: of what it counts, and how it is named. */
export interface CapCounter {
  readonly key: string
  /** Null for an offer's own caps. */
  readonly capId: number | null
  readonly networkId: number | null
  readonly offerId: number | null
  /** With a user, whose counter it is. */
  readonly appId: number | null
  readonly userId: string | null
  /** `YYYY-MM-DD`; null for the counter of all days. */
  readonly day: string | null
  readonly measure: CapMeasure
}

/** A counter that a conversion moves, and how far it may be moved. */
export interface LimitedCounter extends CapCounter {
  /** Null: it is only kept up. */
  readonly limit: number | null
}

/** The facts by which a conversion counts. */
interface CountedOffer extends CapSubject, Caps {
  /** Whether the offer has counters: for a cap it has, or had once. */
  readonly isCounted: boolean
}

/**
 * The names of an offer's own counters. The store knows the same grammar, since it lists capped offers by it:
 * store/conversions/conversions.test.ts holds the two together.
 */
export function capKeys(offerId: number, day: string): CapKeys {
  return { daily: `offer:${offerId}:day:${day}`, total: `offer:${offerId}:total` }
}

export function isCapped({ dailyCap, totalCap }: Caps): boolean {
  return dailyCap !== null || totalCap !== null
}

/** Every counter that a conversion of this offer, app and user moves when it counts on a day. */
export function limitedCountersOf(
  caps: CapIndex,
  offer: CountedOffer,
  day: string,
): readonly LimitedCounter[] {
  const own = offer.isCounted || isCapped(offer) ? ownCounters(offer, day) : []
  return caps.isEmpty ? own : [...own, ...caps.matching(offer).map((cap) => counterOf(cap, offer, day))]
}

/** Both are kept as soon as there is one cap, so that the other begins right when it is set. */
function ownCounters({ offerId, dailyCap, totalCap }: CountedOffer, day: string): readonly LimitedCounter[] {
  const keys = capKeys(offerId, day)
  const plain = {
    capId: null,
    networkId: null,
    offerId,
    appId: null,
    userId: null,
    measure: 'count',
  } as const
  return [
    { ...plain, key: keys.daily, day, limit: dailyCap },
    { ...plain, key: keys.total, day: null, limit: totalCap },
  ]
}

/** The counter of a cap: of this very user where each has their own, of the day where it is daily. */
function counterOf(
  cap: Cap,
  { appId, userId }: Pick<CapSubject, 'appId' | 'userId'>,
  day: string,
): LimitedCounter {
  const { id, networkId, offerId, measure, limit } = cap
  return {
    key: capKey(cap, { appId, userId }, day),
    capId: id,
    networkId,
    offerId,
    appId: cap.isPerUser ? appId : cap.appId,
    userId: cap.isPerUser ? userId : cap.userId,
    day: cap.period === 'daily' ? day : null,
    measure,
    limit,
  }
}

/**
 * `cap:7:total`, `cap:7:day:2026-11-21`, `cap:7:total:user:3:user-42`: a user's id, which may hold anything, is
 * last.
 */
export function capKey(
  { id, period, isPerUser }: Pick<Cap, 'id' | 'period' | 'isPerUser'>,
  { appId, userId }: Pick<CapSubject, 'appId' | 'userId'>,
  day: string,
): string {
  const owner = isPerUser ? `:user:${appId}:${userId}` : ''
  return `cap:${id}:${period === 'daily' ? `day:${day}` : 'total'}${owner}`
}

/** The remaining caps for one conversion more, or for one that is to weigh more; null means unlimited. */
export interface RemainingCap {
  readonly count: number | null
  readonly revenueMicros: number | null
  readonly payoutMicros: number | null
}

export const unlimitedCap: RemainingCap = { count: null, revenueMicros: null, payoutMicros: null }

/** The narrowest of the lines, by measure. */
export function remainingOf(
  counters: readonly LimitedCounter[],
  used: ReadonlyMap<string, number>,
): RemainingCap {
  const left = (measure: CapMeasure): number | null => {
    const amounts = counters.flatMap((counter) =>
      counter.limit === null || counter.measure !== measure
        ? []
        : [counter.limit - (used.get(counter.key) ?? 0)],
    )
    return amounts.length === 0 ? null : Math.min(...amounts)
  }
  return counters.length === 0
    ? unlimitedCap
    : { count: left('count'), revenueMicros: left('revenue'), payoutMicros: left('payout') }
}

/** Whether there is room for one more conversion of these amounts. A cap that is reached admits not even nothing. */
export function hasRemaining(remaining: RemainingCap, { revenueMicros, payoutMicros }: CapAmounts): boolean {
  return (
    fits(1, remaining.count, 1) &&
    fits(revenueMicros, remaining.revenueMicros, 1) &&
    fits(payoutMicros, remaining.payoutMicros, 1)
  )
}

/** Whether a conversion that counts already may weigh as much as `after`. To weigh less is always possible. */
export function hasRemainingFor(remaining: RemainingCap, before: CapAmounts, after: CapAmounts): boolean {
  const growsBy = (name: keyof CapAmounts): boolean =>
    after[name] <= before[name] || fits(after[name] - before[name], remaining[name], 0)
  return growsBy('revenueMicros') && growsBy('payoutMicros')
}

function fits(weight: number, remaining: number | null, remainingMin: number): boolean {
  return remaining === null || (remaining >= remainingMin && weight <= remaining)
}

/** How far a step of a conversion moves each counter that there may be; those that stay where they are are left out. */
export function capMovesOf(
  caps: CapIndex,
  before: Conversion | undefined,
  after: Conversion,
): ReadonlyMap<string, number> {
  const moves = new Map<string, number>()
  const weigh = (conversion: Conversion | undefined, sign: 1 | -1): void => {
    if (conversion === undefined || conversion.countedOn === null) return
    for (const { key, measure } of countersOf(caps, conversion, conversion.countedOn)) {
      moves.set(key, (moves.get(key) ?? 0) + sign * weightOf(measure, conversion))
    }
  }
  weigh(before, -1)
  weigh(after, 1)
  for (const [key, delta] of moves) if (delta === 0) moves.delete(key)
  return moves
}

/** Every counter that a conversion may move, whether or not it has begun. */
export function countersOf(caps: CapIndex, subject: CapSubject, day: string): readonly LimitedCounter[] {
  return limitedCountersOf(caps, { ...subject, dailyCap: null, totalCap: null, isCounted: true }, day)
}

/**
 * The day on whose cap a conversion counts. Pending and approved ones count from the day on which the network
 * (or an operator) first vouched for them; rejected and reversed ones release that very day. Test ones never
 * count. `today` is the day in the time zone of the conversion's network.
 */
export function countedDay(
  conversion: Pick<Conversion, 'status' | 'reason' | 'isTest' | 'countedOn'>,
  today: string,
): string | null {
  if (conversion.isTest || !isVouchedFor(conversion)) return null
  return conversion.countedOn ?? today
}
