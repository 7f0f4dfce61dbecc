import { countOf } from '../count-of.ts'
import { nothingDone } from '../activity.ts'
import type { Evidence } from '../evidence.ts'
import { shareAlong } from '../signal.ts'
import { reversedConversions } from '../signals/reversed-conversions.ts'
import type { Sign } from './sign.ts'

/** An offer over all apps, in the last weeks. */
export interface OfferFigures {
  /** Sooner than this after the click come 5 % of its conversions; undefined with too few to tell. */
  readonly fastSec?: number | undefined
  readonly clicks: number
  readonly conversions: number
}

/** The results of one source of traffic: an app's users of one sub id, on one offer, in the last weeks. */
export interface SourceFigures {
  readonly clicks: number
  readonly conversions: number
  /** The conversions that were reversed or rejected. */
  readonly lost: number
}

/** How the user's other conversions have ended so far, the newest of them. */
export interface UserFigures {
  /** Those that were reversed or rejected. */
  readonly lost: number
  /** Those that stand. */
  readonly plain: number
  /** How many of all of them others lose on the same offers; undefined where that is not known. */
  readonly expectedLost?: number | undefined
}

export interface ConversionFacts {
  /** From the click to the report; undefined for a claim that has no click. */
  readonly creditSec?: number | undefined
  readonly offer?: OfferFigures | undefined
  readonly source?: SourceFigures | undefined
  readonly user: UserFigures
  /** The user's latest device score as a probability; undefined for who has none. */
  readonly deviceScore?: number | undefined
}

/** Nobody reads an offer and does what it asks for in less, whatever the offer's own times are. */
const inhumanSec = 3
const hurriedSec = 10
/** Fewer conversions of a source say nothing of its rate. */
const sourceConversionsMin = 10
/** Fewer that were lost may be chance. */
const sourceLostMin = 3

export const conversionSigns: readonly Sign<ConversionFacts>[] = [
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
      `${countOf(source?.conversions, 'conversion')} of this source; by the offer's own rate ${Math.round(expectedOf(source, offer))} are to be expected`,
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
      `${countOf(source?.clicks, 'click')} of this source, and ${countOf(source?.conversions, 'conversion')}`,
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
      `${source?.lost ?? 0} of ${countOf(source?.conversions, 'conversion')} of this source were reversed or rejected`,
  },
  {
    // The signal of a user's score, read anew at each report: a rate against what is usual, not a count.
    code: reversedConversions.name,
    points: 4,
    read: (facts) => Math.max(0, reversedConversions.read(evidenceOf(facts)) ?? 0),
    describe: (facts) => reversedConversions.describe(evidenceOf(facts)),
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
    describe: ({ deviceScore }) => `the user's own score is ${Math.round((deviceScore ?? 0) * 100)}`,
  },
]

function evidenceOf({ user: { lost, plain, expectedLost } }: ConversionFacts): Evidence {
  const counts = { conversions: lost + plain, reversedConversions: lost, plainConversions: plain }
  return { systems: [], activity: { ...nothingDone, ...counts, expectedLost } }
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
  // A usual time on this offer is no sign, however short it is.
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
