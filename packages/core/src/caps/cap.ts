/** A day of the network's time zone, or all time. */
export const capPeriods = ['daily', 'total'] as const
export type CapPeriod = (typeof capPeriods)[number]

/** The limited quantity: conversions, networks' payments for them, or publishers' earnings by them. */
export const capMeasures = ['count', 'revenue', 'payout'] as const
export type CapMeasure = (typeof capMeasures)[number]

/** The subject of a cap; null narrows nothing. */
export interface CapScope {
  readonly networkId: number | null
  readonly offerId: number | null
  readonly appId: number | null
  /** One user of the app. */
  readonly userId: string | null
  /** Each user has the limit for themselves. */
  readonly isPerUser: boolean
}

/** A limit that conversions never exceed. */
export interface Cap extends CapScope {
  readonly id: number
  readonly period: CapPeriod
  readonly measure: CapMeasure
  /** Conversions, or USD micros. */
  readonly limit: number
}

/** The facts that decide which caps a conversion, a click or a listed offer is under. */
export interface CapSubject {
  readonly networkId: number
  readonly offerId: number
  readonly appId: number
  readonly userId: string
}

/** The weight of a conversion on caps by amount; for an offer, the weight that one more is expected to have. */
export interface CapAmounts {
  readonly revenueMicros: number
  readonly payoutMicros: number
}

const weights: Readonly<Record<CapMeasure, (amounts: CapAmounts) => number>> = {
  count: () => 1,
  revenue: ({ revenueMicros }) => revenueMicros,
  payout: ({ payoutMicros }) => payoutMicros,
}

export function weightOf(measure: CapMeasure, amounts: CapAmounts): number {
  return weights[measure](amounts)
}

/** Whether this much more would exceed what is left of a limit. A limit that is reached admits not even nothing. */
export function isBeyond(weight: number, { limit, used }: { limit: number; used: number }): boolean {
  return used >= limit || weight > limit - used
}
