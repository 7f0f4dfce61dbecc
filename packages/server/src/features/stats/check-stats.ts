import type { Ports } from '../../ports.ts'
import type { StatsDifference } from '../../store/stats-check.ts'
import { assertWhole } from './assert-whole.ts'

const dayMs = 86_400_000
const differencesMax = 100

export interface CheckRequest {
  /** UTC days; the first one there is, and today. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
}

export interface Checked {
  readonly days: number
  /** The first 100 figures that differ. */
  readonly differences: readonly StatsDifference[]
}

/** Proves that the statistics equal the raw rows: counts these anew, a UTC day at a time, and compares. */
export async function checkStats(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  { fromMs, toMs = clock.nowMs() }: CheckRequest,
): Promise<Checked> {
  await assertWhole({ db, store })
  const kept = await store.clicks.listClickPartitions(db)
  const clicksFromMs = kept[0]?.fromMs ?? Number.POSITIVE_INFINITY
  const first = fromMs ?? (await store.statsCheck.findFirstMoment(db)) ?? toMs
  const differences: StatsDifference[] = []
  let days = 0
  for (let day = Math.floor(first / dayMs) * dayMs; day <= toMs; day += dayMs) {
    const found = await store.statsCheck.compareStats(db, {
      fromSec: day / 1000,
      toSec: (day + dayMs) / 1000,
      hasClicks: day >= clicksFromMs,
      differencesMax: differencesMax - differences.length,
    })
    differences.push(...found)
    days += 1
    if (differences.length >= differencesMax) break
  }
  return { days, differences }
}
