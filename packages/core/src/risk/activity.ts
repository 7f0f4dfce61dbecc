import { dayMs, hourMs } from '../time/durations.ts'
import { describeSteps, type GoalSteps, type GoalTrace, noSteps } from './goal-steps.ts'
import { describeTempo, inOrder, noTempo, type Tempo, type Timestamped } from './tempo.ts'
import { noNorms, type OfferNorm, type OfferNorms, slotOf } from './offer-norms.ts'

/** A click, as far as its pattern matters. */
export interface ClickTrace extends Timestamped {
  readonly offerId: number
  /** The prefix that it came from, or its key: an IPv6 user has as many subnets as they like. Undefined where it is not known. */
  readonly line?: string | undefined
  /** The app signs its links, and this one was not, or was changed. */
  readonly isUnsigned?: boolean
}

/** A conversion, as far as its pattern matters. */
export interface ConversionTrace extends GoalTrace {
  /** Whether it was reversed or rejected; what a cap or the end of a time refuses is not. */
  readonly isLost: boolean
}

/** A user's latest doings, of what the server saw itself: they cannot forge it. */
export interface Activity extends Tempo, GoalSteps {
  /** Within `activityWindowMs`, and at most `clicksMax` of them. */
  readonly clicks: number
  /**
   * The number of these that are the user's own, as `listOwnClicks` finds them: anybody can follow a link in a user's
   * name. The next two and the tempo are of these, too.
   */
  readonly ownClicks: number
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
  /** Different offers that were clicked, of those of which something is known. */
  readonly knownOffers: number
  /** How much more than usual these offers earn, in natural logarithms: the sum over them. */
  readonly offerWorth: number
}

export interface Traces {
  readonly clicks: readonly ClickTrace[]
  readonly conversions: readonly ConversionTrace[]
  /** When the user was first seen on any device; undefined when that is not known. */
  readonly firstSeenAtMs: number | undefined
  /** The lines that they submitted a fingerprint from, named as those of the clicks. */
  readonly seenOn?: Iterable<string | undefined>
  /** Since when all conversions are known, but for those beyond the newest; undefined for ever. */
  readonly conversionsSinceMs?: number | undefined
}

/** How far back a user's clicks and conversions count. */
export const activityWindowMs = 14 * dayMs
/** Conversions are reversed weeks later, so that they count for longer than clicks. */
export const conversionWindowMs = 90 * dayMs
/** The newest count: a flood shows in fewer. */
export const clicksMax = 200
export const conversionsMax = 100

/**
 * Sooner than this nobody has read an offer and done what it asks. An offer's own distribution may say more.
 */
const fastMs = 10_000
/** People look around before they earn; a farm works through its list. */
const earlyMs = 15 * 60 * 1000

export const nothingDone: Activity = {
  clicks: 0,
  ownClicks: 0,
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
  knownOffers: 0,
  offerWorth: 0,
  ...noSteps,
  ...noTempo,
}

/** The pattern of the newest clicks and conversions; their order does not matter. */
export function describeActivity(traces: Traces, norms: OfferNorms = noNorms): Activity {
  const { clicks, conversions, firstSeenAtMs } = traces
  if (clicks.length === 0 && conversions.length === 0) return nothingDone
  const own = listOwnClicks(traces)
  const ownByOffer = countByOffer(own)
  const ordered = inOrder(own)
  const oldestClickMs = Math.min(...clicks.map(({ clickedAtMs }) => clickedAtMs))
  return {
    clicks: clicks.length,
    ownClicks: own.length,
    clicksInHour: densest(ordered),
    clicksOnOffer: Math.max(0, ...ownByOffer.values()),
    conversions: conversions.length,
    convertedClicks: conversions.filter(({ clickedAtMs = 0 }) => clickedAtMs >= oldestClickMs).length,
    ...countSuspect(conversions, firstSeenAtMs),
    ...compare({ byOffer: countByOffer(clicks), conversions, firstSeenAtMs }, norms),
    ...describeWorth(ownByOffer.keys(), norms),
    ...describeSteps(conversions, { sinceMs: knownSince(traces), findStep: norms.findStep }),
    ...describeTempo(ordered),
  }
}

