import type { ComboboxParsedItem, OptionsFilter } from '@mantine/core'
import { countries } from '@quoin/core/detect/country.ts'
import { findCountry, readCountryWords } from '@quoin/core/offers/words/country-words.ts'
import { countryName } from '../targeting-words.ts'

/** Every country by its name in English. */
export const countryOptions = countries
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

/**
 * Networks write `US` and `UK`: the country that the text means comes first, then names that begin with it, then those
 * that contain it.
 */
export const filterCountries: OptionsFilter = ({ options, search }) => {
  const typed = search.trim().toLowerCase()
  if (typed === '') return options
  const meant = findCountry(typed)
  const rank = (option: ComboboxParsedItem): number => {
    if ('group' in option) return 0
    if (option.value === meant) return 3
    const name = option.label.toLowerCase()
    return name.startsWith(typed) ? 2 : name.includes(typed) ? 1 : 0
  }
  return options.filter((option) => rank(option) > 0).toSorted((a, b) => rank(b) - rank(a))
}

interface PastedCountries {
  readonly codes: readonly string[]
  /** The words that name none. */
  readonly unknown: string
}

/** The countries of a pasted list such as `DE, Austria;UK`; undefined of fewer than two, which is a text to look for. */
export function readPastedCountries(text: string): PastedCountries | undefined {
  const words = readCountryWords(text).flatMap(({ word, codes = [] }) =>
    codes.length > 0
      ? codes.map((code) => ({ word, code }))
      : word.split(/\s+/).map((part) => ({ word: part, code: findCountry(part) })),
  )
  const codes = [...new Set(words.flatMap(({ code }) => code ?? []))]
  const unknown = words.flatMap(({ word, code }) => (code === undefined ? word : [])).join(' ')
  return codes.length > 1 ? { codes, unknown } : undefined
}
