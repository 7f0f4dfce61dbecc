import {
  type FeedPath,
  isCutAtPath,
  joinSteps,
  stepsOf,
  valueAtPath,
  valuesAtPath,
} from '@quoin/core/sources/mapping/feed-path.ts'
import { type ColumnMapping, type ValueForm, entryMarks } from '@quoin/core/sources/mapping/mapping.ts'
import { readAttributableUrl } from '@quoin/core/offers/click-id-url.ts'
import { isBlank, quote } from '@quoin/core/offers/row/reading.ts'
import { readCountryWords } from '@quoin/core/offers/words/country-words.ts'
import { findCurrency } from '@quoin/core/offers/words/money-words.ts'
import { readPlatformWords } from '@quoin/core/offers/words/platform-words.ts'
import { cleanText, cutText } from '../read/clean-text.ts'
import { countriesOfRules } from '../read/country-rules.ts'
import type { FeedCell } from '../read/feed-cell.ts'
import { fillClickId } from '../read/fill-click-id.ts'
import { guessPlatforms } from '../read/guess-platforms.ts'
import { htmlToText } from '../read/html-to-text.ts'
import { rulesIn } from '../read/list-of.ts'
import { platformsOfRules } from '../read/platform-rules.ts'
import { readAddress, readLink } from '../read/read-address.ts'
import { readFeedCap } from '../read/read-cap.ts'
import { readFeedCategories } from '../read/read-categories.ts'
import { readCount } from '../read/read-count.ts'
import { readMoment } from '../read/read-moment.ts'
import { readPlainText } from '../read/read-plain-text.ts'
import { textCell } from '../read/text-cells.ts'

/** Everything that a value is read by. */
interface CellContext {
  readonly column: ColumnMapping
  readonly record: unknown
  /** The time zone of the network. */
  readonly zone: string
  /** The preset of the network: the parameter of our click id. */
  readonly preset: string
}

type CellReader = (value: unknown, context: CellContext) => FeedCell

/** Conversions whose outcome is a cell; `amount`, `cents`, `status` and `id` say more than that. */
export const cellReaders: Readonly<
  Record<Exclude<ValueForm, 'amount' | 'cents' | 'status' | 'id'>, CellReader>
> = {
  text: (value) => textCell({ text: readPlainText(textOf(value)) }),
  html: (value) => textCell(htmlToText(textOf(value))),
  currency: single(readCurrency),
  link: single(linkOf),
  address: single(readAddress),
  list: (value, { column }) => readFeedCategories(entriesOf(value, column)),
  countries: (value, context) =>
    countriesOfRules({
      include: ruleOf(value, context).flatMap((one) => wordsIn(one, readCountryWords)),
      exclude: exceptIn(context),
    }),
  platforms: (value, context) =>
    platformsOfRules([
      {
        include: ruleOf(value, context).flatMap((one) => wordsIn(one, readPlatformWords)),
        exclude: exceptIn(context),
      },
    ]),
  store: single((value) => guessPlatforms({ name: '', previewUrl: cleanText(value) })),
  date: single((value, { zone }) => readMoment(value, zone)),
  day_first: single(readDayFirst),
  unix: single(readUnix),
  cap: single(readFeedCap),
  days: single((value) => wholeNumber(value, 365, 'is no number of days up to 365')),
  minutes: single((value) => minutesOf(value)),
  flag: single(readFlagCell),
}

/** The value of a column in a record; undefined where nothing is there, and no other is given for that. */
export function valueOfColumn(record: unknown, column: ColumnMapping): unknown {
  if (column.constant !== undefined) return column.constant
  const value = (column.at ?? [])
    .map((path) => valueAtPath(record, path))
    .find((one) => !isBlank(one) && !(Array.isArray(one) && one.length === 0))
  return value ?? column.default
}

/** The entries of the first rule of a record that has any. */
function ruleOf(value: unknown, { record, column }: CellContext): readonly unknown[] {
  const entries = entriesOf(value, column)
  return entries.length > 0 ? entries : (column.at ?? []).flatMap((path) => unread(record, path))
}

/**
 * Where a list has entries and none of them what is asked for, the rule is there and nobody can read it, which is another thing
 * than none.
 */
function unread(record: unknown, path: FeedPath): readonly unknown[] {
  const steps = stepsOf(path)
  const lists = steps.map((_step, at) => valuesAtPath(record, joinSteps(steps.slice(0, at))))
  const isThere = lists.some((values, at) => {
    const entries = values.flatMap((value) =>
      steps[at] === '*' || Array.isArray(value) ? rulesIn(value) : [],
    )
    return at > 0 && entries.some((entry) => !isBlank(entry))
  })
  return isThere ? [null] : []
}

/** Texts of a list stand one below the other. */
export function textOf(value: unknown): unknown {
  return Array.isArray(value)
    ? value
        .map(cleanText)
        .filter((text) => text !== '')
        .join('\n')
    : value
}

