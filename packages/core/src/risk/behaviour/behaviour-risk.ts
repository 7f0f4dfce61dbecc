import { type Reason, logit } from '../score.ts'
import { type ClickFacts, clickSigns } from './click-signs.ts'
import { type ConversionFacts, conversionSigns } from './conversion-signs.ts'
import type { Sign } from './sign.ts'

/** The fraud risk of a click or a conversion by itself: its probability, the verdict, and the reasons. */
export interface BehaviourRisk {
  /** Tenths of a percent: 10 to 990. */
  readonly scoreTenths: number
  readonly verdict: 'accept' | 'hold'
  /** In natural-log odds, on top of the share of fraud where nothing speaks. */
  readonly points: number
  /** Strongest first. */
  readonly reasons: readonly Reason[]
}

/** The share of fraud where nothing speaks against it. */
const base = 0.03
/** Signs of one kind come together: floods are seen by user, subnet and device. */
const clickPointsMax = 6
const conversionPointsMax = 8

/** A click without any sign has no risk to keep. */
export function judgeClick(facts: ClickFacts, holdScore: number | null): BehaviourRisk | null {
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
  { click, holdScore }: { readonly click: BehaviourRisk | null; readonly holdScore: number | null },
): BehaviourRisk | null {
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
  const { userClicksInHour, offerClicksInDay, subnetClicksInHour, deviceClicksInHour } = facts
  const counts = [userClicksInHour, offerClicksInDay, subnetClicksInHour, deviceClicksInHour]
  return `${verdict === 'hold' ? 'h' : 'a'}${counts.join(',')}`
}

/** The content of a click's note: its verdict as it was decided, and the reasons. */
export function readClickNote(note: string | null | undefined): BehaviourRisk | null {
  const match = /^([ah])(\d{1,9}),(\d{1,9}),(\d{1,9}),(\d{1,9})$/.exec(note ?? '')
  if (match === null) return null
  const [user = 0, offer = 0, subnet = 0, device = 0] = match.slice(2).map(Number)
  const behaviourRisk = judgeClick(
    {
      userClicksInHour: user,
      offerClicksInDay: offer,
      subnetClicksInHour: subnet,
      deviceClicksInHour: device,
    },
    null,
  )
  return behaviourRisk && { ...behaviourRisk, verdict: match[1] === 'h' ? 'hold' : 'accept' }
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

function conclude({ points, reasons, holdScore }: Conclusion): BehaviourRisk {
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

function verdictOf(scoreTenths: number, holdScore: number | null): BehaviourRisk['verdict'] {
  return holdScore !== null && scoreTenths >= holdScore * 10 ? 'hold' : 'accept'
}

function sumOf(reasons: readonly Reason[]): number {
  return reasons.reduce((sum, { points }) => sum + points, 0)
}
