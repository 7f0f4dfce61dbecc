import type { KnownGoal } from '@quoin/core/offers/goal.ts'
import { columnValues } from '@quoin/core/offers/offer-fields.ts'
import { goalColumnValues } from '@quoin/core/offers/row/read-goals.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import type { Price } from '@quoin/core/prices/price.ts'
import { priceRange } from '@quoin/core/prices/price-range.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { isBuiltIn } from '../../../features/catalogue/keep-test-offers.ts'
import type { ListedOffer } from '../../../store/catalogue/offer-list.ts'
import type { StoredOffer } from '../../../store/catalogue/offers.ts'

interface Seen {
  /** The name of its network. */
  readonly network: string
  readonly isCapped: boolean
}

export function presentListedOffer(offer: ListedOffer, { network, isCapped }: Seen) {
  return {
    id: String(offer.id),
    network_id: String(offer.networkId),
    network,
    external_id: offer.externalId,
    name: offer.name,
    status: offer.status,
    paused_by: offer.status === 'active' ? null : offer.pausedAtMs === null ? 'network' : 'operator',
    capped: isCapped,
    payout: formatMicros(offer.payoutMicros),
    payout_share: percentOf(offer.payoutShareBasisPoints),
    revenue: formatMicros(offer.revenueMicros),
    range: presentRange(priceRange(offer)),
    countries: offer.countries,
    platforms: offer.platforms,
    categories: offer.categories,
    goals_count: offer.goals.length,
    hold_days: offer.holdDays,
    test: offer.isTest,
    created_at: offer.createdAtSec,
    ends_at: offer.endsAtSec,
  } as const
}

export function presentStoredOffer(offer: StoredOffer, seen: Seen) {
  const active = offer.goals.filter(({ isRetired }) => !isRetired)
  return {
    ...columnValues(offer),
    ...presentListedOffer({ ...offer, goals: active }, seen),
    cost_amount: offer.costMicros === null ? null : formatMicros(offer.costMicros),
    foreign_revenue: foreignOf(offer),
    prices: offer.prices.map(presentPrice),
    attribution_window_seconds: offer.attributionWindowSec,
    paused_at: secondsOf(offer.pausedAtMs),
    updated_at: secondsOf(offer.updatedAtMs),
    goals: offer.goals.map(presentGoal),
    built_in: offer.isTest && isBuiltIn(offer.externalId),
  }
}

function presentGoal(goal: KnownGoal) {
  const { order: _order, deadline, ...values } = goalColumnValues(goal)
  return {
    ...values,
    payout: formatMicros(goal.payoutMicros),
    payout_share: percentOf(goal.payoutShareBasisPoints),
    revenue: formatMicros(goal.revenueMicros),
    foreign_revenue: foreignOf(goal),
    prices: goal.prices.map(presentPrice),
    repeatable: goal.isRepeatable,
    deadline_seconds: deadline,
    retired: goal.isRetired,
  }
}

interface Foreign {
  readonly foreignMicros?: number | null | undefined
}

function foreignOf({ foreignMicros = null }: Foreign): string | null {
  return foreignMicros === null ? null : formatMicros(foreignMicros)
}

export function presentPrice(price: Price) {
  const { countries, platforms, payoutMicros, payoutShareBasisPoints, revenueMicros } = price
  return {
    countries,
    platforms,
    payout: formatMicros(payoutMicros),
    payout_share: percentOf(payoutShareBasisPoints),
    revenue: formatMicros(revenueMicros),
    foreign_revenue: foreignOf(price),
  }
}

function presentRange(range: ReturnType<typeof priceRange>) {
  if (range === undefined) return null
  const { payout, revenue } = range
  return {
    payout_min: formatMicros(payout.minMicros),
    payout_max: formatMicros(payout.maxMicros),
    revenue_min: formatMicros(revenue.minMicros),
    revenue_max: formatMicros(revenue.maxMicros),
  }
}

/** Hundredths of a percent as percent. */
export function percentOf<Points extends number | null>(
  basisPoints: Points,
): Points extends null ? null : string
export function percentOf(basisPoints: number | null): string | null {
  return basisPoints === null ? null : formatMicros(basisPoints * 10_000)
}
