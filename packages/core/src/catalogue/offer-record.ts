import { detailMembers, type Offer } from '../offers/offer-fields.ts'

/**
 * The fields of a record in their order: a list of values takes a third of an object with names, and there may be
 * 100,000 of them in memory, twice during a reload.
 */
const fields = [
  'id',
  'networkId',
  'externalId',
  'name',
  'categories',
  'payoutMicros',
  'payoutShareBasisPoints',
  'revenueMicros',
  'prices',
  'destinationUrl',
  'fallbackUrl',
  'countries',
  'platforms',
  'startsAtSec',
  'endsAtSec',
  'dailyCap',
  'totalCap',
  'status',
  'isRepeatable',
  'goals',
  'isTest',
  'attributionWindowSec',
  'holdDays',
  'createdAtSec',
  'cost',
  'costMicros',
  'costCurrency',
  'minutes',
  ...detailMembers,
] as const satisfies readonly (keyof Offer)[]

/**
 * The part of an offer that a click, an explanation or the answer about it needs; texts that only a list shows stand
 * in its encoded form.
 */
export type CatalogueOffer = Pick<Offer, (typeof fields)[number]>

/** How many fields a record has. */
export const recordSize = fields.length

export function writeRecord(offer: CatalogueOffer): string {
  return JSON.stringify(fields.map((field) => offer[field]))
}

export function readRecord(text: string): CatalogueOffer {
  const values = JSON.parse(text) as unknown[] // written above
  return Object.fromEntries(fields.map((field, index) => [field, values[index]])) as unknown as CatalogueOffer
}
