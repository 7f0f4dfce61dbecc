import { unturnedText } from '@quoin/core/unturned-text.ts'
import { Link } from '@tanstack/react-router'
import type { Column } from '../../parts/table/column.ts'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { ShortId } from '../../parts/value/short-id.tsx'
import { StatusChip, StatusOf } from '../../parts/value/status-chip.tsx'
import { stateWord, tellReason } from '../overview/live-words.ts'
import type { LinkOf, UserStory } from './told-user.ts'

interface ClickLinkProps {
  readonly id: string | null
  readonly text: string | null
  readonly linkOf: LinkOf
}

function ClickLink({ id, text, linkOf }: ClickLinkProps) {
  const name = <bdi>{text ?? 'Removed offer'}</bdi>
  return id === null ? (
    name
  ) : (
    <Link to={linkOf(id)} className="row-link">
      {name}
    </Link>
  )
}

export const clickColumns = (linkOf: LinkOf): readonly Column<UserStory['clicks'][number]>[] => [
  {
    name: 'offer',
    head: 'Offer',
    card: 'main',
    cell: ({ click_id, offer }) => <ClickLink id={click_id} text={offer} linkOf={linkOf} />,
  },
  { name: 'at', head: 'Time', cell: ({ at }) => <Moment at={at} /> },
  {
    name: 'country',
    head: 'From',
    cell: ({ country, platform }) => (
      <span className="user-from">
        {country}, {platform === 'ios' ? 'iOS' : platform}
      </span>
    ),
  },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    cell: (click) => (
      <span className="row">
        <StatusChip status={stateWord(click.state)} />
        <span className="faint xs desk">{tellReason(click)}</span>
      </span>
    ),
  },
  {
    name: 'id',
    head: 'Click',
    card: 'none',
    cell: ({ click_id }) => <ShortId id={click_id} name="click id" />,
  },
]

export const conversionColumns = (linkOf: LinkOf): readonly Column<UserStory['conversions'][number]>[] => [
  {
    name: 'offer',
    head: 'Offer',
    card: 'main',
    cell: ({ click_id, offer, goal }) => (
      <ClickLink
        id={click_id}
        text={goal === '' ? offer : `${unturnedText(offer ?? '')} › ${goal}`}
        linkOf={linkOf}
      />
    ),
  },
  { name: 'at', head: 'Time', cell: ({ at }) => <Moment at={at} /> },
  { name: 'payout', head: 'Payout, USD', isNumber: true, cell: ({ payout }) => <Money amount={payout} /> },
  { name: 'reward', head: 'Reward', isNumber: true, cell: ({ reward }) => reward },
  {
    name: 'status',
    head: 'State',
    card: 'status',
    cell: (one) => (
      <span className="row">
        <StatusOf word={one.status === 'pending' && one.reason !== null ? 'held' : one.status} />
        <span className="faint xs desk">{tellReason({ reason: one.reason, state: one.status })}</span>
      </span>
    ),
  },
]

const callbackWords: Readonly<Record<string, string>> = {
  pending: 'retrying',
  delivered: 'delivered',
  dead: 'failed',
  stopped: 'failed',
  flagged: 'failed',
  cancelled: 'revoked',
}

export const callbackColumns: readonly Column<UserStory['callbacks'][number]>[] = [
  { name: 'endpoint', head: 'Endpoint', card: 'main', cell: ({ endpoint }) => <bdi>{endpoint}</bdi> },
  { name: 'event', head: 'Event', cell: ({ event }) => event.replace(/^conversion\./, '') },
  { name: 'attempts', head: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { name: 'ended', head: 'Ended', cell: ({ ended_at }) => <Moment at={ended_at} /> },
  {
    name: 'state',
    head: 'State',
    card: 'status',
    cell: ({ state, attempts }) => (
      <StatusOf word={state === 'pending' && attempts === 0 ? 'queued' : (callbackWords[state] ?? state)} />
    ),
  },
]
