import { convertToLocal } from '../payout/convert.ts'

/** The platform's part of the revenue; null means any offer, app or country. */
export interface MarginRule {
  readonly id: number
  readonly offerId: number | null
  readonly appId: number | null
  /** ISO alpha-2 of the click. */
  readonly country: string | null
  /** Hundredths of a percent of the revenue, 0 to 10,000. */
  readonly basisPoints: number
}

/** When it was in force; null or absent: as long as there was anything, or until now. */
export interface DatedMarginRule extends MarginRule {
  readonly fromMs?: number | null
  readonly untilMs?: number | null
}

export interface MarginCase {
  readonly offerId: number
  readonly appId: number
  readonly country: string | null
}

/** The rules by what they name. */
type MarginIndex = ReadonlyMap<string, readonly DatedMarginRule[]>

export function indexMargins(rules: readonly DatedMarginRule[]): MarginIndex {
  return Map.groupBy(rules, (rule) => keyOf(rule.offerId, rule.appId, rule.country))
}

/**
 * The most specific rule in force at a moment, or now: one that names the offer goes before one that does not, then
 * one that names the app, then one that names the country.
 */
export function findMargin(
  index: MarginIndex,
  { offerId, appId, country }: MarginCase,
  atMs?: number,
): MarginRule | undefined {
  if (index.size === 0) return undefined
  const find = (key: string) => index.get(key)?.find((rule) => isInForce(rule, atMs))
  for (const offer of [offerId, null]) {
    for (const app of [appId, null]) {
      const rule = find(keyOf(offer, app, country)) ?? find(keyOf(offer, app, null))
      if (rule !== undefined) return rule
    }
  }
  return undefined
}

function isInForce({ fromMs = null, untilMs = null }: DatedMarginRule, atMs: number | undefined): boolean {
  if (atMs === undefined) return untilMs === null
  return (fromMs === null || fromMs <= atMs) && (untilMs === null || atMs < untilMs)
}

function keyOf(offerId: number | null, appId: number | null, country: string | null): string {
  return `${offerId ?? '*'} ${appId ?? '*'} ${country ?? '*'}`
}

/** The amounts of an offer or goal to which a rule is applied. */
export interface PayingTerms {
  readonly payoutMicros: number
  readonly payoutShareBasisPoints: number | null
  /** The network's expected payment. */
  readonly revenueMicros: number
}

const whole = 10_000

/**
 * Under a rule the publisher gets the rest of the revenue: a share becomes that part of what the network reports,
 * and a fixed payout that part of what it is expected to pay, down to the whole micro, whatever it then reports.
 * Either is shown as that part of the expected revenue.
 */
export function applyMargin<Terms extends PayingTerms>(
  terms: Terms,
  margin: Pick<MarginRule, 'basisPoints'> | undefined,
): Terms {
  if (margin === undefined) return terms
  const restBasisPoints = whole - margin.basisPoints
  return {
    ...terms,
    payoutMicros: payoutUnderMargin(terms.revenueMicros, margin.basisPoints),
    payoutShareBasisPoints: terms.payoutShareBasisPoints === null ? null : restBasisPoints,
  }
}

/** The publisher's part of an expected revenue. */
export function payoutUnderMargin(revenueMicros: number, basisPoints: number): number {
  const rateMicros = (whole - basisPoints) * 100
  return convertToLocal({ payoutMicros: revenueMicros, rateMicros, decimals: 6, rounding: 'floor' })
}
