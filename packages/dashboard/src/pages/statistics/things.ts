/** The things that figures are looked at by, and the words for them. */
export const things = {
  network: { label: 'Network', one: 'network', many: 'networks' },
  offer: { label: 'Offer', one: 'offer', many: 'offers' },
  app: { label: 'App', one: 'app', many: 'apps' },
  country: { label: 'Country', one: 'country', many: 'countries' },
  platform: { label: 'Platform', one: 'platform', many: 'platforms' },
  subId: { label: 'Sub id', one: 'sub id', many: 'sub ids' },
} as const

export type Thing = keyof typeof things

export const thingNames = Object.keys(things) as Thing[] // the keys of this very table

/** The second groupings that fit a first one. */
export const pairsOf: Readonly<Partial<Record<string, readonly Thing[]>>> = {
  offer: ['subId', 'country'],
  network: ['country'],
  app: ['subId'],
}

export function isThing(name: string): name is Thing {
  return Object.hasOwn(things, name)
}

const regions = new Intl.DisplayNames(['en'], { type: 'region' })
const platforms: Readonly<Record<string, string>> = { ios: 'iOS', android: 'Android', desktop: 'Desktop' }

/** A group by its name, never a code or an id alone. */
export function nameOfThing(thing: Thing, key: string | null, name: string | null): string {
  if (key === null) return thing === 'subId' ? 'Beyond the first 200 of a day' : 'None'
  if (thing === 'subId') return key === '' ? 'no sub id' : key
  if (thing === 'platform') return platforms[key] ?? (key === '' ? 'No platform' : key)
  if (thing === 'country') return key === 'ZZ' || key === '' ? 'Unknown country' : regionOf(key)
  return name ?? `${things[thing].label} ${key}`
}

function regionOf(code: string): string {
  try {
    return regions.of(code) ?? code
  } catch {
    return code
  }
}

/** Several values in an address: each is percent-encoded; an empty one alone is a comma. */
export function joinChoice(values: readonly string[]): string {
  return values.length === 1 && values[0] === '' ? ',' : values.map(encodeURIComponent).join(',')
}

export function splitChoice(text: string): readonly string[] {
  return text === '' ? [] : [...new Set(text.split(',').map(decode))]
}

/** An address that somebody wrote by hand may be no such text. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
