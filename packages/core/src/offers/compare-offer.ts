import { formatMicros } from '../payout/money.ts'
import { dayOf } from '../time/calendar-day.ts'
import type { Goal } from './goal.ts'
import type { Offer } from './offer.ts'
import type { OfferColumn, OfferInput } from './offer-row.ts'

/** One column of an offer before and after an import, as people read it. */
export interface ColumnDifference {
  readonly field: OfferColumn
  readonly before: string
  readonly after: string
}

/** The stored offer, and the status that its file named last: both are compared with an import. */
type Stored = Offer & { readonly fileStatus: Offer['status'] }

type Show = (offer: OfferInput) => string | null

const list = (values: readonly string[]): string => values.join(', ')
/** In UTC, to the minute. */
const time = (sec: number | null): string | null => {
  if (sec === null) return null
  const minutes = Math.floor(sec / 60)
  const [hour, minute] = [Math.floor(minutes / 60) % 24, minutes % 60].map((one) =>
    String(one).padStart(2, '0'),
  )
  return `${dayOf(sec * 1000)} ${hour}:${minute}`
}
const count = (value: number | null): string | null => (value === null ? null : String(value))

/** Each column as people read it; of nothing null. */
const shown: readonly (readonly [OfferColumn, Show])[] = [
  ['name', ({ name }) => name],
  ['description', ({ description }) => description],
  ['categories', ({ categories }) => list(categories)],
  ['payout', ({ payoutMicros }) => formatMicros(payoutMicros)],
  [
    'payout_share',
    ({ payoutShareBasisPoints: points }) => (points === null ? null : `${formatMicros(points * 10_000)} %`),
  ],
  ['revenue', ({ revenueMicros }) => formatMicros(revenueMicros)],
  ['destination_url', ({ destinationUrl }) => destinationUrl],
  ['fallback_url', ({ fallbackUrl }) => fallbackUrl],
  ['image_url', ({ imageUrl }) => imageUrl],
  ['countries', ({ countries }) => list(countries) || 'everywhere'],
  ['platforms', ({ platforms }) => list(platforms) || 'all'],
  ['starts_at', ({ startsAtSec }) => time(startsAtSec)],
  ['ends_at', ({ endsAtSec }) => time(endsAtSec)],
  ['daily_cap', ({ dailyCap }) => count(dailyCap)],
  ['total_cap', ({ totalCap }) => count(totalCap)],
  ['status', ({ status }) => status],
  ['repeatable', ({ isRepeatable }) => (isRepeatable ? 'yes' : 'no')],
  ['hold_days', ({ holdDays }) => count(holdDays)],
  ['requirements', ({ requirements }) => requirements],
  ['goals', ({ goals }) => goals.map(showGoal).join('; ')],
]

function showGoal(given: Goal): string {
  const { goal, name, payoutMicros, payoutShareBasisPoints: points, revenueMicros, deadlineSec } = given
  const payout = points === null ? formatMicros(payoutMicros) : `${formatMicros(points * 10_000)} %`
  return [
    `${goal} (${name}) ${payout} of ${formatMicros(revenueMicros)}`,
    ...(deadlineSec === null ? [] : [`within ${deadlineSec / 60} min`]),
    ...(given.isRepeatable ? ['repeatable'] : []),
    ...(given.isDefault ? ['default'] : []),
    ...(given.externalId === null ? [] : [`at the network ${given.externalId}`]),
  ].join(', ')
}

/** Changes that an import would make to an offer. A hold that the file does not name stays. */
export function compareOffer(before: Stored, after: OfferInput): readonly ColumnDifference[] {
  const stored: OfferInput = { ...before, status: before.fileStatus }
  const given: OfferInput = { ...after, holdDays: after.holdDays ?? before.holdDays }
  return shown.flatMap(([field, show]) => {
    const [was, is] = [show(stored) ?? '', show(given) ?? '']
    return was === is ? [] : [{ field, before: was, after: is }]
  })
}
