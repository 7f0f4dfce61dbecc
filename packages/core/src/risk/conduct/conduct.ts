import { type Reason, logit } from '../score.ts'
import { shareAlong } from '../signal.ts'

/** What a click or a conversion says of fraud by itself: how probable it is, what was decided, and why. */
export interface Conduct {
  /** Tenths of a percent: 10 to 990. */
  readonly scoreTenths: number
  readonly verdict: 'accept' | 'hold'
  /** In natural-log odds, on top of the share of fraud where nothing speaks. */
  readonly points: number
  /** Strongest first. */
  readonly reasons: readonly Reason[]
}

/** How fast clicks came, this one included. 0: not known. */
export interface ClickFacts {
  readonly userClicksInHour: number
  readonly offerClicksInDay: number
  readonly lineClicksInHour: number
  readonly deviceClicksInHour: number
}

/** An offer over all apps, in the last weeks. */
export interface OfferFigures {
  /** Sooner than this after the click come 5 % of its conversions; undefined with too few to tell. */
  readonly fastSec?: number | undefined
  readonly clicks: number
  readonly conversions: number
}

/** What came of one source of traffic: an app's users of one sub id, on one offer, in the last weeks. */
export interface SourceFigures {
  readonly clicks: number
  readonly conversions: number
  /** Of the conversions, those that were reversed or rejected. */
  readonly lost: number
}

export interface ConversionFacts {
  /** From the click to the report; undefined for a claim that has no click. */
  readonly creditSec?: number | undefined
  readonly offer?: OfferFigures | undefined
  readonly source?: SourceFigures | undefined
  /** Other conversions of the user that were reversed or rejected. */
  readonly userLost: number
  /** The user's latest device score as a probability; undefined for who has none. */
  readonly deviceScore?: number | undefined
}

/** One sign: a share of its points, and what an operator reads. */
interface Sign<Facts> {
  readonly code: string
  readonly points: number
  read(facts: Facts): number
  describe(facts: Facts): string
}

/** The share of fraud where nothing speaks against it. */
const base = 0.03
/** Signs of one kind come together: floods are seen by user, line and device. */
const clickPointsMax = 6
const conversionPointsMax = 8

const clickSigns: readonly Sign<ClickFacts>[] = [
  {
    code: 'user_click_flood',
    points: 5.5,
    read: ({ userClicksInHour }) =>
      shareAlong(
        [
          [20, 0.05],
          [30, 0.25],
          [60, 0.6],
          [120, 0.85],
          [240, 1],
        ],
        userClicksInHour,
      ),
    describe: ({ userClicksInHour }) => `${userClicksInHour} clicks of the user within an hour`,
  },
  {
    code: 'same_offer_repeats',
    points: 3,
    read: ({ offerClicksInDay }) =>
      shareAlong(
        [
          [6, 0.05],
          [10, 0.4],
          [30, 1],
        ],
        offerClicksInDay,
      ),
    describe: ({ offerClicksInDay }) => `${offerClicksInDay} clicks of the user on the offer within a day`,
  },
  {
    // Weak: thousands of honest users share a carrier's address.
    code: 'line_click_flood',
    points: 1,
    read: ({ lineClicksInHour }) =>
      shareAlong(
        [
          [120, 0.1],
          [300, 0.5],
          [1000, 1],
        ],
        lineClicksInHour,
      ),
    describe: ({ lineClicksInHour }) => `${lineClicksInHour} clicks from the line within an hour`,
  },
  {
    code: 'device_click_flood',
    points: 2,
    read: ({ deviceClicksInHour }) =>
      shareAlong(
        [
          [60, 0.1],
          [120, 0.5],
          [300, 1],
        ],
        deviceClicksInHour,
      ),
    describe: ({ deviceClicksInHour }) =>
      `${deviceClicksInHour} clicks from one line and User-Agent within an hour`,
  },
]

/** Nobody reads an offer and does what it asks for in less, whatever the offer's own times are. */
const inhumanSec = 3
const hurriedSec = 10

