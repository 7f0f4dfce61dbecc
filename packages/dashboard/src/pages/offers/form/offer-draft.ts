import type { DataOf } from '../../../api/operation-types.ts'
import { microsOf } from '../../../format/format-money.ts'

type Offer = DataOf<'getOffer'>

/** A goal as it is filled in. */
export interface GoalDraft {
  /** By this a list of goals is kept in order while it changes. */
  readonly key: string
  readonly goal: string
  readonly name: string
  readonly payout: string
  readonly payoutShare: string
  readonly revenue: string
  readonly deadline: string
  readonly externalId: string
  readonly repeatable: boolean
  readonly default: boolean
}

/** An offer as it is filled in, under the names of the operation. */
export interface OfferDraft {
  readonly networkId: string
  readonly externalId: string
  readonly name: string
  readonly description: string
  readonly requirements: string
  readonly categories: readonly string[]
  readonly imageUrl: string
  readonly destinationUrl: string
  readonly fallbackUrl: string
  readonly payout: string
  readonly payoutShare: string
  readonly revenue: string
  readonly repeatable: boolean
  readonly holdDays: string
  readonly goals: readonly GoalDraft[]
  readonly countries: readonly string[]
  readonly platforms: readonly string[]
  readonly startsAt: string
  readonly endsAt: string
  readonly dailyCap: string
  readonly totalCap: string
}

export const newOffer: OfferDraft = {
  ...{ networkId: '', externalId: '', name: '', description: '', requirements: '', categories: [] },
  ...{ imageUrl: '', destinationUrl: '', fallbackUrl: '', payout: '', payoutShare: '', revenue: '' },
  ...{ repeatable: false, holdDays: '0', goals: [], countries: [], platforms: [] },
  ...{ startsAt: '', endsAt: '', dailyCap: '', totalCap: '' },
}

let goalsMade = 0

export function newGoal(): GoalDraft {
  goalsMade += 1
  return {
    ...{ key: `new-${goalsMade}`, goal: '', name: '', payout: '', payoutShare: '', revenue: '' },
    ...{ deadline: '', externalId: '', repeatable: false, default: false },
  }
}

/** A stored offer. Amounts that are the sum of the goals' stay empty: they follow them. */
export function draftOf(offer: Offer): OfferDraft {
  const goals = offer.goals.filter(({ retired }) => !retired)
  return {
    ...{ networkId: offer.network_id, externalId: offer.external_id, name: offer.name },
    ...{ description: offer.description, requirements: offer.requirements ?? '' },
    ...{ categories: offer.categories, imageUrl: offer.image_url ?? '' },
    ...{ destinationUrl: offer.destination_url, fallbackUrl: offer.fallback_url ?? '' },
    payout: isSum(offer.payout, goals, 'payout') ? '' : offer.payout,
    payoutShare: offer.payout_share ?? '',
    revenue: isSum(offer.revenue, goals, 'revenue') ? '' : offer.revenue,
    ...{ repeatable: offer.repeatable, holdDays: String(offer.hold_days) },
    goals: goals.map((one) => ({
      ...{ key: one.goal, goal: one.goal, name: one.name, payout: one.payout, revenue: one.revenue },
      ...{ payoutShare: one.payout_share ?? '', deadline: spanText(one.deadline_seconds) },
      ...{ externalId: one.external_id ?? '', repeatable: one.repeatable, default: one.default },
    })),
    ...{ countries: offer.countries, platforms: offer.platforms },
    ...{ startsAt: localTime(offer.starts_at), endsAt: localTime(offer.ends_at) },
    ...{ dailyCap: String(offer.daily_cap ?? ''), totalCap: String(offer.total_cap ?? '') },
  }
}

/** The payout or revenue of all goals together. */
export function sumOfGoals(
  goals: readonly Pick<GoalDraft, 'payout' | 'revenue'>[],
  name: 'payout' | 'revenue',
): string {
  const micros = goals.reduce((sum, goal) => sum + microsOf(goal[name]), 0)
  return (micros / 1_000_000).toFixed(6)
}

function isSum(amount: string, goals: Offer['goals'], name: 'payout' | 'revenue'): boolean {
  return goals.length > 0 && microsOf(sumOfGoals(goals, name)) === microsOf(amount)
}

/** The largest unit that it is whole in. */
function spanText(seconds: number | null): string {
  if (seconds === null) return ''
  if (seconds % 86_400 === 0) return `${seconds / 86_400}d`
  return seconds % 3_600 === 0 ? `${seconds / 3_600}h` : `${seconds / 60}m`
}

/** As a field for local times has it. */
function localTime(seconds: number | null): string {
  if (seconds === null) return ''
  const time = new Date(seconds * 1000)
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
