import type { Offer } from '@quoin/core/offers/offer-fields.ts'
import type { OfferInput } from '@quoin/core/offers/offer-fields.ts'
import { goalsOf } from './goal-columns.ts'

interface Column {
  readonly name: string
  /** The type of the member, as a record of JSON has it. */
  readonly type: string
  /** The member as it is read; unless given, the column itself. */
  readonly read?: string
  /** The column of the member; unless given, the member itself. */
  readonly write?: (member: string) => string
  /** The value that an import leaves; unless given, its own. */
  readonly change?: string
}

/** Goals have a table of their own. */
type Imported = Exclude<keyof OfferInput, 'goals'>

/** Where each member of an offer that an import gives lies. */
const offerColumns: { readonly [Member in Imported]-?: Column } = {
  externalId: { name: 'external_id', type: 'text' },
  name: { name: 'name', type: 'text' },
  description: { name: 'description', type: 'text' },
  requirements: { name: 'requirements', type: 'text' },
  categories: { name: 'categories', type: 'text[]' },
  payoutMicros: { name: 'payout_micros', type: 'bigint' },
  payoutShareBasisPoints: { name: 'payout_share_basis_points', type: 'integer' },
  revenueMicros: { name: 'revenue_micros', type: 'bigint' },
  currency: { name: 'currency', type: 'text' },
  foreignMicros: { name: 'foreign_micros', type: 'bigint' },
  usdNanos: { name: 'usd_nanos', type: 'bigint' },
  prices: { name: 'prices', type: 'jsonb' },
  destinationUrl: { name: 'destination_url', type: 'text' },
  fallbackUrl: { name: 'fallback_url', type: 'text' },
  imageUrl: { name: 'image_url', type: 'text' },
  videoUrl: { name: 'video_url', type: 'text' },
  countries: { name: 'countries', type: 'text[]' },
  platforms: { name: 'platforms', type: 'text[]' },
  startsAtSec: moment('starts_at'),
  endsAtSec: moment('ends_at'),
  dailyCap: { name: 'daily_cap', type: 'bigint' },
  totalCap: { name: 'total_cap', type: 'bigint' },
  status: { name: 'status', type: 'text', read: "case when paused_at is null then status else 'paused' end" },
  isRepeatable: { name: 'is_repeatable', type: 'boolean' },
  cost: { name: 'cost', type: 'text' },
  costMicros: { name: 'cost_micros', type: 'bigint' },
  costCurrency: { name: 'cost_currency', type: 'text' },
  minutes: { name: 'minutes', type: 'integer' },
  holdDays: {
    name: 'hold_days',
    type: 'smallint',
    read: 'coalesce(hold_days, 0)',
    change: 'coalesce(excluded.hold_days, offers.hold_days)',
  },
}

/** The members that the store adds, as they are read. */
const addedMembers: { readonly [Member in Exclude<keyof Offer, Imported>]-?: string } = {
  id: 'offers.id',
  networkId: 'network_id',
  isTest: 'is_test',
  attributionWindowSec: secondsOf('attribution_window'),
  createdAtSec: secondsOf('created_at'),
  goals: `coalesce(${goalsOf('offers')}, '[]')`,
}

function moment(name: string): Column {
  return { name, type: 'bigint', read: secondsOf(name), write: (member) => `to_timestamp(${member})` }
}

function secondsOf(column: string): string {
  return `extract(epoch from ${column})::bigint`
}

const columns = Object.entries<Column>(offerColumns)
const listed = (texts: readonly string[]): string => texts.join(',\n    ')

/** An offer as core's `Offer` has it. */
export const offerMembers = listed([
  ...Object.entries(addedMembers).map(([member, read]) => `${read} as "${member}"`),
  ...columns.map(([member, { name, read = name }]) => `${read} as "${member}"`),
])

/** For `jsonb_to_recordset`: the members with their types. */
export const offerRecord = listed(columns.map(([member, { type }]) => `"${member}" ${type}`))

/** The columns of `offers`, and the members of a record that fill them in the same order. */
export const offerColumnNames = listed(columns.map(([, { name }]) => name))
export const offerValues = listed(
  columns.map(([member, { write }]) => write?.(`given."${member}"`) ?? `given."${member}"`),
)

/** The change that an import makes to an offer that is there already. */
export const offerChanges = listed(
  columns
    .filter(([member]) => member !== 'externalId')
    .map(([, { name, change = `excluded.${name}` }]) => `${name} = ${change}`),
)
