import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { RowOf } from '../../api/operation-types.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import type { Column } from '../../parts/table/column.ts'
import { DataTable } from '../../parts/table/data-table.tsx'
import { Icon, type IconName } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { StatusChip } from '../../parts/value/status-chip.tsx'
import { stateWord, tellReason } from './live-words.ts'
import { useLive } from './use-live.ts'

type LiveEvent = RowOf<'listLive'>

const kinds: Readonly<Record<LiveEvent['kind'], readonly [IconName, string]>> = {
  click: ['click', 'Click'],
  postback: ['network', 'Postback'],
  callback: ['callback', 'Callback'],
}

const columns: readonly Column<LiveEvent>[] = [
  {
    name: 'at',
    head: 'Time',
    width: '84px',
    cell: ({ at }) => (
      <span className="muted">
        <Moment at={at} as="clock" />
      </span>
    ),
  },
  {
    name: 'kind',
    head: 'What',
    card: 'none',
    cell: ({ kind }) => (
      <span className="live-kind">
        <Icon name={kinds[kind][0]} />
        {kinds[kind][1]}
      </span>
    ),
  },
  { name: 'user', head: 'User', cell: ({ user_id }) => <bdi className="live-user">{user_id ?? '–'}</bdi> },
  {
    name: 'offer',
    head: 'Offer',
    card: 'main',
    cell: ({ offer, click_id, network }) =>
      click_id === null ? (
        <span>{offer ?? network ?? 'Unknown'}</span>
      ) : (
        <Link to={`/t/${click_id}`} className="row-link">
          <bdi>{offer ?? 'Unknown offer'}</bdi>
        </Link>
      ),
  },
  { name: 'app', head: 'App', card: 'none', cell: ({ app }) => <bdi>{app ?? '–'}</bdi> },
  { name: 'network', head: 'Network', card: 'none', cell: ({ network }) => <bdi>{network ?? '–'}</bdi> },
  {
    name: 'revenue',
    head: 'Revenue, USD',
    isNumber: true,
    cell: ({ revenue, kind }) => (kind === 'click' ? '' : <Money amount={revenue} />),
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    cell: (event) => (
      <span className="live-state">
        <StatusChip status={stateWord(event.state)} />
        <span className="faint xs desk">{tellReason(event)}</span>
      </span>
    ),
  },
]

const shownMax = 14

/** The newest events. New ones wait behind a button, so that nothing moves under the reader's hand. */
export function LiveFeed() {
  const [isPaused, setPaused] = useState(false)
  const { shown, waiting, show, error, onRetry, isOpen } = useLive(isPaused)
  return (
    <section className="card live" aria-labelledby="live">
      <div className="card-head">
        <h2 id="live">Live</h2>
        {waiting > 0 && (
          <button type="button" className="live-new" onClick={show}>
            <Icon name="up" size={12} />
            {waiting} new
          </button>
        )}
        <span className="grow" />
        <span className={isOpen && !isPaused ? 'live-note is-open desk' : 'live-note desk'}>
          {isPaused ? 'Paused' : isOpen ? 'At most one update a second' : 'Connecting…'}
        </span>
        <Button
          variant="subtle"
          color="gray"
          size="xs"
          leftSection={<Icon name={isPaused ? 'play' : 'pause'} />}
          onClick={() => setPaused(!isPaused)}
        >
          {isPaused ? 'Go on' : 'Pause'}
        </Button>
      </div>
      <DataTable
        caption="What happened last"
        columns={columns}
        rows={shown?.slice(0, shownMax)}
        error={error}
        onRetry={onRetry}
        keyOf={({ key }) => key}
        empty={
          <EmptyState icon="clock" title="Nothing has happened in the last day">
            Clicks, postbacks and callbacks appear here the moment they come.
          </EmptyState>
        }
      />
    </section>
  )
}
