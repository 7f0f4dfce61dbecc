import type { ChartData, Series } from './chart-data.ts'
import type { Plot } from './plot.ts'

interface MarksProps {
  readonly data: ChartData
  readonly plot: Plot
  /** The name of the hatching in this picture. */
  readonly hatch: string
}

const barShare = 0.62
const gap = 1.2

/** Bars from nothing, in the order of the series; the period before is a thin line over them. */
export function BarMarks({ data, plot, hatch }: MarksProps) {
  const last = data.labels.length - 1
  const width = Math.min(48, plot.slot * barShare)
  return (
    <>
      {data.series.map(({ name, color }, level) => (
        <path
          key={name}
          fill={color}
          d={data.labels.map((_, index) => barOf({ data, plot, level, index, width })).join('')}
        />
      ))}
      {data.isRunning && (
        <>
          <pattern
            id={hatch}
            width="5"
            height="5"
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            <path className="chart-hatch" d="M0 0V5" />
          </pattern>
          <rect
            x={plot.xOf(last) - width / 2 - 0.5}
            y={plot.top}
            width={width + 1}
            height={plot.bottom - plot.top - 1}
            fill={`url(#${hatch})`}
          />
        </>
      )}
      {data.previous && <path className="chart-before" d={lineOf(data.previous, plot)} />}
    </>
  )
}

interface Bar {
  readonly data: ChartData
  readonly plot: Plot
  readonly level: number
  readonly index: number
  readonly width: number
}

function barOf({ data, plot, level, index, width }: Bar): string {
  const value = data.series[level]?.values[index] ?? 0
  if (value <= 0) return ''
  const below = data.series.slice(0, level).reduce((sum, { values }) => sum + (values[index] ?? 0), 0)
  const bottom = plot.yOf(below) - (level > 0 ? gap : 0)
  // A value above zero is always seen, however small it is.
  const height = Math.max(0.8, bottom - plot.yOf(below + value))
  const x = plot.xOf(index) - width / 2
  return `M${x.toFixed(1)} ${(bottom - height).toFixed(1)}h${width.toFixed(1)}v${height.toFixed(1)}h-${width.toFixed(1)}z`
}

export function LineMarks({ data, plot }: MarksProps) {
  return (
    <>
      {data.previous && <path className="chart-before" d={lineOf(data.previous, plot)} />}
      {data.series.map((series) => (
        <path key={series.name} className="chart-line" stroke={series.color} d={lineOf(series, plot)} />
      ))}
    </>
  )
}

/** A gap where nothing is known. */
function lineOf({ values }: Series, plot: Plot): string {
  let isOpen = false
  return values
    .map((value, index) => {
      if (value === null) {
        isOpen = false
        return ''
      }
      const step = isOpen ? 'L' : 'M'
      isOpen = true
      return `${step}${plot.xOf(index).toFixed(1)} ${plot.yOf(value).toFixed(1)}`
    })
    .join('')
}
