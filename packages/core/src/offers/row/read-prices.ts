import { shareOf } from '../../payout/earned.ts'
import { cutsMax, findOverlap } from '../../prices/cut-prices.ts'
import type { Price } from '../../prices/price.ts'
import { type PriceColumn, priceFields, type PriceValues } from '../price-fields.ts'
import type { CellKind, Schema } from './cell-kinds.ts'
import { camelName, columnsOf, plainName, readCells } from './field.ts'
import { readJson } from './read-json.ts'
import type { CellReading } from './reading.ts'

type PricesReading = CellReading<Price[]>

const columns = columnsOf(priceFields)

/**
 * The prices of an offer or goal: a list of objects, in CSV as JSON in one cell. One of them may be for everybody else; it
 * stands at the end.
 */
export function readPrices(raw: unknown): PricesReading {
  const listed = typeof raw === 'string' ? readJson(raw) : raw
  if (!Array.isArray(listed)) {
    return { problem: 'must be a list of objects, such as [{"countries":["US"],"payout":"2","revenue":"3"}]' }
  }
  if (listed.length > cutsMax) {
    return { problem: `has ${listed.length} prices; at most ${cutsMax} are allowed` }
  }
  const prices: Price[] = []
  for (const [index, entry] of listed.entries()) {
    const reading = readPrice(entry)
    if ('problem' in reading) return placed(index + 1, reading)
    prices.push(reading.value)
  }
  const [rest, second] = prices.filter(isRest)
  if (rest !== undefined && second !== undefined) {
    return { problem: 'has two prices for the rest of the world' }
  }
  const conditional = prices.filter((price) => !isRest(price))
  const overlap = findOverlap(conditional)
  if (overlap !== undefined) {
    const [one, other] = overlap.map((at) => tellPlace(conditional[at - 1] ?? nobody))
    return { problem: `has two prices for the same person: that for ${one} and that for ${other}` }
  }
  return { value: rest === undefined ? conditional : [...conditional, rest] }
}

/** One order for all who write the same prices, so that a file that shuffles them changes nothing. */
export function sortPrices(given: readonly Price[]): readonly Price[] {
  return given.map((price) => ({ ...price, countries: [...price.countries].sort() })).toSorted(byPlace)
}

function byPlace(one: Price, other: Price): number {
  return tellPlace(one) < tellPlace(other) ? -1 : 1
}

const nobody = { countries: [], platforms: [] }

/** A price without conditions: it is that of the rest of the world. */
export function isRest({ countries, platforms }: Pick<Price, 'countries' | 'platforms'>): boolean {
  return countries.length === 0 && platforms.length === 0
}

interface PriceProblem {
  readonly problem: string
  readonly member: PriceColumn | null
  /** Its cause, where others have the same. */
  readonly cause?: 'missing' | 'losing'
}

function placed(row: number, { problem, member }: PriceProblem): PricesReading {
  const named = member === null ? problem : `${member} ${problem}`
  return { problem: `price ${row}: ${named}`, at: { row, member, message: problem } }
}

/** One price, as a list has it. */
export function readPrice(entry: unknown): { readonly value: Price } | PriceProblem {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
    return { problem: 'must be an object', member: null }
  const cells = new Map(Object.entries(entry).map(([name, value]) => [plainName(name), value] as const))
  const { values, problems } = readCells(priceFields, cells)
  const [first] = problems
  if (first !== undefined) {
    return { problem: first.message, member: first.field, ...(first.cause && { cause: first.cause }) }
  }
  const { payoutMicros, payoutShareBasisPoints: share, revenueMicros } = values
  if (payoutMicros === null && share === null) {
    return { problem: 'is required', member: 'payout', cause: 'missing' }
  }
  return { value: { ...values, payoutMicros: payoutMicros ?? shareOf(revenueMicros, share ?? 0) } }
}

/** Whom a price is for, as sentences have it. */
export function tellPlace({ countries, platforms }: Pick<Price, 'countries' | 'platforms'>): string {
  const where = countries.length === 0 ? 'every country' : countries.join(', ')
  return platforms.length === 0 ? where : `${where} on ${platforms.join(' and ')}`
}

/** The prices of an offer or goal besides those of the rest of the world, which are its own. */
export const prices: CellKind<readonly Price[]> = {
  read: readPrices,
  blank: [],
  isAddress: false,
  write: (given) => given.map(writePrice),
  show: (given) => given.map(showPrice).join('; '),
  cell: listOf(priceSchema()),
  value: listOf({ type: 'object' }),
}

function listOf(items: Schema): Schema {
  return { type: 'array', items, maxItems: cutsMax }
}

/** A price of a body, whose names are in camelCase. */
function priceSchema(): Schema {
  const properties = columns.map((column) => [camelName(column), priceFields[column].schema] as const)
  const required = columns.filter((column) => priceFields[column].isRequired).map(camelName)
  return { type: 'object', required, properties: Object.fromEntries(properties) }
}

function writePrice(price: PriceValues): Readonly<Record<string, unknown>> {
  return Object.fromEntries(columns.map((column) => [column, priceFields[column].write(price)]))
}

function showPrice(price: Price): string {
  const shown = (column: PriceColumn): string => priceFields[column].show(price)
  const { countries, platforms } = price
  return `${tellPlace({ countries, platforms })}: ${shown('payout_share') || shown('payout')} of ${shown('revenue')}`
}
