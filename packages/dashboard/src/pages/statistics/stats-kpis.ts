import { formatChange, saysSomething } from '../../format/format-number.ts'
import type { Kpi } from '../../parts/figures/kpi-strip.tsx'
import { type MetricName, metrics, type StatsRow, totalOf } from './stats-figures.ts'

/** The sums of all figures, each with its change where there is a time to compare with. */
export function kpisOf(
  names: readonly MetricName[],
  rows: readonly StatsRow[] | undefined,
  before: readonly StatsRow[] | undefined,
): readonly Kpi[] {
  return names.map((name) => {
    const { label, read, format } = metrics[name]
    const now = rows && totalOf(rows, name)
    const then = before && totalOf(before, name)
    const change = now === undefined || !then || then < 0 ? undefined : (now - then) / then
    return {
      name,
      label,
      value: now === undefined ? undefined : format(now),
      change:
        change === undefined || !saysSomething(change)
          ? undefined
          : { text: formatChange(change), isUp: change >= 0, tone: toneOf(name, change) },
      values: rows?.map(read) ?? [],
      previous: before?.map(read) ?? [],
    }
  })
}

function toneOf(name: MetricName, change: number): 'pos' | 'neg' | 'plain' {
  if (name === 'payout') return 'plain'
  return change < 0 === (name === 'reversed') ? 'pos' : 'neg'
}
