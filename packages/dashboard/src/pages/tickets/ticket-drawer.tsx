import { unturnedText } from '@quoin/core/unturned-text.ts'
import { ActionIcon, Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useOperation } from '../../api/use-operation.ts'
import { areLetterKeysOn } from '../../frame/letter-keys.tsx'
import { useMayAct } from '../../frame/use-session.ts'
import { EmptyState } from '../../parts/feedback/empty-state.tsx'
import { Failure } from '../../parts/feedback/failure.tsx'
import { Loading } from '../../parts/feedback/loading.tsx'
import { Drawer } from '../../parts/layout/drawer.tsx'
import { Icon } from '../../parts/value/icon.tsx'
import { Moment } from '../../parts/value/moment.tsx'
import { Money } from '../../parts/value/money.tsx'
import { StatusChip, StatusOf } from '../../parts/value/status-chip.tsx'
import { AnswerForm } from './answer-form.tsx'
import { Due } from './ticket-columns.tsx'
import { diagnosisWords, offerAndGoal, stateChips, type Ticket } from './ticket-words.ts'

interface TicketDrawerProps {
  readonly ticketId: string
  /** The list that it was opened from: J and K go along it. */
  readonly tickets: readonly Ticket[]
  readonly onOpen: (ticketId: string | undefined) => void
}

/** One ticket: the user's words, where the reward is now, and the answer. */
export function TicketDrawer({ ticketId, tickets, onOpen }: TicketDrawerProps) {
  const place = tickets.findIndex(({ id }) => id === ticketId)
  // One that the filters leave out, by its link.
  const single = useOperation('listTickets', { query: { ticket: ticketId } }, { isOff: place >= 0 })
  const ticket = tickets[place] ?? single.data?.[0]
  const [before, next] = place < 0 ? [] : [tickets[place - 1]?.id, tickets[place + 1]?.id]
  useSteps({ j: next, k: before }, onOpen)
  const close = () => onOpen(undefined)
  return (
    <Drawer
      title={ticket === undefined ? 'Ticket' : `Ticket ${ticket.id}`}
      onClose={close}
      footer={
        <>
          <ActionIcon aria-label="The ticket before" disabled={!before} onClick={() => onOpen(before)}>
            <Icon name="up" />
          </ActionIcon>
          <ActionIcon aria-label="The next ticket" disabled={!next} onClick={() => onOpen(next)}>
            <Icon name="fall" />
          </ActionIcon>
        </>
      }
    >
      {ticket === undefined && single.error !== null && (
        <Failure
          what="The ticket could not be loaded"
          error={single.error}
          onRetry={() => single.refetch()}
        />
      )}
      {ticket === undefined && single.error === null && single.data === undefined && <Loading />}
      {ticket === undefined && single.data?.length === 0 && (
        <EmptyState icon="question" title="There is no such ticket">
          The ticket may have been erased with its user.
        </EmptyState>
      )}
      {ticket && <TicketBody key={ticket.id} ticket={ticket} onAnswered={() => onOpen(next ?? before)} />}
    </Drawer>
  )
}

function useSteps(
  keys: Readonly<Record<string, string | undefined>>,
  onOpen: (ticketId: string) => void,
): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isWriting =
        event.target instanceof Element && event.target.closest('textarea, input:not([type=radio])')
      if (isWriting || event.ctrlKey || event.metaKey || event.altKey || !areLetterKeysOn()) return
      const to = keys[event.key.toLowerCase()]
      if (to !== undefined) onOpen(to)
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  })
}

interface TicketBodyProps {
  readonly ticket: Ticket
  readonly onAnswered: () => void
}

function TicketBody({ ticket, onAnswered }: TicketBodyProps) {
  const mayAnswer = useMayAct('reviewer')
  const { state, note, receipt, messages } = ticket
  const isOver = state === 'credited' || state === 'refused'
  return (
    <div className="stack">
      <TicketFacts ticket={ticket} />
      <section>
        <h3>The user’s words</h3>
        <blockquote className="ticket-note" dir="auto">
          {note}
        </blockquote>
        {receipt !== '' && (
          <p className="sm">
            Receipt: <bdi className="mono">{receipt}</bdi>
          </p>
        )}
      </section>
      <Standing ticket={ticket} />
      {messages.map(({ by, text, at }) => (
        <section key={`${by} ${at}`}>
          <h3>
            {by === 'user' ? 'The user answered' : 'Your side'} <Moment at={at} />
          </h3>
          <blockquote className="ticket-note" dir="auto">
            {text}
          </blockquote>
        </section>
      ))}
      {mayAnswer && !isOver && <AnswerForm ticket={ticket} onAnswered={onAnswered} />}
    </div>
  )
}

function TicketFacts({ ticket }: { readonly ticket: Ticket }) {
  const { user_id: user, app, app_id: appId, publisher, offer_id: offerId, network, state } = ticket
  const { payout, payout_local: reward, currency, diagnosis, test } = ticket
  const facts = [
    ['State', <StatusChip key="" status={stateChips[state]} />],
    ['Answer due', <Due key="" ticket={ticket} />],
    [
      'User',
      <Link key="" to={`/ops/users/${appId}/${encodeURIComponent(user)}`}>
        <bdi>{user}</bdi>
      </Link>,
    ],
    ['App', `${unturnedText(app)} · ${unturnedText(publisher)}${test ? ' · test' : ''}`],
    [
      'Offer',
      <Link key="" to={`/ops/offers/${offerId}`}>
        <bdi>{offerAndGoal(ticket)}</bdi>
      </Link>,
    ],
    ['Network', network],
    [
      'At stake',
      <span key="">
        <Money amount={payout} currency="USD" precision="detail" />
        {reward !== null && (
          <span className="muted">
            {' '}
            · <Money amount={reward} precision="detail" /> {currency}
          </span>
        )}
      </span>,
    ],
    ['When they asked', diagnosisWords[diagnosis]],
  ] as const
  return (
    <dl className="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Where the reward is now, by the story of its click. */
function Standing({ ticket: { click_id: clickId } }: { readonly ticket: Ticket }) {
  const { data: story, error, refetch } = useOperation('getClickStory', { path: { clickId } })
  const claim = story?.conversions.find(({ is_in_review }) => is_in_review)
  return (
    <section className="ticket-now">
      <h3>Now</h3>
      {error && !story && (
        <Failure what="The steps of the click could not be loaded" error={error} onRetry={() => refetch()} />
      )}
      {!story && !error && <Loading what="the story of the click" />}
      {story && (
        <>
          <p>
            <StatusOf word={story.verdict.state} /> <strong>{story.verdict.sentence}</strong>
          </p>
          {story.verdict.detail && <p className="sm muted">{story.verdict.detail}</p>}
          {story.verdict.remedy !== null && <p className="sm">What would pay it: {story.verdict.remedy}</p>}
        </>
      )}
      <div className="row">
        <Button component={Link} to={`/t/${clickId}`} size="xs">
          Every step
        </Button>
        {claim && (
          <Button component={Link} to={`/ops/review/${claim.id}`} size="xs">
            Decide its claim
          </Button>
        )}
      </div>
    </section>
  )
}
