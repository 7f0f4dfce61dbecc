export interface Series {
  readonly perSecond: number[]
  readonly p99Ms: number[]
  failures: number
}

/** The middle value: one slow round of a noisy machine does not count. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2
}

export function rounded(value: number, decimals = 3): number {
  return Number(value.toFixed(decimals))
}

/** A table for people: what was measured, in rounds that took turns. */
export function printTable(series: ReadonlyMap<string, Series>): string {
  const rows = [...series].map(([name, { perSecond, p99Ms, failures }]) => [
    name,
    Math.round(median(perSecond)).toLocaleString('en'),
    `${Math.round(Math.min(...perSecond)).toLocaleString('en')}–${Math.round(Math.max(...perSecond)).toLocaleString('en')}`,
    median(p99Ms).toFixed(1),
    String(failures),
  ])
  const all = [['what', 'median/s', 'range/s', 'p99 ms', 'failures'], ...rows]
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}

export function percentile(values: readonly number[], part: number): number {
  const sorted = Float64Array.from(values).sort()
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}
