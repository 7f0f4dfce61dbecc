import { isCountry } from '../../detect/country.ts'
import { type Platform, platforms } from '../offer.ts'
import { findCountry, isPlainlyEverywhere } from '../words/country-words.ts'
import { findPlainPlatforms } from '../words/platform-words.ts'
import { quote, type Reading } from './reading.ts'

export const entriesMax = 300 // more than there are countries
export const categoriesMax = 10

export function readCountries(raw: unknown): Reading<string[]> {
  const listed = readEntries(raw, /[|,;\s]+/)
  if ('problem' in listed) return listed
  const codes = listed.value.map((entry) => entry.toUpperCase())
  const [only] = codes
  if (codes.length === 1 && only !== undefined && isPlainlyEverywhere(only)) return { value: [] }
  const wrong = codes.find((code) => !isCountry(code))
  if (wrong === undefined) return { value: unique(codes) }
  const meant = findCountry(wrong)
  const advice = meant === undefined ? '' : `; use ${meant}`
  return { problem: `${quote(wrong)} is not an ISO 3166-1 alpha-2 country code${advice}` }
}

/** In the contract's order. Naming all three and naming none mean the same and are stored as none. */
export function readPlatforms(raw: unknown): Reading<Platform[]> {
  const listed = readEntries(raw, /[|,;\s]+/)
  if ('problem' in listed) return listed
  const named = new Set<Platform>()
  for (const entry of listed.value) {
    const meant = findPlainPlatforms(entry)
    if (meant === undefined) {
      return {
        problem: `${quote(entry)} is not a platform; use ${platforms.join(', ')}, or mobile for both phones`,
      }
    }
    for (const platform of meant) named.add(platform)
  }
  const kept = platforms.filter((platform) => named.has(platform))
  return { value: kept.length === platforms.length ? [] : kept }
}

/** Spaces do not separate categories: `Free trials` is one, and becomes `free-trials`. */
export function readCategories(raw: unknown): Reading<string[]> {
  const listed = readEntries(raw, /[|,;]+/)
  if ('problem' in listed) return listed
  const slugs = unique(listed.value.map((entry) => entry.toLowerCase().replace(/\s+/g, '-')))
  const wrong = slugs.find((slug) => !/^[a-z0-9-]{1,40}$/.test(slug))
  if (wrong !== undefined) {
    return { problem: `${quote(wrong)} is not a category: 1 to 40 letters a–z, digits and dashes` }
  }
  return slugs.length > categoriesMax
    ? { problem: `has ${slugs.length} categories; at most ${categoriesMax} are allowed` }
    : { value: slugs }
}

/** A list that names something: an empty one would mean everywhere, or all, without saying so. */
function named<T>(read: (raw: unknown) => Reading<T[]>, problem: string) {
  return (raw: unknown): Reading<T[]> => {
    const reading = read(raw)
    return 'value' in reading && reading.value.length === 0 && isEmpty(raw) ? { problem } : reading
  }
}

function isEmpty(raw: unknown): boolean {
  return (Array.isArray(raw) ? raw : [raw]).every((one) => typeof one === 'string' && one.trim() === '')
}

/** Everywhere must be said: `*`. */
export const readNamedCountries = named(readCountries, 'must name at least one country')

export function readSomeCountries(raw: unknown): Reading<string[]> {
  const reading = readNamedCountries(raw)
  return 'value' in reading && reading.value.length === 0 ? { problem: 'must name countries' } : reading
}

/** All three, by name, are none: every platform. */
export const readSomePlatforms = named(readPlatforms, 'must name at least one platform')
export const readSomeCategories = named(readCategories, 'must name at least one category')

/** The trimmed entries of a separated text or of an array of texts, without empty ones. */
function readEntries(raw: unknown, separator: RegExp): Reading<string[]> {
  const parts: unknown[] | undefined =
    typeof raw === 'string' ? raw.split(separator) : Array.isArray(raw) ? raw : undefined
  if (parts === undefined) return { problem: 'must be a list' }
  if (parts.length > entriesMax) return { problem: `has more than ${entriesMax} entries` }
  const entries: string[] = []
  for (const part of parts) {
    if (typeof part !== 'string') return { problem: 'must be a list of texts' }
    const entry = part.trim()
    if (entry !== '') entries.push(entry)
  }
  return { value: entries }
}

function unique(entries: readonly string[]): string[] {
  return [...new Set(entries)]
}
