import { formatMoney, microsOf } from '../../../format/format-money.ts'
import { countryName, namePlaces, platformName } from '../targeting-words.ts'

interface PlacedRow {
  readonly rest: boolean
  readonly countries: readonly string[]
  readonly platforms: readonly string[]
}

interface PaidRow {
  readonly payout: string
  readonly payout_share: string | null
  readonly revenue: string
}

/** Whom a row is for, in two parts. The rest of the world is everybody where there is no other row. */
export function placesOfRow(
  row: PlacedRow,
  isAlone = false,
): { readonly where: string; readonly on: string } {
  const where = row.rest ? (isAlone ? 'Everywhere' : 'Rest of the world') : namePlaces(row.countries)
  return { where, on: namePlatforms(row.platforms) }
}

function namePlatforms(platforms: readonly string[]): string {
  return platforms.length === 0 ? 'all platforms' : platforms.map(platformName).join(', ')
}

/** Whether only some of its countries are named. */
export function isShortened({ countries }: Pick<PlacedRow, 'countries'>): boolean {
  return namePlaces(countries) !== listCountries({ countries }) && countries.length > 0
}

/** All countries of a row. */
export function listCountries({ countries }: Pick<PlacedRow, 'countries'>): string {
  return countries.map(countryName).join(', ')
}

/** "70 % of 13.50", "12.00 of 16.20" */
export function tellPaid({ payout, payout_share: share, revenue }: PaidRow): string {
  const paid = share === null ? formatMoney(payout, { placesMax: 6 }) : `${share} %`
  return `${paid} of ${formatMoney(revenue, { placesMax: 6 })}`
}

/** The platform's part of a row: an amount, and its share of the payment in percent. */
export function marginOf({ payout, revenue }: PaidRow): { readonly amount: string; readonly share: string } {
  const [paid, kept] = [microsOf(revenue), microsOf(revenue) - microsOf(payout)]
  const share = paid === 0 ? '–' : `${((kept / paid) * 100).toFixed(1).replace('-', '−')} %`
  return { amount: (kept / 1_000_000).toFixed(6), share }
}

/** "row 4", "rows 1 and 5", "rows 1, 2 and 5" */
export function nameRows(numbers: readonly number[]): string {
  const [last, ...others] = numbers.toReversed()
  if (others.length === 0) return `row ${last ?? '–'}`
  return `rows ${others.toReversed().join(', ')} and ${last}`
}
