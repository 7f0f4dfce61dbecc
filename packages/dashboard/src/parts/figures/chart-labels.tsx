import type { ChartData } from './chart-data.ts'
import type { Plot } from './plot.ts'
import { spread } from './scale.ts'

interface LabelsProps {
  readonly data: ChartData
  readonly plot: Plot
  readonly kind: 'bars' | 'lines'
  readonly width: number
}

const labelHeight = 38
const lead = 22

/** Names beside what they name, with leaders from the last full bucket: nobody looks up a legend. */
export function ChartLabels({ data, plot, kind, width }: LabelsProps) {
  const rows = [...data.series, ...(data.previous ? [data.previous] : [])]
  const heights = rows.map((row, level) => {
    const isStacked = kind === 'bars' && level < data.series.length
    return plot.yOf(heightOf(data, level, isStacked) ?? row.values.findLast((one) => one !== null) ?? 0)
  })
  const placed = spread(heights, { gap: labelHeight, bottom: plot.bottom - 20 })
  const x = plot.right + lead
  return (
    <>
      {rows.map(({ name, color, note }, level) => {
        const y = placed[level] ?? 0
        const from = heights[level] ?? y
        return (
          <g key={name}>
            <path className="chart-leader" d={`M${plot.right + 2} ${from}L${x - 6} ${y + 6}`} />
            <rect x={x} y={y - 4} width={3} height={note ? 30 : 16} rx={1.5} fill={color} />
            <text className="chart-name" x={x + 9} y={y + 8}>
              {name.length * 7 > width - lead - 12 ? `${name.slice(0, 13)}…` : name}
            </text>
            {note && (
              <text className="chart-note" x={x + 9} y={y + 23}>
                {note}
              </text>
            )}
          </g>
        )
      })}
    </>
  )
}

/** The middle of a series' part of the last bucket that is whole; of a line its last value. */
function heightOf(data: ChartData, level: number, isStacked: boolean): number | undefined {
  const index = data.labels.length - (data.isRunning ? 2 : 1)
  const value = data.series[level]?.values[index]
  if (value === null || value === undefined) return undefined
  if (!isStacked) return value
  const below = data.series.slice(0, level).reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
  return below + value / 2
}