const conversionSigns: readonly Sign<ConversionFacts>[] = [
  { code: 'fast_conversion', points: 3, read: readSpeed, describe: describeSpeed },
  {
    code: 'high_conversion_rate',
    points: 2,
    read: ({ offer, source }) =>
      source === undefined || source.conversions < sourceConversionsMin
        ? 0
        : shareAlong(
            [
              [3, 0.2],
              [6, 0.6],
              [10, 1],
            ],
            source.conversions / (1 + expectedOf(source, offer)),
          ),
    describe: ({ offer, source }) =>
      `${source?.conversions ?? 0} conversions of this source, where ${Math.round(expectedOf(source, offer))} were to be expected`,
  },
  {
    code: 'clicks_without_conversions',
    points: 1,
    read: ({ offer, source }) =>
      source === undefined
        ? 0
        : shareAlong(
            [
              [5, 0.3],
              [20, 1],
            ],
            expectedOf(source, offer) / (1 + source.conversions) / 2,
          ),
    describe: ({ source }) =>
      `${source?.clicks ?? 0} clicks of this source made ${source?.conversions ?? 0} conversions`,
  },
  {
    code: 'source_reversals',
    points: 2,
    read: ({ source }) =>
      source === undefined || source.lost < sourceLostMin
        ? 0
        : shareAlong(
            [
              [0.15, 0.2],
              [0.3, 0.6],
              [0.6, 1],
            ],
            source.lost / Math.max(source.conversions, source.lost),
          ),
    describe: ({ source }) =>
      `${source?.lost ?? 0} of ${source?.conversions ?? 0} conversions of this source were reversed or rejected`,
  },
  {
    code: 'user_reversals',
    points: 4,
    read: ({ userLost }) =>
      shareAlong(
        [
          [1, 0.25],
          [2, 0.6],
          [4, 1],
        ],
        userLost,
      ),
    describe: ({ userLost }) => `${userLost} earlier conversions of the user were reversed or rejected`,
  },
  {
    code: 'device_score',
    points: 6,
    read: ({ deviceScore }) =>
      shareAlong(
        [
          [0.3, 0],
          [0.5, 0.35],
          [0.85, 0.8],
          [0.99, 1],
        ],
        deviceScore ?? 0,
      ),
    describe: ({ deviceScore }) =>
      `the user's device was last scored ${((deviceScore ?? 0) * 100).toFixed(1)}`,
  },
]

const sourceConversionsMin = 10
const sourceLostMin = 3

/** What says nothing is not kept. */
export function judgeClick(facts: ClickFacts, holdScore: number | null): Conduct | null {
  const reasons = reasonsOf(clickSigns, facts)
  if (reasons.length === 0) return null
  const points = Math.min(clickPointsMax, sumOf(reasons))
  return conclude({ points, reasons: scaledTo(points, reasons), holdScore })
}

/**
 * A conversion is as suspect as its click, and more by what is known when it is reported. More of a bad sign never
 * lowers the score, and a missing fact never raises it.
 */
export function judgeConversion(
  facts: ConversionFacts,
  { click, holdScore }: { readonly click: Conduct | null; readonly holdScore: number | null },
): Conduct | null {
  const own = reasonsOf(conversionSigns, facts)
  if (own.length === 0 && click === null) return null
  const points = Math.min(conversionPointsMax, sumOf(own))
  return conclude({
    points: (click?.points ?? 0) + points,
    reasons: [...(click?.reasons ?? []), ...scaledTo(points, own)],
    holdScore,
  })
}

/**
 * The click's verdict and facts in a few bytes, for the click itself: `h130,7,0,0`. Null where nothing speaks for
 * fraud, as with nearly all.
 */
