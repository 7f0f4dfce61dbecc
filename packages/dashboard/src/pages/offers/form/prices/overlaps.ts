import { findOverlap } from '@quoin/core/prices/cut-prices.ts'
import { countryName, platformName } from '../../targeting-words.ts'
import { isUnplaced, nameRow, type PriceDraft, priceOf } from './price-rows.ts'

/** Two rows that would pay the same person. */
export interface Overlap {
  /** Both by their places in the list, the earlier one first. */
  readonly one: number
  readonly other: number
  /** The countries that both have; empty: every country. */
  readonly countries: readonly string[]
  readonly platforms: readonly string[]
}

/** For each row the first one before it that covers the same person; rows that name nobody yet are left out. */
export function overlapsIn(prices: readonly PriceDraft[]): readonly Overlap[] {
  return prices.flatMap((price, other) => {
    const one = prices.findIndex((earlier, at) => at < other && isOverlap(earlier, price))
    const first = prices[one]
    if (first === undefined) return []
    return [
      {
        one,
        other,
        countries: common(first.countries, price.countries),
        platforms: common(first.platforms, price.platforms),
      },
    ]
  })
}

function isOverlap(one: PriceDraft, other: PriceDraft): boolean {
  if (isUnplaced(one) || isUnplaced(other)) return false
  return findOverlap([priceOf(one), priceOf(other)]) !== undefined
}

/** An empty list has everything. */
function common(some: readonly string[], others: readonly string[]): readonly string[] {
  if (some.length === 0) return others
  return others.length === 0 ? some : some.filter((value) => others.includes(value))
}

interface Named {
  readonly prices: readonly PriceDraft[]
  /** The number of the first row. */
  readonly first: number
}

/** "Rows 1 and 6 would both pay a person in Austria on iOS." */
export function tellOverlap({ one, other, countries, platforms }: Overlap, { prices, first }: Named): string {
  const [country] = countries
  const [platform] = platforms
  const where = country === undefined ? 'in any country' : `in ${countryName(country)}`
  const on = platform === undefined ? '' : ` on ${platformName(platform)}`
  const rows = [one, other].flatMap((at) => {
    const price = prices[at]
    return price === undefined ? [] : [`row ${first + at} is ${nameRow(price)}`]
  })
  const told = rows.join('; ')
  return (
    `Rows ${first + one} and ${first + other} would both pay a person ${where}${on}. ` +
    `${told.charAt(0).toUpperCase()}${told.slice(1)}. One person has one price.`
  )
}

/** The countries by which the later row may give way; none where nothing would be left of it. */
export function yieldingCountries(
  { countries }: Pick<Overlap, 'countries'>,
  later: PriceDraft,
): readonly string[] {
  const isPart = countries.length > 0 && later.countries.length > countries.length
  return isPart ? countries : []
}
