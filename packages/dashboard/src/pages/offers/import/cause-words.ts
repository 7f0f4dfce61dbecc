import { columnLabel } from '@quoin/core/offers/offer-fields.ts'
import type { FaultCause } from '@quoin/core/offers/repair/row-faults.ts'

interface Cause {
  readonly cause: string
  readonly field: string | null
  readonly message: string | null
}

interface CauseWords {
  readonly title: string
  readonly text?: string
}

const words: Readonly<
  Record<Exclude<FaultCause, 'wrong' | 'missing' | 'differing' | 'unreadable'>, CauseWords>
> = {
  unclear: { title: 'Decimals or thousands' },
  decimal_comma: { title: 'Decimal comma in a price' },
  thousands: { title: 'Thousands mark in a price' },
  currency: { title: 'Currency beside the price', text: 'All of them are US dollars.' },
  country: { title: 'Country in words', text: 'The table of country words has read them. Change one here.' },
  platform: { title: 'Platform in words', text: 'Quoin knows Android, iOS and desktop.' },
  address: { title: 'Space or foreign letter in an address' },
  click_id: {
    title: 'No click id in the address',
    text: 'Quoin adds it under the name of the network’s preset. Check that the network reports it back.',
  },
  no_amount: { title: 'The price is no number' },
  other_currency: { title: 'A price in another currency', text: 'Prices of offers are in US dollars.' },
  unknown_country: {
    title: 'No such country',
    text: 'Say what it means. Without a meaning the row stays out.',
  },
  unknown_platform: {
    title: 'No such platform',
    text: 'Say what it means. Without a meaning the row stays out.',
  },
  losing: {
    title: 'The publisher would earn more than the network pays',
    text: 'Every conversion would lose money.',
  },
  repeated: { title: 'The same id again', text: 'The first row with it counts.' },
}

/** A cause as people read it. */
export function causeWords({ cause, field, message }: Cause): CauseWords {
  if (cause === 'missing') return missingWords(field)
  if (cause === 'differing')
    return { title: `Rows of one offer differ: ${columnName(field)}`, text: differingText }
  if (cause === 'unreadable') return { title: 'The row cannot be read', text: sentenceOf(message) }
  if (isNamed(cause)) return words[cause]
  return { title: `${columnName(field)} cannot be read`, text: sentenceOf(message) }
}

const differingText =
  'Rows with the same id, one after the other, are its prices by country. All else must be the same in each.'

function isNamed(cause: string): cause is keyof typeof words {
  return Object.hasOwn(words, cause)
}

function missingWords(field: string | null): CauseWords {
  const isPrice = field === 'payout' || field === 'revenue'
  if (!isPrice) return { title: `${columnName(field)} is missing`, text: 'The cell is empty.' }
  return {
    title: `No price: ${columnName(field).toLowerCase()}`,
    text: 'The cell is empty. Quoin never reads an empty price as 0.00.',
  }
}

/** A column by the name that people read. */
export function columnName(field: string | null): string {
  return columnLabel(field ?? '') ?? 'The row'
}

function sentenceOf(message: string | null): string {
  const text = message ?? ''
  return text === '' ? '' : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
