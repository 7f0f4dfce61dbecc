import { costs, minutesMax } from './cost.ts'
import type { Goal } from './goal.ts'
import { offerStatuses } from './offer.ts'
import type { Targeting } from '../targeting/targeting.ts'
import * as kinds from './row/cell-kinds.ts'
import {
  type ColumnValuesOf,
  columnsOf,
  field,
  type ValuesOf,
  valuesByColumn,
  plainName,
} from './row/field.ts'
import { goals } from './row/read-goals.ts'
import { prices } from './row/read-prices.ts'
import type { PricedParts } from '../prices/price-offer.ts'
import type { OfferTerms } from './terms.ts'

const { or, orNone } = kinds

/**
 * The fields of an offer that a file, a person or a program gives, by the names of their columns and in the order in
 * which Quoin writes them. `packages/server/src/store/catalogue/offer-columns.ts` says where each lies.
 */
export const offerFields = {
  external_id: field({
    member: 'externalId',
    label: 'Network’s id',
    names: ['id'],
    kind: kinds.externalId(255),
    about: 'The network’s own id of it, by which imports know it. It stays.',
    example: 'bubble-farm',
  }),
  name: field({
    member: 'name',
    label: 'Name',
    names: ['title'],
    kind: kinds.visibleText(200),
    about: 'The name that users see.',
    example: 'Bubble Farm',
  }),
  description: field({
    member: 'description',
    label: 'Description',
    kind: or(kinds.text(2000), ''),
    about: 'The text that users read.',
    example: 'Reach level 10 in a week.',
  }),
  categories: field({
    member: 'categories',
    label: 'Categories',
    names: ['category'],
    kind: kinds.categories,
    about: 'Slugs, the most important one first.',
  }),
  /** The publisher's earning for a conversion, in USD micros, when no share is set. */
  payout: field({
    member: 'payoutMicros',
    label: 'Publisher earns',
    kind: orNone(kinds.amount),
    example: '1.25',
    about:
      'The publisher’s payout, in USD. It is required without goals and prices; with goals it may be their sum.',
  }),
  payout_share: field({
    member: 'payoutShareBasisPoints',
    label: 'Publisher’s share',
    kind: orNone(kinds.share),
    about: 'The publisher’s share of what is reported, in percent; none: fixed.',
    example: '65%',
  }),
  revenue: field({
    member: 'revenueMicros',
    label: 'Network pays',
    kind: orNone(kinds.amount),
    example: '2.00',
    about:
      'The network’s expected payment, in the currency beside it. It is required without goals and prices; with goals it may be their sum.',
  }),
  currency: field({
    member: 'currency',
    label: 'Currency of the revenue',
    kind: orNone(kinds.currency),
    about:
      'ISO 4217: the currency of `revenue` here, in prices and in goals; none: that of its network. Payouts are in USD.',
    example: 'EUR',
  }),
  prices: field({
    member: 'prices',
    label: 'Prices by country and platform',
    kind: prices,
    about: 'Prices for some countries and platforms; its own are for the rest of the world.',
  }),
  /** A template with macros; the only place a tracking link ever leads to. */
  destination_url: field({
    member: 'destinationUrl',
    label: 'Offer address',
    names: ['url', 'link'],
    kind: kinds.url,
    about: 'Where it leads, with macros; it carries the click id.',
    example: 'https://go.example/?c={click_id}',
  }),
  fallback_url: field({
    member: 'fallbackUrl',
    label: 'Fallback address',
    kind: orNone(kinds.url),
    about: 'The address that its links lead to while it is not available.',
    example: 'https://site.example/',
  }),
  image_url: field({
    member: 'imageUrl',
    label: 'Picture',
    kind: orNone(kinds.url),
    about: 'A square picture; none: ours.',
    example: 'https://cdn.example/i.webp',
  }),
  video_url: field({
    member: 'videoUrl',
    label: 'Video',
    names: ['video'],
    kind: orNone(kinds.secureUrl),
    about: 'A video that shows it, at an https address.',
    example: 'https://cdn.example/v.mp4',
  }),
  countries: field({
    member: 'countries',
    label: 'Countries',
    names: ['country', 'geo', 'geos'],
    kind: kinds.countries,
    about: 'ISO codes; none: everywhere.',
    example: ['DE', 'AT'],
  }),
  platforms: field({
    member: 'platforms',
    label: 'Platforms',
    kind: kinds.platforms,
    names: ['platform', 'device', 'devices'],
    about: 'Words from desktop, android and ios; none: all.',
  }),
  starts_at: field({
    member: 'startsAtSec',
    label: 'Begins',
    kind: orNone(kinds.moment),
    about: 'ISO 8601, a date is midnight UTC; none: at once.',
    example: '2030-01-31T09:30:00Z',
  }),
  ends_at: field({
    member: 'endsAtSec',
    label: 'Ends',
    kind: orNone(kinds.moment),
    about: 'ISO 8601; none: never.',
    example: '2030-02-28T00:00:00Z',
  }),
  daily_cap: field({
    member: 'dailyCap',
    label: 'Daily cap',
    kind: orNone(kinds.cap),
    about: 'Conversions a day, in the time zone of its network; none: no limit.',
  }),
  total_cap: field({
    member: 'totalCap',
    label: 'Total cap',
    kind: orNone(kinds.cap),
    about: 'Conversions in all; none: no limit.',
  }),
  status: field({
    member: 'status',
    label: 'Status',
    kind: or(kinds.word(offerStatuses), 'active'),
    about: 'The network’s own; a pause by `offers pause` outlasts every import.',
  }),
  repeatable: field({
    member: 'isRepeatable',
    label: 'Repeatable',
    kind: or(kinds.flag, false),
    about: 'Earned once per transaction, not once per click.',
  }),
  hold_days: field({
    member: 'holdDays',
    label: 'Days held',
    kind: orNone(kinds.holdDays),
    isKept: true,
    about: 'For how many days what is approved is held; left out: as it was.',
  }),
  requirements: field({
    member: 'requirements',
    label: 'Requirements',
    kind: orNone(kinds.text(2000)),
    about: 'The conditions for users.',
    example: 'New users only',
  }),
  cost: field({
    member: 'cost',
    label: 'Cost to the user',
    kind: orNone(kinds.word(costs)),
    about: 'The demand on the user’s money; none: not known.',
    example: 'deposit',
  }),
  cost_amount: field({
    member: 'costMicros',
    label: 'Amount of the cost',
    kind: orNone(kinds.paidAmount),
    about: 'How much of a deposit, a purchase, or each time of a subscription, in the currency beside it.',
    example: '250',
  }),
  cost_currency: field({
    member: 'costCurrency',
    label: 'Currency of the cost',
    kind: orNone(kinds.currency),
    about: 'ISO 4217, in upper case; required with an amount.',
    example: 'EUR',
  }),
  minutes: field({
    member: 'minutes',
    label: 'Minutes it takes',
    kind: orNone(kinds.wholeNumber({ min: 1, max: minutesMax })),
    about: 'The user’s own time, without the wait for the credit; none: not known.',
    example: 15,
  }),
  goals: field({
    member: 'goals',
    label: 'Goals',
    names: ['events'],
    kind: goals,
    about: 'Its paid events in their order, all of them; none: it is one event.',
  }),
} as const

