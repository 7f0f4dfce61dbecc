import { formatMicros } from '../payout/money.ts'
import { dayOf } from '../time/calendar-day.ts'
import type { Goal } from './goal.ts'
import type { Offer } from './offer.ts'
import type { OfferColumn } from './offer-row.ts'

/**
 * An offer as a row of a file would have it: read again it is the same offer. The hold is left out, which leaves it as
 * it is; so are amounts that are the sum of the goals', which go on following them.
 */
export function rowOfOffer(offer: Offer): Readonly<Record<OfferColumn, unknown>> {
  const { goals } = offer
  const amount = (micros: number, ofGoals: readonly number[]): string | null =>
    goals.length > 0 && ofGoals.reduce((sum, one) => sum + one, 0) === micros ? null : formatMicros(micros)
  return {
    external_id: offer.externalId,
    name: offer.name,
    description: offer.description,
    categories: offer.categories,
    payout: amount(
      offer.payoutMicros,
      goals.map(({ payoutMicros }) => payoutMicros),
    ),
    payout_share: shareText(offer.payoutShareBasisPoints),
    revenue: amount(
      offer.revenueMicros,
      goals.map(({ revenueMicros }) => revenueMicros),
    ),
    destination_url: offer.destinationUrl,
    fallback_url: offer.fallbackUrl,
    image_url: offer.imageUrl,
    countries: offer.countries,
    platforms: offer.platforms,
    starts_at: timeText(offer.startsAtSec),
    ends_at: timeText(offer.endsAtSec),
    daily_cap: offer.dailyCap,
    total_cap: offer.totalCap,
    status: offer.status,
    repeatable: offer.isRepeatable,
    hold_days: null,
    requirements: offer.requirements,
    goals: goals.map(goalEntry),
  }
}

function goalEntry(goal: Goal): object {
  return {
    goal: goal.goal,
    name: goal.name,
    payout: formatMicros(goal.payoutMicros),
    payout_share: shareText(goal.payoutShareBasisPoints),
    revenue: formatMicros(goal.revenueMicros),
    repeatable: goal.isRepeatable,
    // Every unit that can be written is whole minutes.
    deadline: goal.deadlineSec === null ? null : `${goal.deadlineSec / 60}m`,
    default: goal.isDefault,
    external_id: goal.externalId,
  }
}

function shareText(basisPoints: number | null): string | null {
  return basisPoints === null ? null : `${formatMicros(basisPoints * 10_000)}%`
}

function timeText(sec: number | null): string | null {
  if (sec === null) return null
  const [hour, minute, second] = [Math.floor(sec / 3600) % 24, Math.floor(sec / 60) % 60, sec % 60].map(
    (part) => String(part).padStart(2, '0'),
  )
  return `${dayOf(sec * 1000)}T${hour}:${minute}:${second}Z`
}
