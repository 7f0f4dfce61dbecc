import { type Delimiter, delimiters } from '@quoin/core/sources/mapping/mapping.ts'
import { CsvError } from 'csv-parse'
import { parse } from 'csv-parse/sync'

/** More columns than any feed; a row of more is no row. */
const columnsMax = 500
/** A record may span lines inside quotes, but a quote left open must not swallow the feed. */
const recordLengthMax = 1_000_000

/**
 * Reads a table as the list of its rows, by the names in its first line; undefined where a row is no row, as the last one is
 * where a feed breaks off. Without a delimiter it is the mark that the first line has most of.
 */
export function readFeedCsv(
  text: string,
  delimiter?: Delimiter,
): { readonly value: readonly Readonly<Record<string, string>>[] } | undefined {
  const mark = delimiter === undefined ? mostOf(text) : delimiters[delimiter]
  try {
    const value: Readonly<Record<string, string>>[] = parse(text, {
      delimiter: mark,
      max_record_size: recordLengthMax,
      skip_empty_lines: true,
      columns: (header: readonly string[]) => namesOf(header),
    })
    return { value }
  } catch (error) {
    if (error instanceof CsvError || error instanceof RefusedHeader) return undefined
    throw error
  }
}

class RefusedHeader extends Error {}

/** The names of the columns; one that names none is left out. */
function namesOf(header: readonly string[]): (string | false)[] {
  const names = header.map((name) => name.trim())
  const filled = names.filter((name) => name !== '')
  // A name that stands twice would hide a value, and one of objects themselves is no column.
  if (filled.length !== new Set(filled).size || filled.length === 0 || names.length > columnsMax)
    throw new RefusedHeader()
  return names.map((name) => (name === '' || name === '__proto__' ? false : name))
}

function mostOf(text: string): string {
  const [line = ''] = text.split('\n', 1)
  const counted = Object.values(delimiters).map((mark) => ({ mark, count: line.split(mark).length }))
  return counted.reduce((most, next) => (next.count > most.count ? next : most)).mark
}
