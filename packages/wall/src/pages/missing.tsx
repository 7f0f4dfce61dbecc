/** @jsxImportSource preact */
import { Foreign, Icon, Note, Picture, StoryRelay, WaitingScale } from '../parts/parts.tsx'
import type { MissingView, StoryView } from '../model.ts'
import { diagnosisSentence, lastWord, stateWord, storyTitle, whenOf } from '../story-words.ts'
import { shown, type Talk } from '../talk.ts'

export function MissingPage({ talk, page }: { talk: Talk; page: MissingView }) {
  const { stories, chosen } = page
  return (
    <div class={chosen ? 'split' : 'narrow'}>
      <section class="gap">
        <div>
          <h1 tabIndex={-1}>{talk.say('missTitle')}</h1>
          <p class="s others">{talk.say(stories.length === 0 ? 'none' : 'choose')}</p>
        </div>
        <div class="grid one others">
          {[...stories].sort(byTurn).map((story) => (
            <a
              key={story.key}
              class="box pick"
              href={talk.href('/wall/missing', { story: story.key })}
              aria-current={story.key === chosen?.key ? 'true' : undefined}
            >
              <Picture src={story.image} />
              <span>
                {story.step !== '' && (
                  <small class="cl" dir="auto">
                    <bdi>{shown(story.name)}</bdi> · {stepOf(talk, story)}
                  </small>
                )}
                <b class="cl" dir="auto">
                  {shown(story.step || story.name)}
                </b>
                <small>
                  {story.ticket?.state === 'needs_more' ? (
                    <span class="chip wa">{talk.say('yourTurn')}</span>
                  ) : (
                    stateWord(talk, story.state, story.code)
                  )}
                  {' · '}
                  {whenOf(talk, story)}
                </small>
              </span>
              <Icon name="next" flips />
            </a>
          ))}
        </div>
        <details class="box others">
          <summary>
            {talk.say('notListed')}
            <svg aria-hidden="true" class="dn">
              <use href="#dn" />
            </svg>
          </summary>
          <p class="s">{talk.say('never')}</p>
          <p class="apart">
            <a class="btn" href={talk.href('/wall')}>
              {talk.say('allOffers')}
            </a>
          </p>
        </details>
      </section>
      {chosen && <Diagnosis talk={talk} story={chosen} outcome={page.outcome} />}
    </div>
  )
}

const tones = {
  started: 'io',
  asked: 'io',
  pending: 'wa',
  credited: 'ok',
  reversed: '',
  rejected: '',
  ended: '',
} as const

function Diagnosis({
  talk,
  story,
  outcome,
}: {
  talk: Talk
  story: StoryView
  outcome: MissingView['outcome']
}) {
  const { usual, startedAt, code } = story
  const last = lastWord(talk, story)
  // Someone who should have acted has not.
  const isSilent = code === 'late' || code === 'failing' || code === 'unheard'
  return (
    <section class="gap" aria-live="polite" id="diagnosis" data-code={code}>
      <div class="row">
        <Picture src={story.image} />
        <div>
          <h2 dir="auto">
            <Foreign text={story.step || story.name} />
          </h2>
          <small>
            {story.step !== '' && (
              <>
                <Foreign text={story.name} /> · {stepOf(talk, story)} ·{' '}
              </>
            )}
            {talk.money(story.amount)}
          </small>
        </div>
        <a class="btn end change" href={talk.href('/wall/missing')}>
          {talk.say('change')}
        </a>
      </div>
      <Note
        tone={isSilent ? 'wa' : tones[story.state]}
        icon={story.state === 'credited' && !isSilent ? 'ok' : 'clock'}
        title={storyTitle(talk, story)}
      >
        <p>{diagnosisSentence(talk, story)}</p>
      </Note>
      <StoryRelay talk={talk} story={story} />
      {usual && startedAt !== null && story.state === 'started' && (
        <WaitingScale talk={talk} usual={usual} waitedSec={Math.max(60, talk.nowSec - startedAt)} />
      )}
      {story.reference && (
        <div class="box gap">
          <p class="s">
            {talk.say(story.state === 'ended' ? 'giveStart' : 'giveRef', { site: talk.frame.appName })}
          </p>
          <button class="btn" type="button" data-copy={story.reference}>
            <Icon name="copy" /> <span class="vis">{story.reference}</span>
          </button>
        </div>
      )}
      {story.ticket && <SentTicket talk={talk} story={story} />}
      {last !== undefined && <p class="s">{last}</p>}
      {(outcome === 'sent' || outcome === 'answered') && (
        <Note tone="ok" icon="ok" isAlert>
          <p>{talk.say(outcome)}</p>
        </Note>
      )}
      {(outcome === 'limit' || outcome === 'empty' || outcome === 'not_now') && (
        <Note tone="wa" icon="bang" isAlert>
          <p>{talk.say(outcome === 'not_now' ? 'notNow' : outcome)}</p>
        </Note>
      )}
      {story.ticket?.state === 'needs_more' && <ReplyForm talk={talk} story={story} />}
      {story.mayAsk && <Asking talk={talk} story={story} />}
    </section>
  )
}

