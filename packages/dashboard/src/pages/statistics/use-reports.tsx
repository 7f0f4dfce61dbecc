import { type ReactNode, useEffect, useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import { zoneName } from '../../format/format-time.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { keepFile } from '../../parts/feedback/keep-file.ts'
import { writeStatsCsv } from './stats-csv.ts'
import { type Report, type TopChoice, topChoiceOf } from './stats-figures.ts'
import type { StatsState } from './stats-filters.tsx'
import { type DayRange, rangeBefore } from './stats-range.ts'
import type { Thing } from './things.ts'

export interface AskedReport extends DayRange {
  readonly state: StatsState
  readonly zone: string
  readonly interval: 'day' | 'hour' | 'total'
  readonly group: string
  /** The second grouping. */
  readonly within: string
  /** Only so many groups; without it all. */
  readonly top: (TopChoice & { readonly top: number }) | undefined
  readonly isOff: boolean
}

interface Asked {
  readonly state: StatsState
  readonly range: DayRange
  readonly zone: string
  readonly isHourly: boolean
  readonly by: Thing | ''
  readonly within: Thing | ''
  readonly sort: string
  readonly shown: number
}

interface Reports {
  readonly overTime: UseQueryResult<Report>
  /** Over the time before. */
  readonly earlier: UseQueryResult<Report>
  readonly table: UseQueryResult<Report>
  readonly file: {
    readonly ask: () => void
    readonly isAsked: boolean
    readonly failure: ReactNode
  }
}

/** A file has as many groups; by two things as many rows. */
const fileRowsMax = 10_000
const pairsMax = 100

/** The reports of a page: over time, over the time before, by groups, and as a file once it is asked for. */
export function useReports(
  audience: { readonly useReport: (asked: AskedReport) => UseQueryResult<Report> },
  { state, range, zone, isHourly, by, within, sort, shown }: Asked,
): Reports {
  const [isAsked, setAsked] = useState(false)
  const common = { state, zone, group: '', within: '', top: undefined, isOff: false }
  const overTimes = { ...common, interval: isHourly ? 'hour' : 'day' } as const
  const overTime = audience.useReport({ ...overTimes, ...range })
  const earlier = audience.useReport({ ...overTimes, ...rangeBefore(range) })
  const choice = sort === '' ? ({ topBy: 'margin', topOrder: 'least' } as const) : topChoiceOf(sort)
  const top = { ...choice, top: within === '' ? shown : pairsMax }
  const groups = { ...common, ...range, interval: 'total', group: by, within } as const
  const grouped = audience.useReport({ ...groups, top, isOff: by === '' })
  const whole = audience.useReport({
    ...groups,
    top: within === '' ? { ...top, top: fileRowsMax } : undefined,
    isOff: by === '' || !isAsked,
  })
  const file = by === '' ? overTime : whole
  const ready = file.isPlaceholderData ? undefined : file.data
  useEffect(() => {
    if (!isAsked || ready === undefined) return
    setAsked(false)
    const name = within === '' ? state.by : `${by}-${within}`
    const days = `${range.from}-${range.to}-${zoneName(zone).replaceAll(/\W+/g, '-')}`
    keepFile(`quoin-stats-${name}-${days}.csv`, writeStatsCsv(ready, within === '' ? by : `${by},${within}`))
  })
  const isFailed = isAsked && file.error !== null && !file.isFetching
  return {
    overTime,
    earlier,
    table: by === '' ? overTime : grouped,
    file: {
      isAsked: isAsked && !isFailed,
      ask: () => (isFailed ? void file.refetch() : setAsked(true)),
      failure: isFailed && by !== '' && (
        <Failure what="The file could not be made" error={file.error} onRetry={() => file.refetch()} />
      ),
    },
  }
}
