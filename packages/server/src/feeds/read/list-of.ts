import { isBlank } from '@quoin/core/offers/row/reading.ts'

/** More entries than any list inside an offer has; those behind them are not read. */
const entriesMax = 1_000

/**
 * The entries of a list, which networks write as an array, or as an object by key. PHP writes an empty object as `[]`, and
 * others leave a list out or write `false` or "" in its place.
 */
export function listOf(value: unknown): readonly unknown[] {
  return recordsOf(value).slice(0, entriesMax)
}

/**
 * The entries of a list of rules. A value that is no list is one entry: a rule that nobody can read is another thing than
 * none, which would open an offer to everybody.
 */
export function rulesIn(value: unknown): readonly unknown[] {
  if (isBlank(value) || value === false) return []
  return typeof value === 'object' ? listOf(value) : [value]
}

/** The records of a page, all of them: its answer is bounded as a whole. */
export function recordsOf(value: unknown): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return []
  return Array.isArray(value) ? value : Object.values(value)
}

/** The elements of one name in a tree of XML: several are an array, one stands alone, and none is absent. */
export function elementsOf(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isBlank(value) ? [] : [value]
}