/** A reader of what is one value: a list of one is that, and one of several is a doubt. */
function single(read: CellReader): CellReader {
  return (value, context) => {
    if (!Array.isArray(value)) return read(value, context)
    const filled = value.filter((one) => !isBlank(one))
    return filled.length > 1
      ? { doubt: `has ${filled.length} values in place of one` }
      : read(filled[0], context)
  }
}

/** The entries of a list, and of a text the parts between its marks. */
function entriesOf(value: unknown, { split }: ColumnMapping): readonly unknown[] {
  const entries = rulesIn(value).flatMap((one) => (Array.isArray(one) ? one : [one]))
  if (split === undefined) return entries
  return entries.flatMap((one) =>
    typeof one === 'string'
      ? one
          .split(entryMarks[split])
          .map((part) => part.trim())
          .filter((part) => part !== '')
      : [one],
  )
}

const wordsLengthMax = 5_000

/** The words of a text such as `DE,AT`, where each is known; else the text, about which a person may be asked. */
function wordsIn(
  value: unknown,
  read: (text: string) => readonly { readonly word: string }[],
): readonly unknown[] {
  const text = cleanText(value)
  if (text === '' || text.length > wordsLengthMax) return [value]
  const words = read(text)
  const isKnown = words.every((one) => Object.values(one).every((part) => part !== undefined))
  return isKnown && words.length > 1 ? words.map(({ word }) => word) : [value]
}

function exceptIn({ column, record }: CellContext): readonly unknown[] {
  return (column.except ?? []).flatMap((path) => {
    const entries = entriesOf(valueAtPath(record, path), column)
    // An exclusion that is not read would open the offer there.
    if (isCutAtPath(record, path)) return [...entries, null]
    return entries.length > 0 ? entries : unread(record, path)
  })
}

function readCurrency(value: unknown): FeedCell {
  const text = cleanText(value)
  if (text === '') return {}
  const found = findCurrency(text)
  return found === undefined ? { doubt: `${quote(text)} is no currency that Quoin knows` } : { value: found }
}

function linkOf(link: unknown, { column: { macro, parameter }, preset }: CellContext): FeedCell {
  if (macro === undefined && parameter === undefined) return fillClickId(link, preset)
  const address = readLink(link)
  if (address === undefined) return {}
  if ('problem' in address) return { doubt: address.problem }
  if (macro !== undefined) {
    const value = address.value
      .replaceAll(macro, '{click_id}')
      .replaceAll(encodeURIComponent(macro), '{click_id}')
    if (value.includes('{click_id}')) return { value }
    return { value, doubt: `has no ${cutText(macro, 60)}, so that it cannot carry a click id` }
  }
  const rule = { clickParameter: parameter ?? '', isAdded: true }
  const reading = readAttributableUrl(address.value, rule)
  return 'value' in reading ? reading : { value: address.value, doubt: reading.problem }
}

/** `31.12.2031` and `31/12/2031 19:59`: the day first. */
function readDayFirst(value: unknown, { zone }: CellContext): FeedCell {
  const text = cleanText(value)
  const [, day = '', month = '', year, rest = ''] =
    /^(\d\d?)[./-](\d\d?)[./-](\d{4})(.{0,20})$/.exec(text) ?? []
  if (text === '' || /^0?0[./-]0?0[./-]/.test(text)) return {}
  if (year === undefined) return { doubt: `${quote(text)} is no date with the day first` }
  return readMoment(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${rest}`, zone)
}

/** A count of milliseconds is a thousand times as large as one of seconds: 1e11 seconds are in the year 5138. */
const millisecondsFrom = 100_000_000_000

function readUnix(value: unknown): FeedCell {
  const text = cleanText(value).replace(/\.\d*$/, '')
  if (text === '' || /^0+$/.test(text)) return {}
  const number = /^\d{9,13}$/.test(text) ? Number(text) : Number.NaN
  if (Number.isNaN(number)) return { doubt: `${quote(text)} is no moment since 1970` }
  const ms = number >= millisecondsFrom ? number : number * 1_000
  return { value: new Date(ms - (ms % 1_000)).toISOString().replace('.000Z', 'Z') }
}

function wholeNumber(value: unknown, max: number, doubt: string): FeedCell {
  if (cleanText(value) === '' && typeof value !== 'object') return {}
  const number = readCount(value)
  return number !== undefined && number <= max ? { value: number } : { doubt }
}

function minutesOf(value: unknown): FeedCell {
  const cell = wholeNumber(value, 100_000, 'is no number of minutes')
  return cell.value === 0 ? {} : cell
}

function readFlagCell(value: unknown): FeedCell {
  if (isBlank(value)) return {}
  const flag = readFlag(value)
  return flag === undefined ? { doubt: `${quote(cleanText(value))} is neither yes nor no` } : { value: flag }
}

const yes = new Set('true 1 yes y on allowed allow enabled'.split(' '))
const no = new Set(['not allowed', ...'false 0 no n off forbidden disallowed denied disabled'.split(' ')])

/** Yes or no in the words of networks; undefined for anything else. */
export function readFlag(value: unknown): boolean | undefined {
  const word = typeof value === 'boolean' ? String(value) : cleanText(value).toLowerCase()
  if (yes.has(word)) return true
  return no.has(word) ? false : undefined
}
