import { Button, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../../api/operation-types.ts'
import { placeOf, useHere } from '../../../frame/publisher/use-here.ts'
import { useManaged } from '../../../frame/publisher/use-managed.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import { PageHeader } from '../../../parts/layout/page-header.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Icon } from '../../../parts/value/icon.tsx'
import { Moment } from '../../../parts/value/moment.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { StatusChip } from '../../../parts/value/status-chip.tsx'
import { listWords } from '../../users/told-user.ts'
import '../../users/user-page.css'

type RecentUser = RowOf<'listMyUsers'>

/** Users who were active lately, and anybody by their id. */
export function UsersPage() {
  const here = useHere()
  const { data, error, refetch, isPlaceholderData } = useManaged('listMyUsers')
  const linkOf = (userId: string) => placeOf(here, `users/${encodeURIComponent(userId)}`, here.appId)
  const columns: readonly Column<RecentUser>[] = [
    {
      name: 'user',
      head: 'User',
      card: 'main',
      cell: ({ user_id }) => (
        <Link to={linkOf(user_id)} className="row-link">
          <bdi>{user_id}</bdi>
        </Link>
      ),
    },
    {
      name: 'list',
      head: 'List',
      card: 'status',
      cell: ({ list }) => list !== null && <StatusChip status={listWords[list]} />,
    },
    { name: 'conversions', head: 'Conversions', isNumber: true, cell: ({ conversions }) => conversions },
    { name: 'reversed', head: 'Taken back', isNumber: true, cell: ({ reversed }) => reversed },
    { name: 'earned', head: 'Earned, USD', isNumber: true, cell: ({ earned }) => <Money amount={earned} /> },
    { name: 'seen', head: 'Last seen', cell: ({ last_seen_at }) => <Moment at={last_seen_at} /> },
  ]
  return (
    <>
      <PageHeader title="Users">
        These users clicked or completed something lately, newest first. You find all others by their id.
      </PageHeader>
      <FindUser linkOf={linkOf} />
      <section className="card">
        <DataTable
          caption="Users"
          columns={columns}
          rows={data}
          keyOf={({ user_id }) => user_id}
          error={error}
          onRetry={() => refetch()}
          isRefreshing={isPlaceholderData}
          empty={
            <EmptyState
              icon="team"
              title="No user yet"
              action={<Link to={placeOf(here, 'start', here.appId)}>Start</Link>}
            >
              Users appear here with their first click.
            </EmptyState>
          }
        />
      </section>
    </>
  )
}

function FindUser({ linkOf }: { readonly linkOf: (userId: string) => string }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  return (
    <form
      className="row find-user"
      onSubmit={(event) => {
        event.preventDefault()
        if (text !== '') void navigate({ to: linkOf(text), search: (before: object) => before })
      }}
    >
      <TextInput
        aria-label="User id"
        placeholder="The id that your server gives a user"
        leftSection={<Icon name="search" />}
        value={text}
        maxLength={255}
        onChange={(event) => setText(event.currentTarget.value)}
        className="grow"
        maw={420}
      />
      <Button type="submit" disabled={text === ''}>
        Find
      </Button>
    </form>
  )
}
