import { SegmentedControl } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { viewerZone, zoneName } from '../../format/format-time.ts'
import { Chart } from './chart.tsx'
import { type ChartData, sumOf, titleOf } from './chart-data.ts'
import '../table/data-table.css'
import './chart-card.css'

interface ChartCardProps {
  readonly title: string
  /** Undefined while it is on its way: the box has its height all the same. */
  readonly data: ChartData | undefined
  readonly kind?: 'bars' | 'lines'
  readonly summary: string
  /** The word for a bucket: "Day", "Hour". */
  readonly bucket: string
  /** A remark on the figures. */
  readonly note?: ReactNode
  readonly zone?: string
  /** Beside the switch of chart and table. */
  readonly actions?: ReactNode
  /** Stands in another card, which has the figures as a table. */
  readonly isInner?: boolean
}

/** A chart with the same figures as a table, its zone and its note. */
export function ChartCard(props: ChartCardProps) {
  const {
    title,
    data,
    kind = 'bars',
    summary,
    bucket,
    note,
    zone = viewerZone(),
    actions,
    isInner = false,
  } = props
  const [view, setView] = useState('chart')
  return (
    <section className={isInner ? 'chart-card' : 'card chart-card'} aria-label={title}>
      <div className="card-head wrap">
        <h2 className="grow">{title}</h2>
        {actions}
        {!isInner && (
          <SegmentedControl
            aria-label="How it is shown"
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: 'Chart' },
              { value: 'table', label: 'Table' },
            ]}
          />
        )}
      </div>
      <div className="chart-body" aria-busy={data === undefined}>
        {data === undefined && <div className="chart-ghost" aria-hidden="true" />}
        {data && view === 'chart' && <Chart data={data} kind={kind} summary={summary} />}
        {data && view === 'table' && <ChartTable data={data} bucket={bucket} caption={title} />}
      </div>
      <p className="chart-foot">
        {bucket}s of {zoneName(zone)}. {note}
      </p>
    </section>
  )
}

interface TableProps {
  readonly data: ChartData
  readonly bucket: string
  readonly caption: string
}

function ChartTable({ data, bucket, caption }: TableProps) {
  const { series, previous, labels, format } = data
  const columns = [...series, ...(previous ? [previous] : [])]
  const hasSum = series.length > 1
  const text = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : format(value)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so that the keyboard must reach it
    <section className="chart-table" tabIndex={0} aria-label={caption}>
      <table className="table">
        <caption className="sr">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{bucket}</th>
            {columns.map(({ name }) => (
              <th scope="col" className="n" key={name}>
                {name}
              </th>
            ))}
            {hasSum && (
              <th scope="col" className="n">
                Together
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {labels.map((_, index) => (
            <tr key={titleOf(data, index)}>
              <th scope="row">{titleOf(data, index)}</th>
              {columns.map(({ name, values }) => (
                <td className="n" key={name}>
                  {text(values[index])}
                </td>
              ))}
              {hasSum && <td className="n">{format(sumOf(data, index))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
