import { dayMs, hourMs } from '../time/durations.ts'

/** A click, as far as its pattern matters. */
export interface ClickTrace {
  readonly offerId: number
  readonly clickedAtMs: number
}

/** A conversion, as far as its pattern matters. */
export interface ConversionTrace {
  /** Whether it was reversed or rejected; what a cap or the end of a time refuses is not. */
  readonly isLost: boolean
  /** Undefined for a claim without a click. */
  readonly clickedAtMs: number | undefined
  readonly convertedAtMs: number
}

/** What a user has done lately, of what the server saw itself: he cannot forge it. */
export interface Activity {
  /** Within `activityWindowMs`, and at most `clicksMax` of them. */
  readonly clicks: number
  /** The most clicks within any hour. */
  readonly clicksInHour: number
  /** The most clicks on one offer. */
  readonly clicksOnOffer: number
  readonly conversions: number
  /**
   * How many of them came of the clicks that are counted: conversions are known for longer than clicks, and who
   * has earned for months has not converted each of this week's clicks.
   */
  readonly convertedClicks: number
  /** Of all conversions, how many came sooner after the click than people can be. */
  readonly fastConversions: number
  /** Of these, how many came within minutes of the user's first appearance. */
  readonly earlyConversions: number
  /** Of these, how many were reversed or rejected. */
  readonly reversedConversions: number
  /** Of these, how many have none of the three against them. */
  readonly plainConversions: number
}

export interface Traces {
  readonly clicks: readonly ClickTrace[]
  readonly conversions: readonly ConversionTrace[]
  /** When the user was first seen on any device; undefined when that is not known. */
  readonly firstSeenAtMs: number | undefined
}

/** How far back a user's clicks and conversions count. */
export const activityWindowMs = 7 * dayMs
/** The newest count: a flood shows in fewer. */
export const clicksMax = 200
export const conversionsMax = 100

/**
 * Sooner than this nobody has read an offer and done what it asks. An offer's own distribution may say more
 * (RISK §1: hijacked clicks convert within 3 to 10 seconds).
 */
const fastMs = 10_000
/** People look around before they earn; a farm works through its list. */
const earlyMs = 15 * 60 * 1000

const nothingDone: Activity = {
  clicks: 0,
  clicksInHour: 0,
  clicksOnOffer: 0,
  conversions: 0,
  convertedClicks: 0,
  fastConversions: 0,
  earlyConversions: 0,
  reversedConversions: 0,
  plainConversions: 0,
}

/** The pattern of the newest clicks and conversions; their order does not matter. */
export function describeActivity({ clicks, conversions, firstSeenAtMs }: Traces): Activity {
  if (clicks.length === 0 && conversions.length === 0) return nothingDone
  const byOffer = new Map<number, number>()
  let oldestClickMs = Number.POSITIVE_INFINITY
  for (const { offerId, clickedAtMs } of clicks) {
    byOffer.set(offerId, (byOffer.get(offerId) ?? 0) + 1)
    oldestClickMs = Math.min(oldestClickMs, clickedAtMs)
  }
  return {
    clicks: clicks.length,
    clicksInHour: densest(clicks.map(({ clickedAtMs }) => clickedAtMs)),
    clicksOnOffer: Math.max(0, ...byOffer.values()),
    conversions: conversions.length,
    convertedClicks: conversions.filter(({ clickedAtMs = 0 }) => clickedAtMs >= oldestClickMs).length,
    ...countSuspect(conversions, firstSeenAtMs),
  }
}

type SuspectCounts = Pick<
  Activity,
  'fastConversions' | 'earlyConversions' | 'reversedConversions' | 'plainConversions'
>

function countSuspect(
  conversions: readonly ConversionTrace[],
  firstSeenAtMs: number | undefined,
): SuspectCounts {
  const counts = { fastConversions: 0, earlyConversions: 0, reversedConversions: 0, plainConversions: 0 }
  for (const conversion of conversions) {
    const isSoon = isFast(conversion)
    const isAtOnce = isEarly(conversion.convertedAtMs, firstSeenAtMs)
    if (isSoon) counts.fastConversions += 1
    if (isAtOnce) counts.earlyConversions += 1
    if (conversion.isLost) counts.reversedConversions += 1
    if (!isSoon && !isAtOnce && !conversion.isLost) counts.plainConversions += 1
  }
  return counts
}

/** A report that is older than its click is a clock's mistake, not a fast user. */
function isFast({ clickedAtMs, convertedAtMs }: ConversionTrace): boolean {
  if (clickedAtMs === undefined) return false
  const waitedMs = convertedAtMs - clickedAtMs
  return waitedMs >= 0 && waitedMs < fastMs
}

function isEarly(convertedAtMs: number, firstSeenAtMs: number | undefined): boolean {
  if (firstSeenAtMs === undefined) return false
  const ageMs = convertedAtMs - firstSeenAtMs
  return ageMs >= 0 && ageMs < earlyMs
}

/** The most of the given times within one hour. */
function densest(timesMs: readonly number[]): number {
  const sorted = timesMs.toSorted((a, b) => a - b)
  let from = 0
  let most = 0
  for (const [to, timeMs] of sorted.entries()) {
    while (timeMs - (sorted[from] ?? timeMs) >= hourMs) from += 1
    most = Math.max(most, to - from + 1)
  }
  return most
}
