import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { usePages } from '../../api/use-pages.ts'
import { formatCount, formatShare } from '../../format/format-number.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { EndpointState } from '../callbacks/endpoint-state.tsx'
import { NewReceiver } from '../callbacks/new-receiver.tsx'
import type { App } from './setting-fields.ts'

const columns: readonly Column<RowOf<'listCallbackEndpoints'>>[] = [
  {
    name: 'name',
    head: 'Receiver',
    card: 'main',
    cell: ({ id, name, url }) => (
      <div className="app-name">
        <Link to={`/ops/callbacks/${id}`} className="row-link">
          <bdi>{name}</bdi>
        </Link>
        <span className="faint xs break">
          <bdi>{url}</bdi>
        </span>
      </div>
    ),
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '110px',
    cell: ({ state }) => <EndpointState state={state} />,
  },
  {
    name: 'success',
    head: 'Delivered',
    isNumber: true,
    width: '100px',
    cell: ({ success_share }) => formatShare(success_share),
  },
  {
    name: 'waiting',
    head: 'Waiting',
    isNumber: true,
    width: '100px',
    cell: ({ waiting }) => formatCount(waiting),
  },
  {
    name: 'last',
    head: 'Last tried',
    width: '130px',
    cell: ({ last_sent_at }) =>
      last_sent_at === null ? <span className="faint">never</span> : <Moment at={last_sent_at} />,
  },
]

/** Where an app is told of its conversions. */
export function AppCallbacks({ app, mayChange }: { readonly app: App; readonly mayChange: boolean }) {
  const [isNew, setNew] = useState(false)
  const { total: _total, ...list } = usePages('listCallbackEndpoints', { query: { app: app.id } })
  const create = mayChange && (
    <Button leftSection={<Icon name="plus" />} onClick={() => setNew(true)}>
      New receiver
    </Button>
  )
  return (
    <div className="stack">
      {mayChange && (list.rows?.length ?? 0) > 0 && <div>{create}</div>}
      <section className="card">
        <DataTable
          {...list}
          caption="Receivers"
          columns={columns}
          keyOf={({ id }) => id}
          empty={
            <EmptyState icon="callback" title="No receiver" action={create}>
              Without a callback the publisher’s server has to ask for its conversions.
            </EmptyState>
          }
        />
      </section>
      {isNew && <NewReceiver app={app} onClose={() => setNew(false)} />}
    </div>
  )
}
