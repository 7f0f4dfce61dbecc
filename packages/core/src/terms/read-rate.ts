import { readIsoTime } from '../time/read-iso-time.ts'
import { type ExchangeRate, readNanos } from './exchange-rate.ts'

type RateReading =
  | { readonly ok: true; readonly rate: ExchangeRate }
  | { readonly ok: false; readonly problems: readonly { readonly field: string; readonly message: string }[] }

/** Reads a row with `currency`, `day` and `usd`, which is what a unit of the currency is worth in USD. */
export function readRate(row: Readonly<Record<string, unknown>>): RateReading {
  const currency = textOf(row['currency']).toUpperCase()
  const day = textOf(row['day'])
  const usdNanos = readNanos(textOf(row['usd']))
  const problems: { field: string; message: string }[] = []
  if (!/^[A-Z]{3,5}$/.test(currency))
    problems.push({ field: 'currency', message: 'must be a code such as EUR' })
  if (currency === 'USD') problems.push({ field: 'currency', message: 'must not be USD: a USD is a USD' })
  if (!/^\d{4}-\d\d-\d\d$/.test(day) || readIsoTime(day) === undefined) {
    problems.push({ field: 'day', message: 'must be a day such as 2026-01-31' })
  }
  if (usdNanos === undefined) {
    const message = 'must be a decimal above 0 with at most 9 decimals, the USD that one unit is worth'
    problems.push({ field: 'usd', message })
  }
  if (usdNanos === undefined || problems.length > 0) return { ok: false, problems }
  return { ok: true, rate: { currency, day, usdNanos } }
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : ''
}
