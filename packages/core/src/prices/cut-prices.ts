import { countries as allCountries, unknownCountry } from '../detect/country.ts'
import { type Platform, platforms as allPlatforms } from '../offers/offer.ts'
import { covers, type Whereabouts, type Price } from './price.ts'
import { hasPrices, isPricedIn, type PricedParts } from './price-offer.ts'

/** Countries and platforms for which every price of an offer says the same. */
export interface Cut {
  /** Empty means every country, an unknown one too. */
  readonly countries: readonly string[]
  /** Empty means all three. */
  readonly platforms: readonly Platform[]
}

/** An offer with what its audiences depend on. */
export interface Targeted extends PricedParts, Cut {}

/** How many audiences an offer may tell apart. */
export const cutsMax = 64

/** Every country that somebody may be in: 250, the unknown one last. */
export const placedCountries: readonly string[] = [...allCountries, unknownCountry]

/**
 * The audiences of an offer: each has one amount for the offer and for each of its goals. They do not overlap, and
 * together they are everybody whom the offer is for and who can earn something. An offer without prices has one.
 */
export function cutPrices(offer: Targeted): readonly Cut[] {
  if (!hasPrices(offer)) return [{ countries: offer.countries, platforms: offer.platforms }]
  const lists = priceLists(offer)
  const named = new Set(lists.flat().flatMap(({ countries }) => countries))
  const platforms = offer.platforms.length === 0 ? allPlatforms : offer.platforms
  const open = offer.countries.length === 0 ? placedCountries : offer.countries
  const rowsOf = (place: Whereabouts): string => lists.map((rows) => rowOf(rows, place)).join()
  // Countries that no price names are all alike.
  const groups = new Map<string, string[]>()
  let others: string[] | undefined
  for (const country of open) {
    if (!named.has(country) && others !== undefined) {
      others.push(country)
      continue
    }
    const alike = platforms.map((platform) => rowsOf({ country, platform })).join(';')
    const group = groups.get(alike) ?? []
    groups.set(alike, group)
    group.push(country)
    if (!named.has(country)) others = group
  }
  return [...groups.values()].flatMap((countries) => {
    const [country = unknownCountry] = countries
    const byRows = Map.groupBy(platforms, (platform) => rowsOf({ country, platform }))
    return [...byRows.values()].flatMap((alike) => {
      const [platform] = alike
      if (platform === undefined || !isPricedIn(offer, { country, platform })) return []
      return [
        {
          countries: countries.length === placedCountries.length ? [] : countries,
          platforms: alike.length === allPlatforms.length ? [] : alike,
        },
      ]
    })
  })
}

/** The countries and platforms of all audiences together: where it is to be had at all. */
export function placesOf(offer: Targeted): Cut {
  const cuts = cutPrices(offer)
  if (!hasPrices(offer) || cuts.length === 0) {
    return { countries: offer.countries, platforms: offer.platforms }
  }
  const all = (of: 'countries' | 'platforms'): readonly string[] =>
    cuts.some((cut) => cut[of].length === 0) ? [] : [...new Set(cuts.flatMap((cut) => cut[of]))].sort()
  const countries = all('countries')
  const platforms = all('platforms')
  return {
    countries:
      countries.length === placedCountries.length
        ? []
        : countries.filter((country) => country !== unknownCountry),
    platforms: allPlatforms.filter((platform) => platforms.includes(platform)),
  }
}

/** The audience at a place; undefined where the offer is not to be had. */
export function cutAt(cuts: readonly Cut[], place: Whereabouts): number | undefined {
  const index = cuts.findIndex((cut) => covers(cut, place))
  return index < 0 ? undefined : index
}

/** A place of an audience, like any other of it. */
export function placeOf({
  countries: [country = unknownCountry],
  platforms: [platform = 'desktop'],
}: Cut): Whereabouts {
  return { country, platform }
}

/** The lists of prices by which an offer pays: its own, or those of its goals. */
function priceLists({ prices = [], goals }: PricedParts): readonly (readonly Price[])[] {
  const lists = goals.length === 0 ? [prices] : goals.map((goal) => goal.prices ?? [])
  return lists.filter((list) => list.length > 0)
}

/** The price that covers a place, by its number; -1 where none does. */
function rowOf(rows: readonly Price[], place: Whereabouts): number {
  return rows.findIndex((row) => covers(row, place))
}

/** Two prices that cover the same person, as numbers from 1; undefined where no two do. */
export function findOverlap(rows: readonly Price[]): readonly [number, number] | undefined {
  for (const [index, row] of rows.entries()) {
    const earlier = rows.findIndex((one, at) => at < index && overlap(one, row))
    if (earlier >= 0) return [earlier + 1, index + 1]
  }
  return undefined
}

function overlap(one: Price, other: Price): boolean {
  return meet(one.countries, other.countries) && meet(one.platforms, other.platforms)
}

/** An empty list has everything. */
function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.length === 0 || others.length === 0 || some.some((value) => others.includes(value))
}