const ticketWords = { asking: 'asking', needs_more: 'needsMore', credited: 'yes', refused: 'no' } as const

function SentTicket({ talk, story: { ticket } }: { talk: Talk; story: StoryView }) {
  if (ticket === null) return null
  return (
    <div class="box gap">
      <div class="row">
        <span class={`chip ${ticket.state === 'needs_more' ? 'wa' : 'io'}`}>
          <Icon name={ticket.state === 'needs_more' ? 'bang' : 'dot'} />
          {talk.say(ticketWords[ticket.state])}
        </span>
        <small class="end">{talk.say('ticket', { n: talk.number(ticket.id) })}</small>
      </div>
      {ticket.messages.map(({ by, text, at }) => (
        <div key={`${by} ${at}`} class={by === 'user' ? 'said io' : 'said'}>
          <small>
            {talk.say(by === 'user' ? 'you' : 'us')}, {talk.date(at)}
          </small>
          <p dir="auto" class="vis">
            {shown(text)}
          </p>
        </div>
      ))}
    </div>
  )
}

/** A ticket that waits for the user goes first. */
function byTurn(one: StoryView, other: StoryView): number {
  const isOwn = ({ ticket }: StoryView): number => (ticket?.state === 'needs_more' ? 0 : 1)
  return isOwn(one) - isOwn(other)
}

function stepOf(talk: Talk, { stepNumber, stepCount }: StoryView): string {
  return talk.say('stepOf', { n: talk.number(stepNumber), m: talk.number(stepCount) })
}

function ReplyForm({ talk, story }: { talk: Talk; story: StoryView }) {
  return (
    <form class="gap box" method="post" action={talk.href('/wall/missing', { story: story.key })} data-form>
      <div class="field">
        <label for="note">{talk.say('yourAnswer')}</label>
        <textarea
          class="in2"
          id="note"
          name="note"
          rows={4}
          maxLength={1000}
          required
          aria-describedby="nh"
        />
        <small id="nh">{talk.say('noteHelp')}</small>
      </div>
      <button class="btn go" type="submit">
        {talk.say('sendAnswer')}
      </button>
    </form>
  )
}

/** Open to all whose reward is late; behind its title where they have to say first that a step is done. */
function Asking({ talk, story }: { talk: Talk; story: StoryView }) {
  if (story.code !== 'young') return <TicketForm talk={talk} story={story} />
  return (
    <details class="box">
      <summary>
        {talk.say('ask')}
        <svg aria-hidden="true" class="dn">
          <use href="#dn" />
        </svg>
      </summary>
      <TicketForm talk={talk} story={story} />
    </details>
  )
}

function TicketForm({ talk, story }: { talk: Talk; story: StoryView }) {
  return (
    <form class="gap box" method="post" action={talk.href('/wall/missing', { story: story.key })} data-form>
      {story.code !== 'young' && <h2>{talk.say(story.ticket ? 'askAgain' : 'ask')}</h2>}
      <div class="field">
        <label for="note">{talk.say('note')}</label>
        <textarea
          class="in2"
          id="note"
          name="note"
          rows={4}
          maxLength={1000}
          required
          aria-describedby="nh"
        />
        <small id="nh">{talk.say('noteHelp')}</small>
      </div>
      <div class="field">
        <label for="receipt">{talk.say('receipt')}</label>
        <input class="in2" id="receipt" name="receipt" maxLength={100} autocomplete="off" />
      </div>
      <button class="btn go" type="submit">
        {talk.say('send')}
      </button>
    </form>
  )
}
