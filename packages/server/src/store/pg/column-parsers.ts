import pg from 'pg'

type Parse = (text: string) => unknown

/** Widened to a number, because the driver's list of type ids has no arrays. */
const textArrayId: number = 1009
const parseTextArray: Parse = pg.types.getTypeParser(textArrayId)
const parseTimestamp: Parse = pg.types.getTypeParser(1184)

/**
 * How a column's text becomes a JavaScript value, by PostgreSQL type id. They belong to our connections
 * alone: the driver's global table is left as it is.
 */
const parsers: ReadonlyMap<number, Parse> = new Map<number, Parse>([
  [20, readInt8], // int8
  [1016, (text) => readArray(text, readInt8)], // int8[]
  [1184, readTimestamp], // timestamptz, as epoch milliseconds
  [1185, (text) => readArray(text, readTimestamp)], // timestamptz[]
  [1082, keepText], // date: the driver would make a local midnight of it
  [1114, keepText], // timestamp without a zone names no instant, so none is invented
  [1231, parseTextArray], // numeric[]: the driver would make floats of it; a single numeric is text already
])

/**
 * The parser that the driver asks for each column of an answer; kinds that are not in the table keep the driver's way.
 */
export const columnParsers: pg.CustomTypesConfig = {
  getTypeParser: (typeId: number, format?: 'text' | 'binary') =>
    (format === 'binary' ? undefined : parsers.get(typeId)) ?? pg.types.getTypeParser(typeId, format),
}

/**
 * Ids and micro-units are far below 2^53. One that is not must stop the request, not lose its last digits.
 */
function readInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) {
    throw new RangeError(
      `The database returned ${text}, which is too large for an exact number; select it as text`,
    )
  }
  return value
}

function readTimestamp(text: string): number {
  return Number(parseTimestamp(text))
}

function keepText(text: string): string {
  return text
}

function readArray(text: string, read: Parse): unknown[] {
  const items = parseTextArray(text)
  return Array.isArray(items) ? items.map((item) => (typeof item === 'string' ? read(item) : item)) : []
}
