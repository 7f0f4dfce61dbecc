import { columnOf, offerFields } from '@quoin/core/offers/offer-fields.ts'
import type { FeedAccount, FeedOffer } from '../../../feeds/feed-kind.ts'
import { mapped } from '../../../feeds/kinds/mapped.ts'
import { cutText } from '../../../feeds/read/clean-text.ts'

/** An offer as a mapping reads it; null stands for a record without an id. */
export interface PreviewedOffer {
  readonly externalId: string
  readonly standing: FeedOffer['standing']
  /** The sentence by which users may not be rewarded. */
  readonly forbidden: string | null
  readonly isUnpriced: boolean
  readonly doubts: readonly string[]
  /** Its columns as texts. */
  readonly row: Readonly<Record<string, string>>
}

const textMax = 300

export function previewOffers(
  records: readonly unknown[],
  account: FeedAccount,
): readonly (PreviewedOffer | null)[] | null {
  const { columns } = account.mapping ?? { columns: {} }
  if (!('external_id' in columns)) return null
  return records.map((record) => {
    const offer = mapped.readRecord(record, account)
    if (offer === undefined) return null
    // Without a column for it no offer has an address, which says nothing of an approval.
    const isUnread = !('destination_url' in columns) && offer.standing === 'not_approved'
    return preview(isUnread ? { ...offer, standing: 'open' } : offer)
  })
}

function preview({ externalId, row, standing, forbidden, isUnpriced, doubts }: FeedOffer): PreviewedOffer {
  const missing = (['name', 'destination_url'] as const).filter((column) => row[column] === undefined)
  return {
    externalId,
    standing,
    forbidden: forbidden?.sentence ?? null,
    isUnpriced: isUnpriced === true,
    doubts: [
      ...doubts,
      ...(standing === 'open' ? missing.map((column) => `${offerFields[column].label}: is missing.`) : []),
    ],
    row: Object.fromEntries(
      Object.entries(row)
        .filter(([column]) => columnOf(column) !== undefined)
        .map(([column, value]) => [column, cutText(showCell(value), textMax)]),
    ),
  }
}

function showCell(value: unknown): string {
  if (typeof value === 'string') return value
  if (!Array.isArray(value)) return String(value)
  return value.map((one) => (typeof one === 'object' ? showEntry(one) : String(one))).join(', ')
}

/** A goal or a price on one line: `Install 0.40`, `US, CA 2.50`. */
function showEntry(entry: Readonly<Record<string, unknown>>): string {
  const { name, revenue, countries, platforms, prices } = entry
  const where = [countries, platforms].flatMap((list) => (Array.isArray(list) ? [list.join(' ')] : []))
  const paid = Array.isArray(prices) ? prices.map((price) => showEntry(price)).join(' / ') : revenue
  return [name, ...where, paid].filter((part) => part !== undefined).join(' ')
}
