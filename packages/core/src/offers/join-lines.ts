import { type OfferColumn, offerColumnNames, offerFields } from './offer-fields.ts'
import type { RowProblem } from './row-problem.ts'
import { type PriceColumn, priceFields } from './price-fields.ts'
import type { CellKind } from './row/cell-kinds.ts'
import { columnsOf } from './row/field.ts'
import { pricesOfColumns } from './row/place-columns.ts'
import { readPrice } from './row/read-prices.ts'
import { isBlank, quote } from './row/reading.ts'

type Row = Readonly<Record<string, unknown>>

/** A row of a file under our names, mended, and the line where it begins. */
export interface NumberedRow {
  readonly line: number
  readonly row: Row
}

/** A problem of one of several lines that are an offer together. */
export interface LineProblem extends RowProblem {
  readonly line: number
}

interface JoinedRow {
  readonly row: Readonly<Record<string, unknown>>
  /** Those that the joined row does not show by itself. */
  readonly problems: readonly LineProblem[]
}

const priceColumns = columnsOf(priceFields)
const sharedColumns = offerColumnNames.filter(
  (column) => column !== 'prices' && !(priceColumns as readonly string[]).includes(column),
)

/**
 * Several lines of one offer as one row: each line is a price, by its countries, platforms and amounts, and that
 * without countries and platforms is the rest of the world. All else must be the same in each.
 */
export function joinLines(lines: readonly [NumberedRow, ...NumberedRow[]]): JoinedRow {
  const prices = lines.map(({ row }) => priceOf(row))
  const [{ row: first }] = lines
  const shared = sharedColumns.map((column) => [column, first[column]] as const)
  return {
    row: { ...Object.fromEntries(shared), prices },
    problems: [
      ...lines.flatMap(({ line }, at) => priceProblem(line, prices[at])),
      ...lines.flatMap(pricesBeside),
      ...sharedColumns.flatMap((column) => differences(column, lines)),
    ],
  }
}

/** The id of a row's offer at its network; undefined where it cannot be read. */
export function externalIdOf(row: Row): string | undefined {
  return readOr(offerFields.external_id.kind, row['external_id'], undefined)
}

/** Whom a line is for, in one spelling; undefined where that cannot be read. */
export function conditionsOf(row: Row): string | undefined {
  const countries = readOr(priceFields.countries.kind, row['countries'], [])
  const platforms = readOr(priceFields.platforms.kind, row['platforms'], [])
  if (countries === undefined || platforms === undefined) return undefined
  return `${countries.toSorted().join()} ${platforms.join()}`
}

function readOr<T>(kind: CellKind<T>, raw: unknown, blank: T | undefined): T | undefined {
  if (isBlank(raw)) return blank
  const reading = kind.read(raw)
  return 'value' in reading ? reading.value : undefined
}

function priceOf(row: Row): Partial<Record<PriceColumn, unknown>> {
  return Object.fromEntries(priceColumns.map((column) => [column, row[column]]))
}

function priceProblem(line: number, price: unknown): LineProblem[] {
  const reading = readPrice(price)
  if ('value' in reading) return []
  const { problem: message, member, cause } = reading
  return [{ line, field: member ?? 'prices', message, ...(cause && { cause }) }]
}

function pricesBeside({ line, row }: NumberedRow): LineProblem[] {
  if (isBlank(row['prices']) && pricesOfColumns(row).prices.length === 0) return []
  const message = 'stand in columns, and the lines of this offer are prices, too: use one of the two'
  return [{ line, field: 'prices', message }]
}

/** The first line that says something else in a column. */
function differences(column: OfferColumn, lines: readonly NumberedRow[]): LineProblem[] {
  const [first] = lines
  const other = lines.find(({ row }) => !isSame(column, first?.row[column], row[column]))
  if (first === undefined || other === undefined) return []
  const [one, two] = [first, other].map(({ row }) => tellCell(row[column]))
  // A document may have all of its rows in one line.
  const where = first.line === other.line ? 'rows' : `lines ${first.line} and ${other.line}`
  const message = `differs between ${where} of the offer: ${one} and ${two}`
  return [{ line: other.line, field: column, message, cause: 'differing' }]
}

/** Whether two cells say the same, however they are written. */
function isSame(column: OfferColumn, one: unknown, other: unknown): boolean {
  if (isBlank(one) || isBlank(other)) return isBlank(one) && isBlank(other)
  if (one === other) return true
  const [first, second] = [one, other].map((raw) => offerFields[column].kind.read(raw))
  if (first === undefined || second === undefined) return false
  return 'value' in first && 'value' in second
    ? JSON.stringify(first.value) === JSON.stringify(second.value)
    : JSON.stringify(one) === JSON.stringify(other)
}

function tellCell(raw: unknown): string {
  if (isBlank(raw)) return 'nothing'
  return quote(typeof raw === 'string' ? raw.trim() : JSON.stringify(raw))
}
