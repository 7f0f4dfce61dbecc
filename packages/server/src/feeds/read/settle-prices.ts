import { countries as allCountries, unknownCountry } from '@quoin/core/detect/country.ts'
import { type Platform, platforms as allPlatforms } from '@quoin/core/offers/offer.ts'
import { quote } from '@quoin/core/offers/row/reading.ts'
import { cutsMax, placedCountries } from '@quoin/core/prices/cut-prices.ts'
import { cleanTexts } from './clean-text.ts'
import { readCodes } from './country-rules.ts'
import type { PriceCell } from './feed-cell.ts'
import { isNameless, meetPlatforms, type PlatformRules } from './platform-rules.ts'

/** A payment of a network for some countries and platforms. */
export interface FeedPayment {
  readonly revenue: string
  readonly countries: readonly unknown[]
  /** The countries are those where it is not paid. */
  readonly isExclusion: boolean
  readonly platforms: readonly PlatformRules[]
}

/** The amounts of an offer or goal: one for everybody, or prices. */
interface SettledPrices {
  readonly revenue?: string
  readonly prices?: readonly PriceCell[]
  readonly doubts: readonly string[]
}

type Coverage = ReadonlyMap<Platform, ReadonlySet<string>>

/**
 * Payments as prices that do not overlap. Those of one amount are joined; two that pay the same person differently are a
 * doubt: which of them is paid is a matter of the network, and a wrong guess costs money.
 */
export function settlePrices(payments: readonly FeedPayment[]): SettledPrices {
  const byAmount = new Map<string, Coverage>()
  for (const payment of payments) {
    const coverage = coverageOf(payment)
    if ('doubt' in coverage) return { doubts: [coverage.doubt] }
    byAmount.set(payment.revenue, join(byAmount.get(payment.revenue), coverage.covers))
  }
  const groups = [...byAmount]
  for (const [index, [revenue, coverage]] of groups.entries()) {
    const other = groups.slice(0, index).find(([, one]) => overlap(one, coverage))
    if (other !== undefined)
      return { doubts: [`The same person is paid ${other[0]} by one payment and ${revenue} by another.`] }
  }
  const prices = groups.flatMap(([revenue, coverage]) => rowsOf(coverage).map((row) => ({ ...row, revenue })))
  const [first] = prices
  if (first === undefined) return { doubts: [] }
  if (prices.length > cutsMax) return { doubts: [`It has ${prices.length} prices; ${cutsMax} are allowed.`] }
  const isForAll = first.countries === undefined && first.platforms === undefined
  return isForAll ? { revenue: first.revenue, doubts: [] } : { prices, doubts: [] }
}

function coverageOf({
  countries,
  isExclusion,
  platforms,
}: FeedPayment): { readonly covers: Coverage } | { readonly doubt: string } {
  const words = cleanTexts(countries)
  if (words.length < countries.length || platforms.some(isNameless))
    return { doubt: 'A payment has a rule that names no country or platform.' }
  const { codes, isEverywhere, unknown } = readCodes(words)
  if (unknown !== undefined)
    return { doubt: `A payment is for ${quote(unknown)}, which is no country that Quoin knows.` }
  const met = meetPlatforms(platforms)
  if ('unknown' in met)
    return { doubt: `A payment is for ${quote(met.unknown)}, which is no platform that Quoin knows.` }
  if (met.platforms.length === 0)
    return { doubt: 'A payment is for no platform: its rules exclude each other.' }
  const named = isExclusion ? allCountries.filter((code) => !codes.includes(code)) : codes
  const where = new Set(isEverywhere || codes.length === 0 ? placedCountries : named)
  return { covers: new Map(met.platforms.map((platform) => [platform, where])) }
}

function join(one: Coverage | undefined, other: Coverage): Coverage {
  if (one === undefined) return other
  const none: ReadonlySet<string> = new Set()
  return new Map(
    [...new Set([...one.keys(), ...other.keys()])].map((platform) => [
      platform,
      new Set([...(one.get(platform) ?? none), ...(other.get(platform) ?? none)]),
    ]),
  )
}

function overlap(one: Coverage, other: Coverage): boolean {
  return [...one].some(([platform, where]) => {
    const there = other.get(platform)
    return there !== undefined && [...where].some((country) => there.has(country))
  })
}

/** Platforms that are paid in the same countries are one row. */
function rowsOf(coverage: Coverage): readonly Omit<PriceCell, 'revenue'>[] {
  const byCountries = Map.groupBy(coverage, ([, where]) => [...where].sort().join())
  return [...byCountries.values()].flatMap((alike) => {
    const where = [...(alike[0]?.[1] ?? [])].filter((code) => code !== unknownCountry).sort()
    const on = allPlatforms.filter((platform) => alike.some(([one]) => one === platform))
    if (where.length === 0) return []
    return [
      {
        ...(where.length < allCountries.length && { countries: where }),
        ...(on.length < allPlatforms.length && { platforms: on }),
      },
    ]
  })
}
