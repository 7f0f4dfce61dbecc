import { Modal } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useOperation } from '../../../api/use-operation.ts'
import { formatCount } from '../../../format/format-number.ts'
import { EmptyState } from '../../../parts/feedback/empty-state.tsx'
import type { Column } from '../../../parts/table/column.ts'
import { DataTable } from '../../../parts/table/data-table.tsx'
import { Money } from '../../../parts/value/money.tsx'
import { signalWords } from '../signal-words.ts'
import { type Band, bandNames, bandWords, type Learned, type Mover } from './learning.ts'

/** On whom the new weights would tell: from one band to another. Each number opens its users. */
export function MovesCard({ learned }: { readonly learned: Learned }) {
  const { moves } = learned
  const [cell, setCell] = useState<{ readonly from: Band; readonly to: Band }>()
  const usersOf = (from: Band, to: Band) =>
    moves.bands.find((one) => one.from === from && one.to === to)?.users ?? 0
  const sum = (counts: readonly number[]) => formatCount(counts.reduce((all, one) => all + one, 0))
  const stay = moves.users - moves.rising - moves.falling
  return (
    <section className="card" aria-label="On whom">
      <div className="card-head">
        <h2>On whom</h2>
        <span className="muted sm">
          {formatCount(moves.users)} users who earned within {moves.days} days
        </span>
      </div>
      <div className="card-body stack">
        <table className="learning-matrix">
          <thead>
            <tr>
              <th scope="col">Now ↓ Then →</th>
              {bandNames.map((band) => (
                <th key={band} scope="col">
                  {bandWords[band].word}
                </th>
              ))}
              <th scope="col">Now</th>
            </tr>
          </thead>
          <tbody>
            {bandNames.map((from, row) => (
              <tr key={from}>
                <th scope="row">
                  {bandWords[from].word}
                  <span className="muted sm">{bandWords[from].span}</span>
                </th>
                {bandNames.map((to, column) => (
                  <td key={to} data-moves={direction(column - row)}>
                    <Cell
                      users={usersOf(from, to)}
                      isStay={row === column}
                      onOpen={() => setCell({ from, to })}
                    />
                  </td>
                ))}
                <td className="num">{sum(bandNames.map((to) => usersOf(from, to)))}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">Then</th>
              {bandNames.map((to) => (
                <td key={to} className="num">
                  {sum(bandNames.map((from) => usersOf(from, to)))}
                </td>
              ))}
              <td className="num">{formatCount(moves.users)}</td>
            </tr>
          </tfoot>
        </table>
        <p className="muted sm">
          <b>{formatCount(moves.rising)}</b> rise, <b>{formatCount(moves.falling)}</b> fall,{' '}
          {formatCount(stay)} stay. Every number opens its users.
        </p>
      </div>
      {cell && <CellUsers version={learned.version} {...cell} onClose={() => setCell(undefined)} />}
    </section>
  )
}

function direction(distance: number): string | undefined {
  return distance === 0 ? undefined : distance > 0 ? 'up' : 'down'
}

function Cell({ users, isStay, onOpen }: { users: number; isStay: boolean; onOpen: () => void }) {
  if (users === 0) return <span className="faint">–</span>
  if (isStay) return <span className="num muted">{formatCount(users)}</span>
  return (
    <button type="button" className="learning-open num" onClick={onOpen}>
      {formatCount(users)}
    </button>
  )
}

function CellUsers(props: { version: string; from: Band; to: Band; onClose: () => void }) {
  const { version, from, to, onClose } = props
  const { data, error, refetch } = useOperation('listRiskMovers', {
    path: { version },
    query: { from, to, limit: '200' },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      size="xl"
      closeButtonProps={{ 'aria-label': 'Close' }}
      title={`From ${bandWords[from].word} to ${bandWords[to].word}`}
      lockScroll={false}
    >
      <MoversTable rows={data} error={error} onRetry={() => refetch()} />
    </Modal>
  )
}

/** The users who move most, each with the score before and after. */
export function Movers({ learned: { moves } }: { readonly learned: Learned }) {
  if (moves.movers.length === 0) return null
  return (
    <section className="card" aria-label="Users who move most">
      <div className="card-head">
        <h2>Users who move most</h2>
        <span className="muted sm">those who cross 85 first, then by money that waits</span>
      </div>
      <MoversTable rows={moves.movers} error={null} />
    </section>
  )
}

const columns: readonly Column<Mover>[] = [
  {
    name: 'user',
    head: 'User',
    card: 'main',
    cell: ({ app_id: appId, user_id: userId }) => (
      <Link className="row-link" to="/ops/users/$appId/$userId" params={{ appId, userId }}>
        <bdi>{userId}</bdi>
      </Link>
    ),
  },
  { name: 'app', head: 'App', cell: ({ app_name: name, app_id: id }) => <bdi>{name ?? id}</bdi> },
  {
    name: 'scores',
    head: 'Score before and after; line: 85',
    card: 'status',
    cell: ({ before, after }) => (
      <span className="learning-shift">
        <span className="num muted">{Math.round(before)}</span>
        <span className="learning-track">
          <i
            className={after > before ? 'is-up' : 'is-down'}
            style={{ left: `${Math.min(before, after)}%`, width: `${Math.abs(after - before)}%` }}
          />
        </span>
        <b className="num">{Math.round(after)}</b>
      </span>
    ),
  },
  {
    name: 'because',
    head: 'Because',
    cell: ({ because }) => (because === null ? <span className="faint">–</span> : signalWords(because)),
  },
  { name: 'held', head: 'Waits, USD', isNumber: true, cell: ({ held }) => <Money amount={held} /> },
  {
    name: 'decision',
    head: 'A person',
    card: 'none',
    cell: ({ decision }) =>
      decision === null ? (
        <span className="faint">–</span>
      ) : (
        <span className={`chip ${decision === 'refused' ? 'danger' : 'success'}`}>
          {decision === 'refused' ? 'Refused' : 'Confirmed'}
        </span>
      ),
  },
]

interface MoversTableProps {
  readonly rows: readonly Mover[] | undefined
  readonly error: unknown
  readonly onRetry?: () => void
}

function MoversTable({ rows, error, onRetry }: MoversTableProps) {
  return (
    <DataTable
      caption="Users who move"
      rows={rows}
      error={error}
      {...(onRetry ? { onRetry } : {})}
      columns={columns}
      keyOf={({ app_id: appId, user_id: userId }) => `${appId} ${userId}`}
      empty={
        <EmptyState icon="gauge" title="Nobody moves">
          They all stay in their band.
        </EmptyState>
      }
    />
  )
}
