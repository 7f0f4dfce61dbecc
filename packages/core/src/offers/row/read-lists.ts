import { isCountry } from '../../detect/country.ts'
import { type Platform, platforms } from '../offer.ts'
import { quote, type Reading } from './reading.ts'

const entriesMax = 300 // more than there are countries
const categoriesMax = 10

/** Codes that feeds use by mistake, with the one they mean. */
const meantCountry: Readonly<Record<string, string>> = { UK: 'GB', EL: 'GR' }

const everywhere: ReadonlySet<string> = new Set(['*', 'ALL', 'ANY', 'WW', 'WORLDWIDE', 'GLOBAL'])

export function readCountries(raw: unknown): Reading<string[]> {
  const listed = readEntries(raw, /[|,;\s]+/)
  if ('problem' in listed) return listed
  const codes = listed.value.map((entry) => entry.toUpperCase())
  const [only] = codes
  if (codes.length === 1 && only !== undefined && everywhere.has(only)) return { value: [] }
  const wrong = codes.find((code) => !isCountry(code))
  if (wrong === undefined) return { value: unique(codes) }
  const meant = Object.hasOwn(meantCountry, wrong) ? `; use ${meantCountry[wrong]}` : ''
  return { problem: `${quote(wrong)} is not an ISO 3166-1 alpha-2 country code${meant}` }
}

/** Words of feeds for a device, and the platforms they stand for. */
const devices: Readonly<Record<string, readonly Platform[]>> = {
  desktop: ['desktop'],
  web: ['desktop'],
  pc: ['desktop'],
  windows: ['desktop'],
  mac: ['desktop'],
  macos: ['desktop'],
  linux: ['desktop'],
  android: ['android'],
  ios: ['ios'],
  iphone: ['ios'],
  ipad: ['ios'],
  ipod: ['ios'],
  mobile: ['android', 'ios'],
  all: platforms,
  any: platforms,
  '*': platforms,
}

/** In the contract's order. Naming all three and naming none mean the same and are stored as none. */
export function readPlatforms(raw: unknown): Reading<Platform[]> {
  const listed = readEntries(raw, /[|,;\s]+/)
  if ('problem' in listed) return listed
  const named = new Set<Platform>()
  for (const entry of listed.value) {
    const key = entry.toLowerCase()
    if (!Object.hasOwn(devices, key)) {
      return {
        problem: `${quote(entry)} is not a platform; use ${platforms.join(', ')}, or mobile for both phones`,
      }
    }
    for (const platform of devices[key] ?? []) named.add(platform)
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
