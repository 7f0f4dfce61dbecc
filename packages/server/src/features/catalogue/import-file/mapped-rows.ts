import { type OfferColumn, offerColumnNames, offerColumns } from '@quoin/core/offers/offer-row.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'

/** By the names of a file ours; '' leaves a column out. Names that are not here are read as they are. */
export type ColumnMapping = Readonly<Record<string, OfferColumn | ''>>

/** Rows under our names. */
export async function* mapRows(
  entries: AsyncIterable<FileEntry>,
  mapping: ColumnMapping,
): AsyncGenerator<FileEntry> {
  for await (const entry of entries)
    yield 'row' in entry ? { ...entry, row: mapRow(entry.row, mapping) } : entry
}

/** A column mapped by hand wins over one that has our name by chance. */
function mapRow(row: Readonly<Record<string, unknown>>, mapping: ColumnMapping): Record<string, unknown> {
  const mapped = new Map<string, unknown>()
  const taken = new Set<string>(Object.values(mapping))
  for (const [name, value] of Object.entries(row)) {
    const ours = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    if (ours === '') continue
    if (ours !== undefined) mapped.set(ours, value)
    else if (!taken.has(columnOf(name) ?? name)) mapped.set(name, value)
  }
  return Object.fromEntries(mapped)
}

const columnByName: ReadonlyMap<string, OfferColumn> = new Map(
  offerColumnNames.flatMap((column) =>
    [column, ...offerColumns[column]].map((name) => [name, column] as const),
  ),
)

/** Names that feeds use besides those that an import takes by itself. */
const alsoKnown: Readonly<Record<string, OfferColumn>> = {
  offer_id: 'external_id',
  offerid: 'external_id',
  campaign_id: 'external_id',
  offer_name: 'name',
  campaign_name: 'name',
  desc: 'description',
  amount: 'revenue',
  rate: 'revenue',
  price: 'revenue',
  offer_url: 'destination_url',
  tracking_url: 'destination_url',
  tracking_link: 'destination_url',
  click_url: 'destination_url',
  preview_image: 'image_url',
  icon: 'image_url',
  icon_url: 'image_url',
  image: 'image_url',
  thumbnail: 'image_url',
  os: 'platforms',
  state: 'status',
  cap: 'daily_cap',
  instructions: 'requirements',
}

/** Ours by the name in a file, as an import reads it. */
function columnOf(name: string): OfferColumn | undefined {
  return columnByName.get(plain(name))
}

/** Ours by the name in a file, where somebody is asked to look at it. */
export function guessColumn(name: string): OfferColumn | undefined {
  return columnOf(name) ?? (Object.hasOwn(alsoKnown, plain(name)) ? alsoKnown[plain(name)] : undefined)
}

function plain(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
