import { isBlank } from '../offers/row/reading.ts'
import { convertToUsd } from '../payout/convert.ts'
import { shareOf } from '../payout/earned.ts'
import { formatMicros, readMicros, readMicrosFromNumber } from '../payout/money.ts'
import { ownCurrency } from '../terms/currencies.ts'

interface PayoutRule {
  /** The publisher's part of what the network pays, in hundredths of a percent. */
  readonly basisPoints: number
  /** The worth of a unit of a currency now, in billionths of a USD. */
  readonly rateOf: (currency: string) => number | undefined
  /** The currency of rows that name none. */
  readonly currency: string
}

type Row = Readonly<Record<string, unknown>>

/**
 * A row with the publisher's payouts: the part of each revenue that the source says, in USD, down to the whole cent where it
 * is one. Amounts that nobody can read, and those in a currency without a rate, get none: their reader tells why.
 */
export function addPayouts(row: Row, rule: PayoutRule): Row {
  const currency = isBlank(row['currency']) ? rule.currency : String(row['currency']).trim().toUpperCase()
  const usdNanos = currency === ownCurrency ? undefined : rule.rateOf(currency)
  if (currency !== ownCurrency && usdNanos === undefined) return row
  const payoutOf = (revenue: unknown): string | undefined => {
    const micros = readRevenue(revenue)
    const inUsd = micros === undefined || usdNanos === undefined ? micros : convertToUsd(micros, usdNanos)
    return inUsd === undefined ? undefined : formatMicros(downToCents(shareOf(inUsd, rule.basisPoints)))
  }
  return paid(row, payoutOf)
}

type PayoutOf = (revenue: unknown) => string | undefined

function paid(row: Row, payoutOf: PayoutOf): Row {
  const { prices, goals } = row
  return {
    ...row,
    ...ownPayout(row, payoutOf),
    ...(Array.isArray(prices) && { prices: eachOf(prices, payoutOf) }),
    ...(Array.isArray(goals) && { goals: eachOf(goals, payoutOf) }),
  }
}

function eachOf(parts: readonly unknown[], payoutOf: PayoutOf): readonly unknown[] {
  return parts.map((part) => (isRow(part) ? paid(part, payoutOf) : part))
}

function ownPayout({ revenue, payout, payout_share: share }: Row, payoutOf: PayoutOf): Row {
  const added = isBlank(revenue) || !isBlank(payout) || !isBlank(share) ? undefined : payoutOf(revenue)
  return added === undefined ? {} : { payout: added }
}

function isRow(part: unknown): part is Row {
  return typeof part === 'object' && part !== null && !Array.isArray(part)
}

function readRevenue(revenue: unknown): number | undefined {
  if (typeof revenue === 'number') return readMicrosFromNumber(revenue)
  return typeof revenue === 'string' ? readMicros(revenue.trim()) : undefined
}

const microsPerCent = 10_000

function downToCents(micros: number): number {
  return micros < microsPerCent ? micros : micros - (micros % microsPerCent)
}
