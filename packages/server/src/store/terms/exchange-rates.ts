import type { ExchangeRate } from '@quoin/core/terms/exchange-rate.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

const rateRow: RowColumns<ExchangeRate> = { currency: 'text', day: 'date', usdNanos: 'bigint' }

/** Rates of `sinceDay` and later, newest first. */
export async function listRates(
  db: Db,
  { sinceDay, currency, limit }: { sinceDay: string; currency?: string | undefined; limit: number },
): Promise<ExchangeRate[]> {
  return await db.query(
    `select currency, day, usd_nanos as "usdNanos" from exchange_rates
     where day >= $1::date and ($2::text is null or currency = $2)
     order by day desc, currency limit $3`,
    [sinceDay, currency ?? null, limit],
  )
}

/** Those that are there of the currencies and days of some rates. */
export async function findRates(db: Db, rates: readonly ExchangeRate[]): Promise<ExchangeRate[]> {
  return await db.query(
    `select known.currency, known.day, known.usd_nanos as "usdNanos" from ${rowsFrom(rateRow, 'r')}
     join exchange_rates known on known.currency = r.currency and known.day = r.day`,
    valuesOf(rateRow, rates),
  )
}

/** Writes rates; one that is there already for its day is replaced. No currency and day twice. */
export async function upsertRates(tx: Db, rates: readonly ExchangeRate[]): Promise<void> {
  await tx.query(
    `insert into exchange_rates (currency, day, usd_nanos)
     select r.currency, r.day, r."usdNanos" from ${rowsFrom(rateRow, 'r')}
     on conflict (currency, day) do update set usd_nanos = excluded.usd_nanos`,
    valuesOf(rateRow, rates),
  )
}
