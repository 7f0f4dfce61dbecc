import { unknownCountry } from '@quoin/core/detect/country.ts'
import { type Platform, platforms as allPlatforms } from '@quoin/core/offers/offer.ts'
import { type PriceRow, rowsFor } from '@quoin/core/prices/price-rows.ts'
import type { DataOf } from '../../../api/operation-types.ts'
import { microsOf } from '../../../format/format-money.ts'

type Row = DataOf<'showOfferPrices'>['rows'][number]

/** Neighbouring platforms on which the same rows pay. */
interface MapCell {
  readonly platforms: readonly Platform[]
  /** The numbers of the rows; none where the offer is not shown. */
  readonly rows: readonly number[]
  readonly payoutMicros: number
}

/** Countries in which the same rows pay; none: everywhere else. */
export interface MapGroup {
  readonly countries: readonly string[]
  readonly cells: readonly MapCell[]
}

interface Targeting {
  readonly countries: readonly string[]
  readonly platforms: readonly Platform[]
}

/** Everybody at once: the countries that prices name, in groups that are paid alike, and those that they do not name. */
export function mapPrices(rows: readonly Row[], offer: Targeting): readonly MapGroup[] {
  const table = asTable(rows)
  const platforms = offer.platforms.length === 0 ? allPlatforms : offer.platforms
  const named = [...new Set(rows.flatMap(({ countries }) => countries))]
  const isOpen = offer.countries.length === 0
  const shown = isOpen ? named : named.filter((country) => offer.countries.includes(country))
  const hasOthers = isOpen || offer.countries.some((country) => !named.includes(country))
  const cellsIn = (country: string) =>
    merge(platforms.map((platform) => cellAt(table, { country, platform })))
  const groups = Map.groupBy(shown, (country) => JSON.stringify(cellsIn(country)))
  return [
    ...[...groups.values()].map((countries) => ({ countries, cells: cellsIn(countries[0] ?? '') })),
    ...(hasOthers ? [{ countries: [], cells: cellsIn(unknownCountry) }] : []),
  ]
}

/** The rows as core has them. */
function asTable(rows: readonly Row[]): readonly PriceRow[] {
  const names = [...new Set(rows.flatMap(({ goal }) => goal ?? []))]
  const nothing = { payoutMicros: 0, payoutShareBasisPoints: null, revenueMicros: 0 }
  const goals = new Map(names.map((goal) => [goal, { goal, name: goal, ...nothing }]))
  return rows.map(({ number, goal, rest, countries, platforms, payout, payout_share: share, revenue }) => ({
    number,
    goal: goal === null ? null : (goals.get(goal) ?? null),
    isRest: rest,
    price: {
      countries,
      platforms,
      payoutMicros: microsOf(payout),
      payoutShareBasisPoints: share === null ? null : microsOf(share) / 10_000,
      revenueMicros: microsOf(revenue),
    },
  }))
}

function cellAt(table: readonly PriceRow[], place: Parameters<typeof rowsFor>[1]): MapCell {
  const paying = rowsFor(table, place)
  return {
    platforms: [place.platform],
    rows: paying.map(({ number }) => number),
    payoutMicros: paying.reduce((sum, { price }) => sum + price.payoutMicros, 0),
  }
}

function merge(cells: readonly MapCell[]): readonly MapCell[] {
  const merged: MapCell[] = []
  for (const cell of cells) {
    const last = merged.at(-1)
    if (last === undefined || last.rows.join() !== cell.rows.join()) merged.push(cell)
    else merged[merged.length - 1] = { ...last, platforms: [...last.platforms, ...cell.platforms] }
  }
  return merged
}
