import { isCountry } from '@quoin/core/detect/country.ts'
import { readCountryWords } from '@quoin/core/offers/words/country-words.ts'
import { findCurrency } from '@quoin/core/offers/words/money-words.ts'
import { readPlatformWords } from '@quoin/core/offers/words/platform-words.ts'
import type {
  ColumnMapping,
  ValueForm,
  MappedColumn,
  EntryMark,
} from '@quoin/core/sources/mapping/mapping.ts'
import { readFlag } from '../../../feeds/mapped/mapped-cells.ts'
import { standingOf } from '../../../feeds/mapped/mapped-standing.ts'
import { cleanText } from '../../../feeds/read/clean-text.ts'
import { guessPlatforms } from '../../../feeds/read/guess-platforms.ts'
import { readFeedCap } from '../../../feeds/read/read-cap.ts'
import { readMoment } from '../../../feeds/read/read-moment.ts'
import { readPaid } from '../../../feeds/read/read-revenue.ts'

type Test = (value: unknown) => boolean

const isUrl: Test = (value) => /^(?:https?:)?\/\/[^\s/]+/i.test(cleanText(value))
export const isImage: Test = (value) =>
  isUrl(value) && /\.(?:png|jpe?g|webp|gif|svg|avif)(?:[?#]|$)/i.test(cleanText(value).slice(0, 2_000))
const isIsoCountry: Test = (value) => /^[A-Z]{2}$/.test(cleanText(value)) && isCountry(cleanText(value))
/** `RU` and `RU,KZ`: codes in capitals alone, which no other words are. */
export const areIsoCountries: Test = (value) => {
  const words = cleanText(value)
    .slice(0, 2_000)
    .split(/[,;|: ]+/)
  return words.every(isIsoCountry)
}
export const isCurrencyCode: Test = (value) =>
  /^[A-Z]{3}$/.test(cleanText(value)) && findCurrency(cleanText(value)) !== undefined
export const isLink: Test = (value) => isUrl(value) && !isImage(value) && !isStore(value)
export const isStore: Test = (value) =>
  guessPlatforms({ name: '', previewUrl: cleanText(value) }).value !== undefined
const isText: Test = (value) => /\p{L}/u.test(cleanText(value)) && !isUrl(value)
export const isAmount: Test = (value) => {
  const reading = readPaid(value)
  return typeof reading === 'object' && 'amount' in reading
}

const colonOrSpace = /[: ]+/

function areCountries(value: unknown): boolean {
  const text = cleanText(value).slice(0, 2_000)
  const isRead = readCountryWords(text).every(({ codes }) => codes !== undefined)
  return text !== '' && (isRead || text.split(colonOrSpace).every((word) => isCountry(word)))
}

/** Whether a value may be one of a column. Text of any kind may be one that is named so. */
export const tests: Readonly<Partial<Record<MappedColumn, Test>>> = {
  external_id: (value) => /^[^\s/]{1,100}$/.test(cleanText(value)),
  name: isText,
  destination_url: isUrl,
  revenue: (value) => isAmount(value) || /%|variable/i.test(cleanText(value)),
  currency: (value) => findCurrency(cleanText(value)) !== undefined,
  countries: areCountries,
  platforms: (value) => readPlatformWords(cleanText(value)).every(({ platforms }) => platforms !== undefined),
  description: isText,
  requirements: isText,
  image_url: isUrl,
  video_url: isUrl,
  categories: isText,
  status: (value) => standingOf(value, {}).doubt === undefined,
  incentive: (value) => readFlag(value) !== undefined,
  starts_at: (value) => formOfDates([value]) !== undefined,
  ends_at: (value) => formOfDates([value]) !== undefined,
  daily_cap: (value) => readFeedCap(value).doubt === undefined,
  total_cap: (value) => readFeedCap(value).doubt === undefined,
  hold_days: (value) => /^\d{1,3}$/.test(cleanText(value)),
}

/** The way to read dates; undefined where they can be read in two ways, or in none. */
function formOfDates(values: readonly unknown[]): ValueForm | undefined {
  const texts = values.map(cleanText).filter((text) => text !== '')
  if (texts.length === 0) return undefined
  if (texts.every((text) => /^(?:0|\d{9,13})$/.test(text))) return 'unix'
  if (texts.every((text) => /^\d\d?\.\d\d?\.\d{4}/.test(text))) return 'day_first'
  const slashed = texts.map((text) => /^(\d\d?)[/-](\d\d?)[/-]\d{4}/.exec(text))
  if (slashed.every((one) => one !== null)) {
    const isDayFirst = slashed.some((one) => Number(one?.[1]) > 12)
    const isMonthFirst = slashed.some((one) => Number(one?.[2]) > 12)
    if (isDayFirst === isMonthFirst) return undefined
    return isDayFirst ? 'day_first' : 'date'
  }
  return texts.every((text) => readMoment(text, 'UTC').doubt === undefined) ? 'date' : undefined
}

/** How values of a column are read besides the usual. */
export function partsOf(
  column: MappedColumn,
  name: string,
  values: readonly unknown[],
): Pick<ColumnMapping, 'as' | 'split' | 'macro' | 'parameter'> | undefined {
  const texts = values.map(cleanText)
  if (column === 'description' || column === 'requirements')
    return {
      as: texts.some((text) => /<\/?[a-z][^>]*>|&[a-z#\d]+;/i.test(text.slice(0, 20_000))) ? 'html' : 'text',
    }
  if (column === 'revenue') return { as: /cents?$/i.test(name) ? 'cents' : 'amount' }
  if (column === 'starts_at' || column === 'ends_at') {
    const as = formOfDates(values)
    return as && { as }
  }
  if (column === 'countries') return splitBy(texts, ['colon', 'space'])
  if (column === 'categories') return splitBy(texts, ['comma', 'semicolon', 'pipe'])
  if (column === 'destination_url') return clickOf(texts)
  return {}
}

const patterns: Readonly<Record<EntryMark, RegExp>> = {
  comma: /,/,
  semicolon: /;/,
  pipe: /\|/,
  colon: /^[A-Z]{2}(?::[A-Z]{2})+$/,
  space: /^[A-Z]{2}(?: +[A-Z]{2})+$/,
}

function splitBy(texts: readonly string[], signs: readonly EntryMark[]): Pick<ColumnMapping, 'split'> {
  const split = signs.find((sign) => texts.some((text) => patterns[sign].test(text.slice(0, 2_000))))
  return split === undefined ? {} : { split }
}

/** Marks in which networks write the place of a value. */
const marked = /\{[\w-]{1,40}\}|\[[\w-]{1,40}\]|%7B[\w-]{1,40}%7D/gi
const aboutUser = /user|player|click|sub|sid|uid|aff|external|identifier|tid|track/i

/** The text of a link that stands for the click id: the only mark in all of them, or the only empty parameter. */
function clickOf(links: readonly string[]): Pick<ColumnMapping, 'macro' | 'parameter'> {
  const marks = links.map(
    (link) => new Set((link.slice(0, 4_000).match(marked) ?? []).filter((one) => aboutUser.test(one))),
  )
  const [first] = marks
  const macro = first?.size === 1 ? [...first][0] : undefined
  if (macro !== undefined && marks.every((own) => own.has(macro))) return { macro }
  const empty = links.map((link) => emptyParameters(link).filter((name) => aboutUser.test(name)))
  const [parameter, ...others] = empty[0] ?? []
  const isOnly = parameter !== undefined && others.length === 0
  return isOnly && empty.every((own) => own.includes(parameter)) ? { parameter } : {}
}

function emptyParameters(link: string): readonly string[] {
  if (!URL.canParse(link)) return []
  return [...new URL(link).searchParams].flatMap(([name, value]) => (value === '' ? [name] : []))
}
