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
  const nowMs = clock.nowMs()
  const day = dayOf(nowMs)
  const oldestDay = dayOf(nowMs - rateAgeDaysMax * dayMs)
  const rates = indexRates(await store.exchangeRates.listRates(db, { sinceDay: oldestDay, limit: ratesMax }))
  return (currency) => findRate(rates, { currency, day, oldestDay })?.usdNanos
}
