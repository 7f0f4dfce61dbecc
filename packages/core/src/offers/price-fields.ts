import * as kinds from './row/cell-kinds.ts'
import { field, type ValuesOf } from './row/field.ts'

const { orNone } = kinds

/** The fields of a price by their names in a file, in the order in which Quoin writes them. */
export const priceFields = {
  countries: field({
    member: 'countries',
    label: 'countries',
    kind: kinds.countries,
    about: 'ISO codes; none: every country.',
    example: ['US', 'CA'],
  }),
  platforms: field({
    member: 'platforms',
    label: 'platforms',
    kind: kinds.platforms,
    about: 'Words from desktop, android and ios; none: all.',
  }),
  payout: field({
    member: 'payoutMicros',
    label: 'payout',
    kind: orNone(kinds.amount),
    about: 'The publisher’s payout there, in USD; none, with a share: that share of the revenue.',
    example: '1.25',
  }),
  payout_share: field({
    member: 'payoutShareBasisPoints',
    label: 'share',
    kind: orNone(kinds.share),
    about: 'The publisher’s share of what is reported, in percent; none: fixed.',
    example: '65%',
  }),
  revenue: field({
    member: 'revenueMicros',
    label: 'revenue',
    kind: kinds.amount,
    about: 'The network’s expected payment there, in the currency of the offer.',
    example: '2.00',
  }),
} as const

export type PriceColumn = keyof typeof priceFields
export type PriceValues = ValuesOf<typeof priceFields>
