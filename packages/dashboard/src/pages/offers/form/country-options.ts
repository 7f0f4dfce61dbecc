import { countries } from '@quoin/core/detect/country.ts'
import { countryName } from '../targeting-words.ts'

/** Every country by its name in English. */
export const countryOptions = countries
  .map((value) => ({ value, label: countryName(value) }))
  .toSorted((a, b) => a.label.localeCompare(b.label, 'en'))

const codes: ReadonlySet<string> = new Set(countries)

/** The codes of a pasted list such as `DE, AT;CH`; none unless it has two at least. */
export function pastedCountries(text: string): readonly string[] {
  const words = text.toUpperCase().split(/[\s,;|]+/)
  const known = [...new Set(words)].filter((word) => codes.has(word))
  return known.length > 1 ? known : []
}
