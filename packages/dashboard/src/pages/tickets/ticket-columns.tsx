import { Link } from '@tanstack/react-router'
import { formatSpan } from '../../format/format-time.ts'
import type { Column } from '../../parts/table/column.ts'
import { Moment, useNowSec } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { diagnosisWords, offerAndGoal, stateChips, type Ticket } from './ticket-words.ts'

export const ticketColumns: readonly Column<Ticket>[] = [
  {
    name: 'user',
    head: 'User',
    card: 'main',
    cell: ({ id, user_id: user, app, publisher, test }) => (
      <>
        <Link
          to="."
          search={(now: object) => ({ ...now, open: id })}
          resetScroll={false}
          className="row-link"
        >
          <bdi className="ticket-user">{user}</bdi>
        </Link>
        <span className="xs muted">
          <bdi>{app}</bdi> · <bdi>{publisher}</bdi>
          {test && ' · test'}
        </span>
      </>
    ),
  },
  {
    name: 'offer',
    head: 'Offer',
    cell: (ticket) => (
      <>
        <bdi>{offerAndGoal(ticket)}</bdi>
        <span className="xs muted desk">
          <bdi>{ticket.network}</bdi>
        </span>
      </>
    ),
  },
  { name: 'diagnosis', head: 'When they asked', cell: ({ diagnosis }) => diagnosisWords[diagnosis] },
  {
    name: 'payout',
    head: 'Payout, USD',
    isNumber: true,
    width: '110px',
    cell: ({ payout }) => <Money amount={payout} />,
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    width: '120px',
    cell: ({ state }) => <StatusChip status={stateChips[state]} />,
  },
  { name: 'at', head: 'Opened', sort: 'time', width: '120px', cell: ({ at }) => <Moment at={at} /> },
  { name: 'due', head: 'Answer due', width: '120px', cell: (ticket) => <Due ticket={ticket} /> },
]

/** How long there is left to answer, or for how long the promise of the wall has been broken. */
export function Due({
  ticket: { state, due_at: dueAt, answered_at: answeredAt },
}: {
  readonly ticket: Ticket
}) {
  const nowSec = useNowSec()
  if (state !== 'asking')
    return answeredAt === null ? (
      <span className="muted">by its conversion</span>
    ) : (
      <span className="muted">
        answered <Moment at={answeredAt} />
      </span>
    )
  const leftSec = dueAt - nowSec
  const span = formatSpan(Math.abs(leftSec))
  return leftSec < 0 ? <span className="neg">{span} late</span> : <span>in {span}</span>
}
