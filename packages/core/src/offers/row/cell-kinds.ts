import { formatMicros } from '../../payout/money.ts'
import { dayOf } from '../../time/calendar-day.ts'
import { readIsoTime } from '../../time/read-iso-time.ts'
import { platforms as allPlatforms } from '../offer.ts'
import { capMax, holdDaysMax, readAmount, readCap, readHoldDays, readShare } from './read-amounts.ts'
import { categoriesMax, entriesMax, readCategories, readCountries, readPlatforms } from './read-lists.ts'
import { readExternalId, readText, readVisibleText } from './read-text.ts'
import { addressLengthMax, readSecureUrl, readUrl } from './read-url.ts'
import { type CellReading, quote, type Reading } from './reading.ts'

/** JSON Schema, as plain data. */
export type Schema = Readonly<Record<string, unknown>>

/** A kind of cell in a file of offers. Its bounds stand in one place: they are documented as they are read. */
export interface CellKind<T> {
  /** A cell that is not blank. */
  readonly read: (raw: unknown) => CellReading<T>
  /** The value of a blank cell; undefined where it must be filled. */
  readonly blank: T | undefined
  /** The value as a file has it: read again it is the same. */
  readonly write: (value: T) => unknown
  /** The value as people read it. */
  readonly show: (value: T) => string
  /** A cell, as a body of JSON has it. */
  readonly cell: Schema
  /** The value itself. */
  readonly value: Schema
  /** An address, whose slips of spelling have a repair. */
  readonly isAddress: boolean
}

/** A kind whose values are written as they are; each part may be given in its own way. */
function kindOf<T>(read: CellKind<T>['read'], cell: Schema, own: Partial<CellKind<T>> = {}): CellKind<T> {
  return {
    read,
    cell,
    value: cell,
    blank: undefined,
    isAddress: false,
    write: (value) => value,
    show: String,
    ...own,
  }
}

/** The kind, with a value for a blank cell. */
export function or<T>(kind: CellKind<T>, blank: T): CellKind<T> {
  return { ...kind, blank }
}

/** The kind, where a blank cell means none. */
export function orNone<T>(kind: CellKind<T>): CellKind<T | null> {
  const orNull = (schema: Schema): Schema => ({ anyOf: [schema, { type: 'null' }] })
  const cell = orNull(kind.cell)
  return {
    read: kind.read,
    isAddress: kind.isAddress,
    blank: null,
    cell,
    value: kind.value === kind.cell ? cell : orNull(kind.value),
    write: (value) => (value === null ? null : kind.write(value)),
    show: (value) => (value === null ? '' : kind.show(value)),
  }
}

export function text(max: number): CellKind<string> {
  return kindOf((raw) => readText(raw, max), { type: 'string', maxLength: max })
}

export function visibleText(max: number): CellKind<string> {
  return kindOf((raw) => readVisibleText(raw, max), { type: 'string', maxLength: max })
}

export function externalId(max: number): CellKind<string> {
  return kindOf((raw) => readExternalId(raw, max), { type: 'string', maxLength: max })
}

const address = { type: 'string', maxLength: addressLengthMax }
export const url: CellKind<string> = kindOf(readUrl, address, { isAddress: true })
export const secureUrl: CellKind<string> = kindOf(readSecureUrl, address, { isAddress: true })

/** USD in micros. */
export const amount: CellKind<number> = kindOf(
  readAmount,
  { type: 'string' },
  { write: formatMicros, show: formatMicros, value: { type: 'integer' } },
)

/** Micros of whatever currency stands beside it; more than nothing. */
export const paidAmount: CellKind<number> = {
  ...amount,
  read: (raw) => {
    const reading = readAmount(raw)
    return 'value' in reading && reading.value === 0 ? { problem: 'must be more than 0' } : reading
  },
}

/** An ISO 4217 code. */
export const currency: CellKind<string> = kindOf(readCurrency, { type: 'string', pattern: '^[A-Z]{3}$' })

function readCurrency(raw: unknown): Reading<string> {
  const code = typeof raw === 'string' ? raw.trim().toUpperCase() : ''
  return /^[A-Z]{3}$/.test(code)
    ? { value: code }
    : { problem: 'must be the three letters of a currency, such as EUR' }
}

/** Basis points. */
export const share: CellKind<number> = kindOf(
  readShare,
  { type: 'string' },
  {
    write: (points) => `${formatMicros(points * 10_000)}%`,
    show: (points) => `${formatMicros(points * 10_000)} %`,
    value: { type: 'integer' },
  },
)

