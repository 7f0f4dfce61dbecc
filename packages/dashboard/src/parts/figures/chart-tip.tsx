import { type ChartData, sumOf, titleOf } from './chart-data.ts'
import type { Plot } from './plot.ts'

interface TipProps {
  readonly data: ChartData
  readonly plot: Plot
  readonly index: number
}

const tipWidth = 188

/** The figures of one bucket, beside it. */
export function ChartTip({ data, plot, index }: TipProps) {
  const x = plot.xOf(index) + plot.slot
  const left = x + tipWidth > plot.width ? plot.xOf(index) - plot.slot - tipWidth : x
  const before = data.previous?.values[index]
  return (
    <div className="chart-tip" style={{ left: Math.max(0, left), width: tipWidth }} aria-hidden="true">
      <p>
        <b>{titleOf(data, index)}</b>
        {data.series.length > 1 && <b className="num">{data.format(sumOf(data, index))}</b>}
      </p>
      {data.series.toReversed().map(({ name, color, values }) => (
        <p key={name}>
          <i style={{ background: color }} />
          <span className="muted grow">{name}</span>
          <span className="num">{textOf(values[index], data)}</span>
        </p>
      ))}
      {data.previous && (
        <p>
          <span className="muted grow">{data.previous.name}</span>
          <span className="num">{textOf(before, data)}</span>
        </p>
      )}
    </div>
  )
}

function textOf(value: number | null | undefined, { format }: ChartData): string {
  return value === null || value === undefined ? '–' : format(value)
}
