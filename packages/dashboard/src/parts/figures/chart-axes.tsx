import type { ChartData } from './chart-data.ts'
import type { Plot } from './plot.ts'
import { labelledOf } from './scale.ts'

interface AxesProps {
  readonly data: ChartData
  readonly plot: Plot
  readonly ticks: readonly number[]
}

const labelWidth = 56

export function ChartAxes({ data, plot, ticks }: AxesProps) {
  const { labels, isRunning, format, formatTick = format } = data
  const last = labels.length - 1
  // The running bucket has its name; its neighbours' would touch it.
  const clear = isRunning ? labelWidth / plot.slot + 0.5 : 0
  const labelled = labelledOf(labels.length, { width: plot.right - plot.left, labelWidth }).filter(
    (index) => !isRunning || last - index > clear,
  )
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <path
            className={tick === 0 ? 'chart-axis' : 'chart-grid'}
            d={`M${plot.left} ${Math.round(plot.yOf(tick)) + 0.5}H${plot.right}`}
          />
          <text className="chart-tick" x={plot.left - 8} y={plot.yOf(tick) + 4} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {labelled.map((index) => (
        <text className="chart-tick" key={index} x={plot.xOf(index)} y={plot.bottom + 18} textAnchor="middle">
          {labels[index]}
        </text>
      ))}
      {isRunning && (
        <text className="chart-tick is-now" x={plot.right} y={plot.bottom + 18} textAnchor="end">
          {labels[last]}, so far
        </text>
      )}
    </>
  )
}
