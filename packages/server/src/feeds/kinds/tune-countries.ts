import { cleanTexts } from '../read/clean-text.ts'
import { listOf } from '../read/list-of.ts'
import { valueAt } from '../read/value-at.ts'

/**
 * The codes of its countries; none where it is for all of them. Undefined where the network does not tell them, as one that
 * refuses the table: an offer for Britain alone would be shown everywhere.
 */
export function tuneCountries(record: unknown): readonly string[] | undefined {
  const value = valueAt(record, 'Country')
  // PHP writes an empty list in several ways; what is not there, or is no list, is another thing.
  if (value === false || value === '') return []
  if (typeof value !== 'object' || value === null) return undefined
  const keyed = Array.isArray(value) ? [] : Object.keys(value)
  const entries = listOf(value)
  const codes = cleanTexts(entries.map((one, at) => valueAt(one, 'code') ?? keyed[at]))
  return codes.length < entries.length ? undefined : codes
}