export function noteClick(facts: ClickFacts, holdScore: number | null): string | null {
  let sum = 0
  for (const { points, read } of clickSigns) sum += points * read(facts)
  if (sum === 0) return null
  const verdict = verdictOf(tenthsOf(Math.min(clickPointsMax, sum)), holdScore)
  const { userClicksInHour, offerClicksInDay, lineClicksInHour, deviceClicksInHour } = facts
  const counts = [userClicksInHour, offerClicksInDay, lineClicksInHour, deviceClicksInHour]
  return `${verdict === 'hold' ? 'h' : 'a'}${counts.join(',')}`
}

/** What a click's note says: its verdict as it was decided, and the reasons. */
export function readClickNote(note: string | null | undefined): Conduct | null {
  const match = /^([ah])(\d{1,9}),(\d{1,9}),(\d{1,9}),(\d{1,9})$/.exec(note ?? '')
  if (match === null) return null
  const [user = 0, offer = 0, line = 0, device = 0] = match.slice(2).map(Number)
  const conduct = judgeClick(
    { userClicksInHour: user, offerClicksInDay: offer, lineClicksInHour: line, deviceClicksInHour: device },
    null,
  )
  return conduct && { ...conduct, verdict: match[1] === 'h' ? 'hold' : 'accept' }
}

function reasonsOf<Facts>(signs: readonly Sign<Facts>[], facts: Facts): Reason[] {
  return signs.flatMap(({ code, points, read, describe }): Reason[] => {
    const weighed = points * read(facts)
    return weighed > 0 ? [{ code, points: weighed, detail: describe(facts) }] : []
  })
}

/** Over its cap each of a group's reasons shrinks alike, so that the reasons still add up to the score. */
function scaledTo(points: number, reasons: readonly Reason[]): Reason[] {
  const sum = sumOf(reasons)
  return reasons.map((reason) => ({
    ...reason,
    points: Math.round((reason.points * points * 100) / sum) / 100,
  }))
}

interface Conclusion {
  readonly points: number
  readonly reasons: readonly Reason[]
  readonly holdScore: number | null
}

function conclude({ points, reasons, holdScore }: Conclusion): Conduct {
  const scoreTenths = tenthsOf(points)
  return {
    scoreTenths,
    verdict: verdictOf(scoreTenths, holdScore),
    points,
    reasons: reasons.toSorted((a, b) => b.points - a.points),
  }
}

function tenthsOf(points: number): number {
  const probability = 1 / (1 + Math.exp(-(logit(base) + points)))
  return Math.min(990, Math.max(10, Math.round(probability * 1000)))
}

function verdictOf(scoreTenths: number, holdScore: number | null): Conduct['verdict'] {
  return holdScore !== null && scoreTenths >= holdScore * 10 ? 'hold' : 'accept'
}

function sumOf(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { points }) => sum + points, 0)
}

/** How many conversions the clicks of a source would have made at the offer's own rate. */
function expectedOf(source: SourceFigures | undefined, offer: OfferFigures | undefined): number {
  if (source === undefined || offer === undefined || offer.clicks === 0) return source?.conversions ?? 0
  return (source.clicks * offer.conversions) / offer.clicks
}

/**
 * Against the offer's own times where there are enough; some offers are done in seconds. A report that is older than
 * its click is a clock's mistake, not a fast user.
 */
function readSpeed({ creditSec, offer }: ConversionFacts): number {
  if (creditSec === undefined || creditSec < 0) return 0
  const absolute = creditSec < inhumanSec ? 0.5 : creditSec < hurriedSec ? 0.25 : 0
  const fastSec = offer?.fastSec
  if (fastSec === undefined) return absolute
  // What is usual on this offer is no sign, however fast it is.
  if (creditSec >= fastSec) return 0
  return Math.max(absolute, creditSec * 4 < fastSec ? 1 : creditSec * 2 < fastSec ? 0.6 : 0.3)
}

function describeSpeed({ creditSec, offer }: ConversionFacts): string {
  const own =
    offer?.fastSec === undefined
      ? ''
      : `; 95 % of the conversions of the offer take ${offer.fastSec} s or more`
  return `reported ${Math.round(creditSec ?? 0)} s after the click${own}`
}
