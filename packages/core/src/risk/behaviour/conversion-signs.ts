import { shareAlong } from '../signal.ts'
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
