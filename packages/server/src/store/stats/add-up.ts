import { owedRevenue } from '@quoin/core/stats/owed-revenue.ts'
import type { TopFigure } from '@quoin/core/stats/top-figure.ts'
import type { StatsRow } from './stats-report.ts'

type ByWord = Readonly<Record<string, string>>

const of = (sums: ByWord, word: string): bigint => BigInt(sums[word] ?? '0')

/** The figures that groups are ranked by. */
export const figures: Readonly<Record<TopFigure, (row: StatsRow) => bigint>> = {
  clicks: ({ clicks }) => BigInt(clicks),
  conversions: ({ conversions }) =>
    of(conversions, 'pending') + of(conversions, 'approved') + of(conversions, 'reversed'),
  reversed: ({ conversions }) => of(conversions, 'reversed'),
  revenue: ({ revenueMicros }) => owedRevenue(revenueMicros),
  payout: ({ payoutMicros }) => of(payoutMicros, 'approved'),
  margin: ({ revenueMicros, payoutMicros }) => owedRevenue(revenueMicros) - of(payoutMicros, 'approved'),
}

/** The sum of rows of one interval. */
export function addUp(rows: readonly StatsRow[]): StatsRow {
  const sum = (read: (row: StatsRow) => string): string =>
    String(rows.reduce((total, row) => total + BigInt(read(row)), 0n))
  const sums = (read: (row: StatsRow) => ByWord): ByWord => {
    const words = new Set(rows.flatMap((row) => Object.keys(read(row))))
    return Object.fromEntries([...words].map((word) => [word, sum((row) => read(row)[word] ?? '0')]))
  }
  return {
    interval: 0,
    keys: [],
    clicks: sum(({ clicks }) => clicks),
    uniqueClicks: sum(({ uniqueClicks }) => uniqueClicks),
    fallbackClicks: sum(({ fallbackClicks }) => fallbackClicks),
    botClicks: sum(({ botClicks }) => botClicks),
    conversions: sums(({ conversions }) => conversions),
    revenueMicros: sums(({ revenueMicros }) => revenueMicros),
    payoutMicros: sums(({ payoutMicros }) => payoutMicros),
    creditTimes: sums(({ creditTimes }) => creditTimes),
  }
}