/**
 * The clicks from lines on which a fingerprint was submitted or a click converted. Where no such line is known all are
 * the user's own, as is a click of which no line is known. An unsigned click, of an app that signs its links, is theirs
 * only where it came from such a line, and they have followed no signed link.
 */
function listOwnClicks({ clicks, conversions, seenOn = [] }: Traces): readonly ClickTrace[] {
  const converted = new Set(conversions.map(({ clickedAtMs }) => clickedAtMs))
  const lines = new Set(seenOn)
  for (const { clickedAtMs, line } of clicks) if (converted.has(clickedAtMs)) lines.add(line)
  lines.delete(undefined)
  const signed = clicks.filter(({ isUnsigned = false }) => !isUnsigned)
  if (signed.length === 0) return clicks.filter(({ line }) => lines.has(line))
  return lines.size === 0 ? signed : signed.filter(({ line }) => line === undefined || lines.has(line))
}

function countByOffer(clicks: readonly ClickTrace[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>()
  for (const { offerId } of clicks) counts.set(offerId, (counts.get(offerId) ?? 0) + 1)
  return counts
}

/** The older conversions are not known where there are more than are read. */
function knownSince({ conversions, conversionsSinceMs = Number.NEGATIVE_INFINITY }: Traces): number {
  if (conversions.length < conversionsMax) return conversionsSinceMs
  return Math.max(conversionsSinceMs, Math.min(...conversions.map(({ convertedAtMs }) => convertedAtMs)))
}

/** How well the clicked offers pay, whatever came of it. */
function describeWorth(
  offerIds: Iterable<number>,
  norms: OfferNorms,
): Pick<Activity, 'knownOffers' | 'offerWorth'> {
  const sums = { knownOffers: 0, offerWorth: 0 }
  for (const offerId of offerIds) {
    const norm = norms.findNorm(offerId)
    if (norm === undefined) continue
    sums.knownOffers += 1
    sums.offerWorth += norm.worth
  }
  return sums
}

/** The number of conversions that others come later than this one, as a logarithm; e-fold rarer adds one. */
const rareFrom = 1
/** The mean of it over honest conversions: the integral of max(0, -ln q - 1). */
const rareUsual = Math.exp(-1)
const rareMax = 4

type Comparison = Pick<Activity, 'expectedConversions' | 'expectedLost' | 'haste' | 'delay'>

const nothingKnown: Comparison = {
  expectedConversions: undefined,
  expectedLost: undefined,
  haste: undefined,
  delay: undefined,
}

interface Countable extends Pick<Traces, 'conversions' | 'firstSeenAtMs'> {
  /** The number of clicks on each offer. */
  readonly byOffer: ReadonlyMap<number, number>
}

function compare({ byOffer, conversions, firstSeenAtMs }: Countable, norms: OfferNorms): Comparison {
  const sums = { expectedConversions: 0, expectedLost: 0, haste: 0, delay: 0 }
  let known = 0
  for (const [offerId, clicks] of byOffer) {
    const norm = norms.findNorm(offerId)
    if (norm === undefined) continue
    known += 1
    sums.expectedConversions += clicks * norm.conversionRate
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

/** The most clicks within one hour, of clicks in the order of their time. */
function densest(sorted: readonly Timestamped[]): number {
  let from = 0
  let most = 0
  for (let to = 0; to < sorted.length; to += 1) {
    const timeMs = sorted[to]?.clickedAtMs ?? 0
    while (timeMs - (sorted[from]?.clickedAtMs ?? timeMs) >= hourMs) from += 1
    most = Math.max(most, to - from + 1)
  }
  return most
}
