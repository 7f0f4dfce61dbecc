import { Checkbox } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '@tanstack/react-router'
import type { RowOf } from '../../api/operation-types.ts'
import type { Column } from '../../parts/table/column.ts'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { StatusOf } from '../../parts/value/status-chip.tsx'

export type DecidedRow = RowOf<'listConversions'>
export type Chosen = ReadonlyMap<string, DecidedRow>

/** A decision about so many at most at once. */
const chosenMax = 1_000

/** A box before each conversion that is open to a decision. */
export function choiceColumn(
  chosen: Chosen,
  onChange: (chosen: Chosen) => void,
  head: ReactNode,
): Column<DecidedRow> {
  const toggle = (row: DecidedRow) => {
    const next = new Map(chosen)
    if (!next.delete(row.id) && next.size < chosenMax) next.set(row.id, row)
    onChange(next)
  }
  return {
    name: 'choice',
    head,
    card: 'fact',
    width: '40px',
    cell: (row) => (
      <Checkbox
        className="above-row"
        aria-label={`Choose the conversion of ${row.user_id}`}
        checked={chosen.has(row.id)}
        disabled={row.decisions.length === 0}
        onChange={() => toggle(row)}
      />
    ),
  }
}

interface ChooseAllProps {
  readonly rows: readonly DecidedRow[]
  readonly chosen: Chosen
  readonly onChange: (chosen: Chosen) => void
  /** Beside the box, where no column says what it is. */
  readonly label?: string
}

/** A box for all that are shown and open to a decision. */
export function ChooseAll({ rows, chosen, onChange, label }: ChooseAllProps) {
  const open = rows.filter(({ decisions }) => decisions.length > 0).slice(0, chosenMax)
  const isAll = open.length > 0 && open.every(({ id }) => chosen.has(id))
  return (
    <Checkbox
      {...(label === undefined ? { 'aria-label': 'Choose all that are shown' } : { label })}
      checked={isAll}
      indeterminate={!isAll && chosen.size > 0}
      disabled={open.length === 0}
      onChange={() => onChange(isAll ? new Map() : new Map(open.map((row) => [row.id, row])))}
    />
  )
}

export const decidedColumns: readonly Column<DecidedRow>[] = [
  {
    name: 'user',
    head: 'User',
    card: 'main',
    cell: ({ user_id: user, app_id: app, click_id: click }) => (
      <Link
        to={click === null ? `/ops/users/${app}/${encodeURIComponent(user)}` : `/t/${click}`}
        className="row-link"
      >
        <bdi className="decided-user">{user}</bdi>
      </Link>
    ),
  },
  {
    name: 'offer',
    head: 'Offer',
    cell: ({ offer, goal, app }) => (
      <>
        <bdi>{offer ?? 'Removed'}</bdi>
        {goal !== '' && (
          <span className="faint">
            {' › '}
            <bdi>{goal}</bdi>
          </span>
        )}
        <span className="xs muted decided-app">
          <bdi>{app ?? '–'}</bdi>
        </span>
      </>
    ),
  },
  {
    name: 'status',
    head: 'State',
    card: 'status',
    width: '120px',
    cell: ({ status, decisions }) => <StatusOf word={decisions.includes('confirm') ? 'held' : status} />,
  },
  {
    name: 'why',
    head: 'Why',
    card: 'none',
    cell: ({ reason }) => <span className="sm muted">{reasonWords[reason ?? ''] ?? '–'}</span>,
  },
  {
    name: 'payout',
    head: 'Payout, USD',
    isNumber: true,
    width: '120px',
    cell: ({ payout }) => <Money amount={payout} precision="detail" />,
  },
  { name: 'at', head: 'First known', width: '120px', cell: ({ at }) => <Moment at={at} /> },
]

const reasonWords: Readonly<Record<string, string>> = {
  claim: 'Claimed by its publisher',
  window: 'Reported late',
  deadline: 'After its deadline',
  repeat: 'Earned before',
  transaction: 'Transaction known from elsewhere',
  bot: 'Clicked by a program',
  fallback: 'Led to the fallback',
  listed: 'On a list',
  risk: 'Its risk',
  margin: 'Would lose money',
  hold: 'The days of its offer',
  cap: 'A cap was used up',
  refused: 'A person refused it',
  withheld: 'A person took it back; the network stands by it',
  expired: 'Not decided in time',
}
