import { Link } from '@tanstack/react-router'
import type { Column } from '../../parts/table/column.ts'
import { explainMoment, formatDay } from '../../format/format-time.ts'
import { formatCount } from '../../format/format-number.ts'
import { Moment } from '../../parts/value/moment.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { actionChips, kindWords, type ListedEntry } from './list-words.ts'
import { RemoveEntry } from './remove-entry.tsx'

function Value({ entry: { kind, value, app_id: appId } }: { readonly entry: ListedEntry }) {
  const text = (
    <bdi className="list-value" title={value}>
      {value}
    </bdi>
  )
  return (
    <>
      {kind === 'user' && appId !== null ? (
        <Link to={`/ops/users/${appId}/${encodeURIComponent(value)}`} className="row-link">
          {text}
        </Link>
      ) : (
        text
      )}
      <span className="faint xs">{kindWords[kind].label}</span>
    </>
  )
}

export function listColumns(mayDecide: boolean): readonly Column<ListedEntry>[] {
  const columns: readonly Column<ListedEntry>[] = [
    { name: 'value', head: 'Value', sort: 'value', card: 'main', cell: (entry) => <Value entry={entry} /> },
    {
      name: 'action',
      head: 'List',
      card: 'status',
      width: '110px',
      cell: ({ action, is_active }) => <StatusChip status={is_active ? actionChips[action] : 'Ended'} />,
    },
    {
      name: 'scope',
      head: 'Where',
      width: '110px',
      cell: ({ app }) => (app === null ? <span className="muted">All apps</span> : <bdi>{app}</bdi>),
    },
    {
      name: 'reason',
      head: 'Reason',
      cell: ({ reason }) => (reason === '' ? <span className="faint">–</span> : <bdi>{reason}</bdi>),
    },
    {
      name: 'actor',
      head: 'By',
      width: '130px',
      card: 'none',
      cell: ({ actor, created_at }) => (
        <>
          <bdi className="list-actor" title={actor}>
            {actor.replace(/^\w+:/, '').replace(/@.*$/, '')}
          </bdi>
          <span className="faint xs">
            <Moment at={created_at} />
          </span>
        </>
      ),
    },
    {
      name: 'expires',
      head: 'Ends',
      sort: 'expires',
      width: '115px',
      cell: ({ expires_at }) =>
        expires_at === null ? (
          <span className="muted">Never</span>
        ) : (
          <span className="num" title={explainMoment(expires_at)}>
            {formatDay(expires_at)}
          </span>
        ),
    },
    {
      name: 'hits',
      head: 'Hits, 30 d',
      sort: 'hits',
      isNumber: true,
      width: '100px',
      cell: ({ hits }) => (hits === 0 ? <span className="faint">0</span> : formatCount(hits)),
    },
  ]
  if (!mayDecide) return columns
  return [
    ...columns,
    {
      name: 'deed',
      head: <span className="sr">Remove</span>,
      isNumber: true,
      width: '100px',
      cell: (entry) => <RemoveEntry entry={entry} />,
    },
  ]
}
