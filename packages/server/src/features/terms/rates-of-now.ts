import { findRate, indexRates, rateAgeDaysMax } from '@quoin/core/terms/exchange-rate.ts'
import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'

/** The worth of a unit of a currency now, in billionths of a USD; undefined where no rate is fresh enough. */
export type RateOf = (currency: string) => number | undefined

/** A few days of every currency that there is. */
const ratesMax = 10_000

export async function ratesOfNow({ store, clock }: Pick<Ports, 'store' | 'clock'>, db: Db): Promise<RateOf> {
  const { day, oldestDay } = daysOfNow(clock.nowMs())
  const rates = indexRates(await store.exchangeRates.listRates(db, { sinceDay: oldestDay, limit: ratesMax }))
  return (currency) => findRate(rates, { currency, day, oldestDay })?.usdNanos
}

/** The currencies that have a rate which is fresh enough. */
export async function listRatedCurrencies(
  { store, clock }: Pick<Ports, 'store' | 'clock'>,
  db: Db,
): Promise<readonly string[]> {
  const { oldestDay } = daysOfNow(clock.nowMs())
  const rates = await store.exchangeRates.listRates(db, { sinceDay: oldestDay, limit: ratesMax })
  return [...new Set(rates.map(({ currency }) => currency))].toSorted()
}

function daysOfNow(nowMs: number): { readonly day: string; readonly oldestDay: string } {
  return { day: dayOf(nowMs), oldestDay: dayOf(nowMs - rateAgeDaysMax * dayMs) }
}
