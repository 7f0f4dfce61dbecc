import { Fragment, type ReactNode } from 'react'
import { Button } from '@mantine/core'
import type { PagedRows } from '../../api/use-pages.ts'
import { formatDay, viewerZone, zoneName } from '../../format/format-time.ts'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { useNowSec } from '../../parts/value/moment.tsx'
import { dayNumber, nameDay } from './audit-range.ts'
import { type ChangeGroup, ChangeRow } from './change-row.tsx'
import type { Change } from './pieces.tsx'

interface AuditListProps {
  readonly list: Omit<PagedRows<ChangeGroup>, 'total'>
  readonly query: Readonly<Record<string, string | number>>
  readonly open: string
  readonly onOpen: (id: string) => void
  readonly kindOf: (group: Change['group']) => string
  readonly empty: ReactNode
  /** The change of a link that is none of these rows. */
  readonly linked: Change | undefined
}

/** Changes by the days of the viewer, newest first. */
export function AuditList({ list, query, open, onOpen, kindOf, empty, linked }: AuditListProps) {
  const { rows, error, isRefreshing, more, onRetry } = list
  const nowSec = useNowSec()
  if (rows === undefined && error)
    return (
      <Failure what="The audit log could not be loaded. Nothing is lost" error={error} onRetry={onRetry} />
    )
  if (rows === undefined) return <Loading what="the changes" isInCard />
  const days = Map.groupBy(rows, ({ at }) => dayNumber(at))
  const row = (change: Change, several?: ChangeGroup) => (
    <ChangeRow
      key={change.id}
      change={change}
      kindOf={kindOf}
      isOpen={open === change.id}
      onToggle={() => onOpen(open === change.id ? '' : change.id)}
      several={several && several.count > 1 ? { group: several, query } : undefined}
    />
  )
  return (
    <div className={isRefreshing ? 'audit-list is-refreshing' : 'audit-list'}>
      {linked && (
        <>
          <h2 className="audit-day">
            <b>The change of the link</b>
            {formatDay(linked.at)}
          </h2>
          <ul>{row(linked)}</ul>
        </>
      )}
      {rows.length === 0 && empty}
      {[...days].map(([day, changes], index) => (
        <Fragment key={day}>
          <h2 className="audit-day">
            <b>{nameDay(changes[0]?.at ?? 0, nowSec)}</b>
            {tellDay(changes[0]?.at ?? 0, nowSec)}
            {index === 0 && <span>times of {zoneName(viewerZone())}</span>}
          </h2>
          <ul>{changes.map((change) => row(change, change))}</ul>
        </Fragment>
      ))}
      {more && (
        <div className="audit-end">
          <Button onClick={() => more.load()} loading={more.isLoading}>
            Show more
          </Button>
          <span className="num">{more.left}</span>
        </div>
      )}
    </div>
  )
}

/** Tue 24 Nov; with the year where it is another one. */
function tellDay(atSec: number, nowSec: number): string {
  const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' }).format(atSec * 1000)
  const isThisYear = new Date(atSec * 1000).getFullYear() === new Date(nowSec * 1000).getFullYear()
  return `${weekday} ${formatDay(atSec, { hasYear: !isThisYear })}`
}
