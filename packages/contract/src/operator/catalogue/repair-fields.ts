import {
  type MoneyColumn,
  moneyColumns,
  repairKinds,
  type Repairs,
} from '@quoin/core/offers/repair/repairs.ts'
import { readNamedCountries, readSomePlatforms } from '@quoin/core/offers/row/read-lists.ts'
import type { Reading } from '@quoin/core/offers/row/reading.ts'
import type { DecimalMark } from '@quoin/core/offers/words/money-words.ts'
import { plainWord } from '@quoin/core/offers/words/plain-word.ts'
import type { Platform } from '@quoin/core/offers/offer.ts'
import { Type } from '../../json-schema.ts'
import { accepted, type Field, optional, refused } from '../../fields/field.ts'
import { flag, listOf, mapOf } from '../../fields/json-fields.ts'
import { wordField } from '../../fields/text-fields.ts'
import { closed } from '../../shapes/responses.ts'

const wordsMax = 500
const wordMax = 200

/** Countries or platforms as a file has them: `DE|AT`. */
function listField<T>(read: (raw: unknown) => Reading<T>, example: string): Field<T> {
  return {
    schema: Type.String({ maxLength: 1_000, examples: [example] }),
    read(raw) {
      const reading = typeof raw === 'string' ? read(raw) : { problem: 'must be a text' }
      return 'value' in reading ? accepted(reading.value) : refused('format', reading.problem)
    },
  }
}

const wordsBounds = { max: wordsMax, keyMax: wordMax }

/** Meanings of words, as a file has them. */
export const countryWords = mapOf(listField(readNamedCountries, 'DE|AT|CH'), wordsBounds)
export const platformWords = mapOf(listField(readSomePlatforms, 'android|ios'), wordsBounds)

/** The accepted repairs in a body. */
export const acceptedRepairs = {
  repairs: optional(
    listOf(wordField(repairKinds), { max: repairKinds.length }),
    'Accepted repairs; left out: as the operation says. The words and marks below are read with it alone.',
  ),
  decimalMarks: optional(
    mapOf(wordField(['comma', 'point']), { max: moneyColumns.length, keyMax: 10 }),
    'By `payout` or `revenue`: the mark of its decimals, for amounts such as `1,500` that do not say it themselves.',
  ),
  countryWords: optional(countryWords, 'By a word of the file the countries that it means; `*`: everywhere.'),
  platformWords: optional(platformWords, 'By a word of the file the platforms that it means.'),
  addClickId: optional(flag, 'The same as the repair `click_id`, beside those that are accepted.'),
} as const

interface RepairsOfBody {
  readonly repairs?: Repairs['kinds'] | undefined
  readonly decimalMarks?: Readonly<Record<string, 'comma' | 'point'>> | undefined
  readonly countryWords?: Readonly<Record<string, readonly string[]>> | undefined
  readonly platformWords?: Readonly<Record<string, readonly Platform[]>> | undefined
}

const markOf: Readonly<Record<'comma' | 'point', DecimalMark>> = { comma: ',', point: '.' }

/** Undefined where the body leaves them to the operation. */
export function repairsOfBody(body: RepairsOfBody): Repairs | undefined {
  const { repairs: kinds, decimalMarks = {}, countryWords = {}, platformWords = {} } = body
  if (kinds === undefined) return undefined
  const marks = moneyColumns.flatMap((column): [MoneyColumn, DecimalMark][] => {
    const mark = decimalMarks[column]
    return mark === undefined ? [] : [[column, markOf[mark]]]
  })
  return {
    kinds,
    marks: Object.fromEntries(marks),
    countries: underPlainWords(countryWords),
    platforms: underPlainWords(platformWords),
  }
}

function underPlainWords<T>(words: Readonly<Record<string, T>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(words).map(([word, value]) => [plainWord(word), value]))
}

const wordsShape = Type.Record(Type.String(), Type.String())

/** The same in an answer. */
export const repairsShape = Type.Object(
  {
    repairs: Type.Array(Type.Enum([...repairKinds])),
    decimal_marks: Type.Record(Type.String(), Type.Enum(['comma', 'point'])),
    country_words: wordsShape,
    platform_words: wordsShape,
  },
  closed,
)

export function presentRepairs({ kinds, marks, countries, platforms }: Repairs) {
  const joined = (words: Readonly<Record<string, readonly string[]>>, none: string) =>
    Object.fromEntries(Object.entries(words).map(([word, meant]) => [word, meant.join('|') || none]))
  return {
    repairs: kinds,
    decimal_marks: Object.fromEntries(
      Object.entries(marks).map(([column, mark]) => [
        column,
        mark === ',' ? ('comma' as const) : ('point' as const),
      ]),
    ),
    country_words: joined(countries, '*'),
    platform_words: joined(platforms, 'all'),
  }
}
