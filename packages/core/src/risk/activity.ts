import { dayMs, hourMs } from '../time/durations.ts'
import { noNorms, type OfferNorm, type OfferNorms, slotOf } from './offer-norms.ts'

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
  readonly offerId?: number | undefined
}

/** A user's latest doings, of what the server saw itself: they cannot forge it. */
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
  /** The number of all conversions that came sooner after the click than people can be. */
  readonly fastConversions: number
  /** The number of these that came within minutes of the user's first appearance. */
  readonly earlyConversions: number
  /** The number of these that were reversed or rejected. */
  readonly reversedConversions: number
  /** The number of these that have none of the three against them. */
  readonly plainConversions: number
  /**
   * How many conversions others make of clicks on the same offers. This and the next three are undefined where
   * nothing is known of the offers.
   */
  readonly expectedConversions: number | undefined
  /** The number of others that lose, for the lost and the plain conversions. */
  readonly expectedLost: number | undefined
  /** How far conversions came sooner than others' do: more for each that is among the quickest third. */
  readonly haste: number | undefined
  /** The same of the slowest third. */
  readonly delay: number | undefined
  /** Clicks that follow another one within half an hour. */
  readonly followedClicks: number
  /** The number of these that came within ten seconds. */
  readonly hurriedClicks: number
  /** Natural logarithm of the seconds between clicks that follow: the sum of squares around its mean. */
  readonly gapSquares: number
}

export interface Traces {
  readonly clicks: readonly ClickTrace[]
  readonly conversions: readonly ConversionTrace[]
  /** When the user was first seen on any device; undefined when that is not known. */
  readonly firstSeenAtMs: number | undefined
}

/** How far back a user's clicks and conversions count. */
export const activityWindowMs = 14 * dayMs
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
  expectedConversions: undefined,
  expectedLost: undefined,
  haste: undefined,
  delay: undefined,
  followedClicks: 0,
  hurriedClicks: 0,
  gapSquares: 0,
}

/** The pattern of the newest clicks and conversions; their order does not matter. */
export function describeActivity(
  { clicks, conversions, firstSeenAtMs }: Traces,
  norms: OfferNorms = noNorms,
): Activity {
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
    ...compare({ clicks, conversions, firstSeenAtMs }, norms),
    ...describeTempo(clicks.map(({ clickedAtMs }) => clickedAtMs)),
  }
}

/** The number of conversions that others come later than this one, as a logarithm; e-fold rarer adds one. */
const rareFrom = 1
/** What honest conversions have of it on average: the integral of max(0, -ln q - 1). */
const rareUsual = Math.exp(-1)
const rareMax = 4

type Comparison = Pick<Activity, 'expectedConversions' | 'expectedLost' | 'haste' | 'delay'>

const nothingKnown: Comparison = {
  expectedConversions: undefined,
  expectedLost: undefined,
  haste: undefined,
  delay: undefined,
}

function compare({ clicks, conversions, firstSeenAtMs }: Traces, norms: OfferNorms): Comparison {
  const sums = { expectedConversions: 0, expectedLost: 0, haste: 0, delay: 0 }
  let known = 0
  for (const { offerId } of clicks) {
    const norm = norms.findNorm(offerId)
    if (norm === undefined) continue
    known += 1
    sums.expectedConversions += norm.conversionRate
  }
  for (const conversion of conversions) {
    const norm = conversion.offerId === undefined ? undefined : norms.findNorm(conversion.offerId)
    if (norm === undefined) continue
    known += 1
    addConversion(sums, { conversion, norm, firstSeenAtMs })
  }
  return known === 0 ? nothingKnown : sums
}

interface Compared {
  readonly conversion: ConversionTrace
  readonly norm: OfferNorm
  readonly firstSeenAtMs: number | undefined
}

/** Only what nothing speaks against dilutes a sign: of two bad ones neither hides the other. */
function addConversion(
  sums: { expectedLost: number; haste: number; delay: number },
  { conversion, norm, firstSeenAtMs }: Compared,
): void {
  const isPlain =
    !conversion.isLost && !isFast(conversion) && !isEarly(conversion.convertedAtMs, firstSeenAtMs)
  if (isPlain || conversion.isLost) sums.expectedLost += norm.lostRate
  const { clickedAtMs, convertedAtMs } = conversion
  if (clickedAtMs === undefined || convertedAtMs < clickedAtMs) return
  const sooner = norm.soonerBySlot[slotOf((convertedAtMs - clickedAtMs) / 1000)] ?? 0.5
  sums.haste += rarity(sooner)
  sums.delay += rarity(1 - sooner)
  if (!isPlain) return
  sums.haste -= rareUsual
  sums.delay -= rareUsual
}

function rarity(share: number): number {
  return Math.min(rareMax, Math.max(0, -Math.log(Math.max(share, 1e-6)) - rareFrom))
}

const visitGapMs = 30 * 60 * 1000
const hurriedMs = 10_000

type Tempo = Pick<Activity, 'followedClicks' | 'hurriedClicks' | 'gapSquares'>

function describeTempo(timesMs: readonly number[]): Tempo {
  const sorted = timesMs.toSorted((a, b) => a - b)
  const tempo = { followedClicks: 0, hurriedClicks: 0, gapSquares: 0 }
  let mean = 0
  for (const [index, timeMs] of sorted.entries()) {
    const gapMs = timeMs - (sorted[index - 1] ?? Number.NEGATIVE_INFINITY)
    if (gapMs >= visitGapMs) continue
    // Welford's way: mean and squares in one pass.
    const log = Math.log(1 + gapMs / 1000)
    tempo.followedClicks += 1
    const off = log - mean
    mean += off / tempo.followedClicks
    tempo.gapSquares += off * (log - mean)
    if (gapMs < hurriedMs) tempo.hurriedClicks += 1
  }
  return tempo
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