export type OfferColumn = keyof typeof offerFields

/** Fields that publishers read in the answer about one offer, besides those of lists; the catalogue keeps them, too. */
const { video_url } = offerFields
export const detailFields = { video_url } as const
export const detailMembers = Object.values(detailFields).map(({ member }) => member)

/** The values of the cells, before those that goals give to others. */
type OfferCellValues = ValuesOf<typeof offerFields>

export const offerColumnNames = columnsOf(offerFields)

/** By all names that a file may have for them. */
const columnByName: ReadonlyMap<string, OfferColumn> = new Map(
  offerColumnNames.flatMap((column) =>
    [column, ...(offerFields[column].names ?? [])].map((name) => [name, column] as const),
  ),
)

/** Ours by the name in a file. */
export function columnOf(name: string): OfferColumn | undefined {
  return columnByName.get(plainName(name))
}

/** A column by the name that people read; undefined for what is none. */
export function columnLabel(name: string): string | undefined {
  return Object.hasOwn(offerFields, name) ? offerFields[name as OfferColumn].label : undefined // it has its own
}

/** An offer as an import delivers it: everything but what the store adds (id, network, creation time). */
export interface OfferInput extends Omit<OfferCellValues, 'payoutMicros' | 'revenueMicros' | 'goals'> {
  readonly payoutMicros: number
  readonly revenueMicros: number
  /** The revenue in its own currency, as it is written down; null or absent where that is USD. */
  readonly foreignMicros?: number | null | undefined
  /** The rate by which its revenues are in USD, in billionths; null or absent where they are written so. */
  readonly usdNanos?: number | null | undefined
  /** In their order; empty for an offer that is one event. */
  readonly goals: readonly Goal[]
}

/** An offer as it is stored: what a network pays for, and what a publisher may list. */
export interface Offer
  extends Omit<Targeting, keyof PricedParts>,
    Omit<OfferTerms, 'prices'>,
    Omit<OfferInput, 'holdDays'> {
  readonly holdDays: number
  readonly createdAtSec: number
}

/** The values of an offer by their columns. */
export function columnValues(offer: OfferInput): ColumnValuesOf<typeof offerFields> {
  return valuesByColumn(offerFields, (column) => offerFields[column].get(offer))
}

export function detailValues(offer: ValuesOf<typeof detailFields>): ColumnValuesOf<typeof detailFields> {
  return valuesByColumn(detailFields, (column) => detailFields[column].get(offer))
}
