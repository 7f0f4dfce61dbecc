import { columnOf, type OfferColumn } from '@quoin/core/offers/offer-fields.ts'
import { readPriceColumn } from '@quoin/core/offers/row/place-columns.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'

/** By the names of a file ours; '' leaves a column out. Names that are not here are read as they are. */
export type ColumnMapping = Readonly<Record<string, OfferColumn | ''>>

/** Rows under our names. */
export async function* mapRows(
  entries: AsyncIterable<FileEntry>,
  mapping: ColumnMapping,
): AsyncGenerator<FileEntry> {
  for await (const entry of entries) yield mapEntry(entry, mapping)
}

export function mapEntry(entry: FileEntry, mapping: ColumnMapping): FileEntry {
  return 'row' in entry ? { ...entry, row: mapRow(entry.row, mapping) } : entry
}

/** A column mapped by hand wins over one that has our name by chance. */
function mapRow(row: Readonly<Record<string, unknown>>, mapping: ColumnMapping): Record<string, unknown> {
  const mapped = new Map<string, unknown>()
  const taken = new Set<string>(
    Object.entries(mapping).flatMap(([name, ours]) => (isOfPrice(name, ours) ? [] : [ours])),
  )
  for (const [name, value] of Object.entries(row)) {
    const ours = Object.hasOwn(mapping, name) ? mapping[name] : undefined
    if (ours === '') continue
    if (ours !== undefined) mapped.set(isOfPrice(name, ours) ? name : ours, value)
    else if (!taken.has(columnOf(name) ?? name)) mapped.set(name, value)
  }
  return Object.fromEntries(mapped)
}

/** Whether a column is one amount of the prices: its name says where that is paid. */
function isOfPrice(name: string, ours: OfferColumn | ''): boolean {
  return ours === 'prices' && readPriceColumn(name) !== undefined
}