export const cap: CellKind<number> = kindOf(readCap, { type: 'integer', minimum: 1, maximum: capMax })
export const holdDays: CellKind<number> = kindOf(readHoldDays, {
  type: 'integer',
  minimum: 0,
  maximum: holdDaysMax,
})
export const flag: CellKind<boolean> = kindOf(
  readYesNo,
  { type: 'boolean' },
  { show: (isSo) => (isSo ? 'yes' : 'no') },
)

export function wholeNumber({ min, max }: { readonly min: number; readonly max: number }): CellKind<number> {
  const read = (raw: unknown): Reading<number> => {
    const value = typeof raw === 'string' && /^[0-9]{1,9}$/.test(raw.trim()) ? Number(raw) : raw
    const isWhole = typeof value === 'number' && Number.isInteger(value) && value >= min && value <= max
    return isWhole ? { value } : { problem: `must be a whole number from ${min} to ${max}` }
  }
  return kindOf(read, { type: 'integer', minimum: min, maximum: max })
}

/** Unix seconds; people read them in UTC, to the minute. */
export const moment: CellKind<number> = kindOf(
  readTime,
  { type: 'string' },
  {
    write: (sec) => `${dayOf(sec * 1000)}T${clock(sec)}:${twoDigits(sec % 60)}Z`,
    show: (sec) => `${dayOf(sec * 1000)} ${clock(sec)}`,
    value: { type: 'integer' },
  },
)

function readTime(raw: unknown): Reading<number> {
  const sec = typeof raw === 'string' ? readIsoTime(raw.trim()) : undefined
  return sec === undefined
    ? { problem: 'must be ISO 8601, such as 2030-01-31 (midnight UTC) or 2030-01-31T09:30:00+02:00' }
    : { value: sec }
}

function clock(sec: number): string {
  return `${twoDigits(Math.floor(sec / 3600) % 24)}:${twoDigits(Math.floor(sec / 60) % 60)}`
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0')
}

/** Seconds. Every unit that can be written is whole minutes. */
export const duration: CellKind<number> = kindOf(
  readDuration,
  { type: 'string' },
  { write: (sec) => `${sec / 60}m`, show: (sec) => `${sec / 60} min`, value: { type: 'integer' } },
)

/** Exactly one of the words, in any case. */
export function word<const Word extends string>(words: readonly Word[]): CellKind<Word> {
  const read = (raw: unknown): Reading<Word> => {
    const given = typeof raw === 'string' ? raw.trim().toLowerCase() : ''
    const known = words.find((one) => one === given)
    return known === undefined ? { problem: `must be ${words.join(' or ')}` } : { value: known }
  }
  return kindOf(read, { enum: words })
}

const texts = (max: number): Schema => ({ type: 'array', items: { type: 'string' }, maxItems: max })

/** A list that may be empty; people read `none` for that. */
function listKind<T extends string>(
  read: (raw: unknown) => Reading<T[]>,
  cell: Schema,
  none: string,
): CellKind<readonly T[]> {
  return kindOf<readonly T[]>(read, cell, { blank: [], show: (values) => values.join(', ') || none })
}

export const categories = listKind(readCategories, texts(categoriesMax), '')
/** Upper-case ISO 3166-1 alpha-2; empty means everywhere. */
export const countries = listKind(readCountries, texts(entriesMax), 'everywhere')
/** Empty means all three. */
export const platforms = listKind(readPlatforms, { type: 'array', items: { enum: allPlatforms } }, 'all')

const yesNo: Readonly<Record<string, boolean>> = {
  yes: true,
  true: true,
  1: true,
  no: false,
  false: false,
  0: false,
}

function readYesNo(raw: unknown): Reading<boolean> {
  const isPlain = typeof raw === 'string' || typeof raw === 'boolean' || typeof raw === 'number'
  const word = isPlain ? String(raw).trim().toLowerCase() : typeof raw
  const value = Object.hasOwn(yesNo, word) ? yesNo[word] : undefined
  return value === undefined ? { problem: `${quote(word)} must be yes or no` } : { value }
}

const secondsByUnit: Readonly<Record<string, number>> = { m: 60, h: 3_600, d: 86_400 }
const durationMaxSec = 366 * 86_400

/** `30m`, `24h` or `7d`, as seconds. A bare number is refused: half of the feeds mean hours by it, half days. */
function readDuration(raw: unknown): Reading<number> {
  const match = typeof raw === 'string' ? /^([0-9]{1,6}) ?([mhd])$/.exec(raw.trim().toLowerCase()) : null
  const seconds = match ? Number(match[1]) * (secondsByUnit[match[2] ?? ''] ?? 0) : 0
  if (seconds < 1) return { problem: 'must be a time with its unit, such as 30m, 24h or 7d' }
  return seconds > durationMaxSec ? { problem: 'must be at most 366d' } : { value: seconds }
}
