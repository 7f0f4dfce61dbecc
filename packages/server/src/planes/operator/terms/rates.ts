import {
  importRates as importOperation,
  listRates as listOperation,
  type RateRow,
  tryRates as tryOperation,
} from '@quoin/contract/operator/catalogue/terms-operations.ts'
import { formatNanos } from '@quoin/core/terms/exchange-rate.ts'
import { dayOf } from '@quoin/core/time/calendar-day.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { importRates as importAll } from '../../../features/terms/import-rates.ts'
import { tryRates as tryAll } from '../../../features/terms/try-rates.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

const shownDays = 60
const shownMax = 1_000

export const listRates = staffRoute(listOperation, async ({ ports: { db, store, clock }, query }) => {
  const sinceDay = dayOf(clock.nowMs() - shownDays * dayMs)
  const wanted = { sinceDay, currency: query.currency?.toUpperCase(), limit: shownMax }
  const rates = await store.exchangeRates.listRates(db, wanted)
  return {
    data: rates.map(({ currency, day, usdNanos }) => ({ currency, day, usd: formatNanos(usdNanos) })),
    message: 'The exchange rates.',
  }
})

export const tryRates = staffRoute(tryOperation, async ({ ports, body }) => {
  const { changes, ...rest } = await tryAll(ports, entriesOf(body.rates))
  const listed = changes.map(({ currency, day, usdNanos, nanosBefore }) => ({
    currency,
    day,
    usd: formatNanos(usdNanos),
    before: nanosBefore === undefined ? null : formatNanos(nanosBefore),
  }))
  return { data: { changes: listed, ...rest }, message: 'Nothing was written.' }
})

export const importRates = staffRoute(importOperation, async ({ ports, body, staff }) => {
  const { written, refused, problems } = await importAll(ports, {
    entries: entriesOf(body.rates),
    actor: staff.actor,
  })
  return { data: { written, refused, problems }, message: `${written} rates were written.` }
})

async function* entriesOf(rows: readonly RateRow[]) {
  for (const [index, row] of rows.entries()) yield { line: index + 1, row }
}
