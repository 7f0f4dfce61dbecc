import { type PointerEvent, useEffect, useId, useRef, useState } from 'react'
import { ChartAxes } from './chart-axes.tsx'
import { type ChartData, sumOf } from './chart-data.ts'
import { ChartLabels } from './chart-labels.tsx'
import { ChartTip } from './chart-tip.tsx'
import { BarMarks, LineMarks } from './marks.tsx'
import type { Plot } from './plot.ts'
import { ticksTo } from './scale.ts'
import './chart.css'

interface ChartProps {
  readonly data: ChartData
  /** Bars are stacked; lines are not. */
  readonly kind?: 'bars' | 'lines'
  /** The chart as a sentence, for those who do not see it. */
  readonly summary: string
}

const heights = { wide: 320, narrow: 230 } as const
const labelsWidth = 132
const wideMin = 560

export function Chart({ data, kind = 'bars', summary }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const [hovered, setHovered] = useState<number>()
  const hatch = useId()
  const isWide = width >= wideMin
  const height = isWide ? heights.wide : heights.narrow
  const ticks = ticksTo(largestOf(data, kind))
  const plot = layOut({ width, height, hasLabels: isWide, count: data.labels.length, top: ticks.at(-1) ?? 1 })
  const marks = { data, plot, hatch }
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left
    const index = Math.floor((x - plot.left) / plot.slot)
    setHovered(index >= 0 && index < data.labels.length ? index : undefined)
  }
  return (
    <div className="chart" ref={box} style={{ minHeight: height }}>
      {width > 0 && (
        <svg
          role="img"
          aria-label={summary}
          width={width}
          height={height}
          onPointerMove={follow}
          onPointerDown={follow}
          onPointerLeave={() => setHovered(undefined)}
        >
          {hovered !== undefined && (
            <rect
              className="chart-column"
              x={plot.left + hovered * plot.slot}
              y={plot.top}
              width={plot.slot}
              height={plot.bottom - plot.top}
            />
          )}
          <ChartAxes data={data} plot={plot} ticks={ticks} />
          {kind === 'bars' ? <BarMarks {...marks} /> : <LineMarks {...marks} />}
          {isWide && <ChartLabels data={data} plot={plot} kind={kind} width={labelsWidth} />}
        </svg>
      )}
      {!isWide && <ChartLegend data={data} />}
      {hovered !== undefined && <ChartTip data={data} plot={plot} index={hovered} />}
    </div>
  )
}

function ChartLegend({ data: { series, previous } }: { readonly data: ChartData }) {
  return (
    <ul className="chart-legend">
      {[...series, ...(previous ? [previous] : [])].map(({ name, color, note }) => (
        <li key={name}>
          <i style={{ background: color }} />
          {name}
          {note && <span className="muted num">{note}</span>}
        </li>
      ))}
    </ul>
  )
}

function largestOf(data: ChartData, kind: 'bars' | 'lines'): number {
  const previous = data.previous?.values ?? []
  const sums = data.labels.map((_, index) => sumOf(data, index))
  const each = data.series.flatMap(({ values }) => values)
  return Math.max(
    ...(kind === 'bars' ? sums : each).map((one) => one ?? 0),
    ...previous.map((one) => one ?? 0),
    0,
  )
}

interface Size {
  readonly width: number
  readonly height: number
  readonly hasLabels: boolean
  readonly count: number
  readonly top: number
}

function layOut({ width, height, hasLabels, count, top }: Size): Plot {
  const edges = { left: 48, top: 12, bottom: height - 26, right: width - (hasLabels ? labelsWidth : 4) }
  const slot = Math.max(1, edges.right - edges.left) / Math.max(1, count)
  const scale = (edges.bottom - edges.top) / (top || 1)
  return {
    ...edges,
    width,
    slot,
    yOf: (value) => edges.bottom - value * scale,
    xOf: (index) => edges.left + (index + 0.5) * slot,
  }
}

function useWidth(box: { readonly current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0)
  useEffect(() => {
    if (!box.current) return
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(box.current)
    return () => observer.disconnect()
  }, [box])
  return width
}
