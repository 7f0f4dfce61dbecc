/** One measure over the buckets of a chart. */
export interface Series {
  readonly name: string
  /** A colour of tokens.css: `var(--approved)`, `var(--c1)`. */
  readonly color: string
  /** One a bucket; null where nothing is known, which is not nothing. */
  readonly values: readonly (number | null)[]
  /** Under its name: its sum, its share. */
  readonly note?: string
}

export interface ChartData {
  /** The name of each bucket under the axis. */
  readonly labels: readonly string[]
  /** The same in full, for the tip and the table. */
  readonly titles?: readonly string[]
  /** From the bottom up where they are stacked; four at most. */
  readonly series: readonly Series[]
  /** The period before, drawn thin and dashed. */
  readonly previous?: Series
  readonly format: (value: number) => string
  /** Short, for the axis; as `format` unless given. */
  readonly formatTick?: (value: number) => string
  /** The last bucket goes on: it is hatched and named. */
  readonly isRunning?: boolean
}

/** The sum of a bucket over all series. */
export function sumOf({ series }: ChartData, index: number): number {
  return series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
}

export function titleOf({ labels, titles, isRunning }: ChartData, index: number): string {
  const title = titles?.[index] ?? labels[index] ?? ''
  return isRunning && index === labels.length - 1 ? `${title}, so far` : title
}
