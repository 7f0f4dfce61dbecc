import { countries as allCountries } from '@quoin/core/detect/country.ts'
import { quote } from '@quoin/core/offers/row/reading.ts'
import { readCountryWords } from '@quoin/core/offers/words/country-words.ts'
import { cleanTexts } from './clean-text.ts'
import type { FeedCell } from './feed-cell.ts'

/** The countries of a rule, in words or codes as the network writes them. */
interface CountryRules {
  readonly include: readonly unknown[]
  readonly exclude?: readonly unknown[]
}

/**
 * The countries of an offer. Words that stand alone are left as they came, because people may have told their meanings;
 * those that are excluded are taken from the others, or from all. `GLOBAL` is no rule, and so is a list of nothing.
 */
export function countriesOfRules({ include, exclude = [] }: CountryRules): FeedCell {
  const words = cleanTexts(include)
  const excluded = cleanTexts(exclude)
  if ((words.length === 0 && include.length > 0) || excluded.length < exclude.length)
    return { doubt: 'have a rule that names no country' }
  const out = readCodes(excluded)
  const into = readCodes(words)
  if (out.codes.length === 0 && out.unknown === undefined && !out.isEverywhere)
    return into.isEverywhere || words.length === 0 ? {} : { value: words }
  const unknown = out.unknown ?? into.unknown
  if (unknown !== undefined) return { doubt: `name ${quote(unknown)}, which is no country that Quoin knows` }
  const from = into.isEverywhere || words.length === 0 ? allCountries : into.codes
  const left = out.isEverywhere ? [] : from.filter((code) => !out.codes.includes(code))
  return left.length === 0 ? { doubt: 'exclude every country that they include' } : { value: left }
}

interface CodesReading {
  readonly codes: readonly string[]
  /** A word means all countries. */
  readonly isEverywhere: boolean
  /** The first word that is no country. */
  readonly unknown?: string
}

export function readCodes(words: readonly string[]): CodesReading {
  const read = words.flatMap((word) => readCountryWords(word))
  const unknown = read.find(({ codes }) => codes === undefined)
  const codes = [...new Set(read.flatMap(({ codes: some = [] }) => some))]
  const isEverywhere = read.some(({ codes: some }) => some?.length === 0)
  return { codes, isEverywhere, ...(unknown && { unknown: unknown.word }) }
}
