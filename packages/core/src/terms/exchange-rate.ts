/** The worth of a unit of a currency on a day. */
export interface ExchangeRate {
  readonly currency: string
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string
  /** Billionths of a USD per unit. */
  readonly usdNanos: number
}

/** A rate that is older than this is no rate: it would be a guess. */
export const rateAgeDaysMax = 7

/** Rates of one currency, newest first. */
type RateIndex = ReadonlyMap<string, readonly ExchangeRate[]>

export function indexRates(rates: readonly ExchangeRate[]): RateIndex {
  const byCurrency = Map.groupBy(rates, ({ currency }) => currency)
  return new Map(
    [...byCurrency].map(([currency, own]) => [currency, own.toSorted((a, b) => (a.day < b.day ? 1 : -1))]),
  )
}

/** The rate of a day, or the latest before it, but none from before `oldestDay`. */
export function findRate(
  index: RateIndex,
  { currency, day, oldestDay }: { currency: string; day: string; oldestDay: string },
): ExchangeRate | undefined {
  const rate = index.get(currency)?.find((one) => one.day <= day)
  return rate !== undefined && rate.day >= oldestDay ? rate : undefined
}

const nanosPerUnit = 1_000_000_000n

/** A positive decimal with at most nine decimals, as billionths; undefined for everything else. */
export function readNanos(text: string): number | undefined {
  const match = /^([0-9]{1,9})(?:\.([0-9]{1,9}))?$/.exec(text)
  if (match === null) return undefined
  const [, units = '', fraction = ''] = match
  const nanos = Number(BigInt(units) * nanosPerUnit + BigInt(fraction.padEnd(9, '0')))
  return Number.isSafeInteger(nanos) && nanos > 0 ? nanos : undefined
}

export function formatNanos(nanos: number): string {
  const digits = String(nanos).padStart(10, '0')
  const fraction = digits.slice(-9).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -9) : `${digits.slice(0, -9)}.${fraction}`
}
