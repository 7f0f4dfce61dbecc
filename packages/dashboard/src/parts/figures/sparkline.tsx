import './sparkline.css'

interface SparklineProps {
  readonly values: readonly number[]
  readonly previous?: readonly number[]
}

const [width, height] = [100, 30]

/** The shape of a figure beside its number; whoever cannot see it misses nothing. */
export function Sparkline({ values, previous = [] }: SparklineProps) {
  const largest = Math.max(...values, ...previous, 1e-9)
  const line = pathOf(values, largest)
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {values.length > 1 && <path className="spark-area" d={`${line}V${height}H0Z`} />}
      {previous.length > 1 && <path className="spark-before" d={pathOf(previous, largest)} />}
      {values.length > 1 && <path className="spark-line" d={line} />}
    </svg>
  )
}

function pathOf(values: readonly number[], largest: number): string {
  const step = width / Math.max(1, values.length - 1)
  const points = values.map((value, index) => {
    const y = height - 1 - (Math.max(0, value) / largest) * (height - 2)
    return `${(index * step).toFixed(1)} ${y.toFixed(1)}`
  })
  return `M${points.join('L')}`
}
