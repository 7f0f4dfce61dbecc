import { dayMs } from '@quoin/core/time/durations.ts'
import type { Ports } from '../../ports/ports.ts'
import type { Database, Db } from '../../store/pg/database.ts'
import type { StatsDifference } from '../../store/stats/stats-check.ts'
import { assertWhole } from './assert-whole.ts'

const differencesMax = 100
const conversionDays = 31
const patienceMs = 15 * 60_000

interface CheckRequest {
  /** UTC days; the first one there is, and today. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

interface Checked {
  readonly days: number
  /** The first 100 figures that differ. */
  readonly differences: readonly StatsDifference[]
}

/**
 * Proves that the statistics equal the raw rows: counts these anew and compares, clicks a UTC day at a time and
 * conversions a month at a time.
 */
export async function checkStats(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  { fromMs, toMs = clock.nowMs() }: CheckRequest,
): Promise<Checked> {
  await assertWhole({ db, store })
  const [kept] = await store.clickWeeks.listClickPartitions(db)
  const first = startOfDay(fromMs ?? (await store.statsCheck.findFirstMoment(db)) ?? toMs)
  const end = startOfDay(toMs) + dayMs
  const { compareClicks, compareConversions } = store.statsCheck
  const clicksFrom = Math.max(first, kept === undefined ? end : startOfDay(kept.fromMs + dayMs - 1))
  const steps = [
    ...spansOf(clicksFrom, end, 1).map((span) => ({ compare: compareClicks, span })),
    ...spansOf(first, end, conversionDays).map((span) => ({ compare: compareConversions, span })),
  ]
  const differences: StatsDifference[] = []
  for (const { compare, span } of steps) {
    if (differences.length >= differencesMax) break
    const asked = { ...span, differencesMax: differencesMax - differences.length }
    differences.push(...(await patiently(db, (tx) => compare(tx, asked))))
  }
  return { days: Math.max(0, (end - first) / dayMs), differences }
}

function startOfDay(atMs: number): number {
  return Math.floor(atMs / dayMs) * dayMs
}

/** The days from one to another that is left out, so many at a time. */
function spansOf(fromMs: number, toMs: number, days: number): { fromSec: number; toSec: number }[] {
  return Array.from({ length: Math.max(0, Math.ceil((toMs - fromMs) / (days * dayMs))) }, (_, index) => ({
    fromSec: (fromMs + index * days * dayMs) / 1000,
    toSec: Math.min(toMs, fromMs + (index + 1) * days * dayMs) / 1000,
  }))
}

/** Nobody waits for an answer but the operator, and a month of a large service takes longer than a request may. */
async function patiently<Result>(db: Database, ask: (tx: Db) => Promise<Result>): Promise<Result> {
  return await db.transaction(
    async (tx) => {
      await tx.query(`set local statement_timeout = ${patienceMs}`)
      return await ask(tx)
    },
    { timeoutMs: patienceMs },
  )
}
