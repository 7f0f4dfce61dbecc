import type { StatsRow } from '../../store/stats/stats-report.ts'

interface ImpressionsOf {
  readonly interval: number
  readonly keys: StatsRow['keys']
  readonly impressions: string
}

export interface JoinedRow extends StatsRow {
  /** Undefined where they are not counted in such groups. */
  readonly impressions: bigint | undefined
}

/** Rows with their impressions beside them; what was shown and never clicked gets a row of its own. */
export function joinImpressions(
  rows: readonly StatsRow[],
  counted: readonly ImpressionsOf[] | undefined,
): JoinedRow[] {
  if (counted === undefined) return rows.map((row) => ({ ...row, impressions: undefined }))
  const left = new Map(counted.map((one) => [keyOf(one), one]))
  const joined = rows.map((row) => {
    const found = left.get(keyOf(row))
    left.delete(keyOf(row))
    return { ...row, impressions: BigInt(found?.impressions ?? 0) }
  })
  const unclicked = [...left.values()].map((one) => ({
    ...nothing,
    interval: one.interval,
    keys: one.keys,
    impressions: BigInt(one.impressions),
  }))
  if (unclicked.length === 0) return joined
  return [...joined, ...unclicked].sort((a, b) => a.interval - b.interval || compareKeys(a.keys, b.keys))
}

const nothing = {
  clicks: '0',
  uniqueClicks: '0',
  fallbackClicks: '0',
  botClicks: '0',
  conversions: {},
  revenueMicros: {},
  payoutMicros: {},
  creditTimes: {},
} as const

function keyOf({ interval, keys }: Pick<StatsRow, 'interval' | 'keys'>): string {
  return `${interval} ${JSON.stringify(keys)}`
}

/** As the database sorts them: numbers by their size, texts, none at last. */
function compareKeys(some: StatsRow['keys'], others: StatsRow['keys']): number {
  for (const [index, one] of some.entries()) {
    const other = others[index] ?? null
    if (one === other) continue
    if (one === null || other === null) return one === null ? 1 : -1
    if (typeof one === 'number' && typeof other === 'number') return one - other
    return String(one) < String(other) ? -1 : 1
  }
  return 0
}

/** The rest of sums without some of the rows that they are of. */
export function takeAway(total: JoinedRow, rows: readonly JoinedRow[]): JoinedRow {
  const less = (read: (row: JoinedRow) => bigint): bigint =>
    rows.reduce((left, row) => left - read(row), read(total))
  const lessCount = (name: (typeof counts)[number]): string => String(less((row) => BigInt(row[name])))
  const lessOfEach = (name: (typeof sums)[number]): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.keys(total[name]).map((word) => [word, String(less((row) => BigInt(row[name][word] ?? '0')))]),
    )
  return {
    interval: total.interval,
    keys: [],
    impressions: total.impressions === undefined ? undefined : less(({ impressions }) => impressions ?? 0n),
    clicks: lessCount('clicks'),
    uniqueClicks: lessCount('uniqueClicks'),
    fallbackClicks: lessCount('fallbackClicks'),
    botClicks: lessCount('botClicks'),
    conversions: lessOfEach('conversions'),
    revenueMicros: lessOfEach('revenueMicros'),
    payoutMicros: lessOfEach('payoutMicros'),
    creditTimes: lessOfEach('creditTimes'),
  }
}

const counts = ['clicks', 'uniqueClicks', 'fallbackClicks', 'botClicks'] as const
const sums = ['conversions', 'revenueMicros', 'payoutMicros', 'creditTimes'] as const
