/** @jsxImportSource preact */
import { Foreign, Icon, Note, Picture, StateChip, StoryRelay } from '../parts/parts.tsx'
import type { RewardState } from '@quoin/core/tickets/diagnose-reward.ts'
import type { ActivityView, StartView, StoryView } from '../model.ts'
import { stateWord, storySentence, whenOf } from '../story-words.ts'
import { shown, type Talk } from '../talk.ts'

/** Characters of a sum that fits a third of a phone in large type. */
const shortMax = 6

export function ActivityPage({ talk, page }: { talk: Talk; page: ActivityView }) {
  const states = Object.keys(page.counts) as RewardState[] // a count of each
  const all = Object.values(page.counts).reduce((sum, count) => sum + count, 0)
  const sums = (['started', 'pending', 'credited'] as const).map((state) => ({
    state,
    amount: talk.amount(page.sums[state]),
  }))
  const isLong = sums.some(({ amount }) => amount.length > shortMax)
  return (
    <div class="narrow gap">
      <h1 tabIndex={-1}>{talk.say('myActivity')}</h1>
      {page.stories
        .filter(({ ticket }) => ticket?.state === 'needs_more')
        .map((story) => (
          <Note key={story.key} tone="wa" icon="bang" title={talk.say('needsMore')}>
            <p dir="auto">{shown(story.step === '' ? story.name : `${story.name} › ${story.step}`)}</p>
            <p class="apart">
              <a class="btn" href={talk.href('/wall/missing', { story: story.key })}>
                {talk.say('yourAnswer')}
              </a>
            </p>
          </Note>
        ))}
      <dl class="box tri">
        {sums.map(({ state, amount }) => (
          <div key={state}>
            <dt>{talk.say(state)}</dt>
            <dd class={isLong ? 'sum long' : 'sum'}>
              <span dir="ltr">{amount}</span>
            </dd>
            <dd class="s">{talk.number(page.counts[state])}</dd>
          </div>
        ))}
      </dl>
      {talk.frame.balance !== null && <p class="s">{talk.say('sumsOf', { site: talk.frame.appName })}</p>}
      <nav class="cats flat" aria-label={talk.say('activity')}>
        {[null, ...states.filter((state) => page.counts[state] > 0)].map((state) => (
          <a
            key={state ?? ''}
            href={talk.href('/wall/activity', { state })}
            aria-current={state === page.filter ? 'true' : undefined}
          >
            <span>
              {state === null ? talk.say('all') : stateWord(talk, state)}{' '}
              <i>{talk.number(state === null ? all : page.counts[state])}</i>
            </span>
          </a>
        ))}
      </nav>
      {page.stories.length === 0 ? (
        <section class="empty">
          <Icon name="act" />
          <p>{talk.say('none')}</p>
          <a class="btn" href={talk.href('/wall')}>
            {talk.say('allOffers')}
          </a>
        </section>
      ) : (
        <div class="grid one">
          {byStart(page.stories).map(([start, stories]) => (
            <StartOf key={start} talk={talk} stories={stories} start={page.starts[start]} />
          ))}
        </div>
      )}
    </div>
  )
}

/** In the order of the newest of each. */
function byStart(stories: readonly StoryView[]): [start: string, own: StoryView[]][] {
  const known = new Map<string, StoryView[]>()
  for (const story of stories) known.set(story.start, [...(known.get(story.start) ?? []), story])
  return [...known]
}

interface StartOfProps {
  readonly talk: Talk
  readonly stories: readonly StoryView[]
  readonly start: StartView | undefined
}

/** One start: its steps below its name, or itself where it has none. */
function StartOf({ talk, stories, start }: StartOfProps) {
  const [first] = stories
  if (first === undefined) return null
  if (start === undefined) return <Story talk={talk} story={first} />
  const { name, image, stepCount, startedAt } = first
  const progress = talk.say('of', { n: talk.number(start.done), m: talk.number(stepCount) })
  return (
    <section class="box steps">
      <header class="me row">
        <Picture src={image} />
        <div>
          <h2 class="cl" dir="auto">
            <Foreign text={name} />
          </h2>
          <small>
            {startedAt !== null && `${talk.say('since', { date: talk.day(startedAt) })} · `}
            {progress}
          </small>
        </div>
        <span class="end amount" dir="ltr">
          <b>{talk.amount(start.earned)}</b>
          <small>/ {talk.amount(start.total)}</small>
        </span>
      </header>
      <progress max={stepCount} value={start.done} aria-label={talk.say('steps')} aria-valuetext={progress} />
      {[...stories]
        .sort((one, other) => one.stepNumber - other.stepNumber)
        .map((story) => (
          <Story key={story.key} talk={talk} story={story} />
        ))}
    </section>
  )
}

function Story({ talk, story }: { talk: Talk; story: StoryView }) {
  const { stepCount, stepNumber, state, name, step, ticket } = story
  const isStep = stepCount > 0
  return (
    <details class={isStep ? 'it' : 'it box'} name="story">
      <summary>
        {isStep ? (
          <span class={`stone ${state}`} aria-hidden="true">
            {state === 'credited' ? <Icon name="ok" /> : stepNumber}
          </span>
        ) : (
          <Picture src={story.image} />
        )}
        {isStep ? (
          <h3 class="cl" dir="auto">
            <Foreign text={step} />
          </h3>
        ) : (
          <h2 class="cl" dir="auto">
            <Foreign text={name} />
          </h2>
        )}
        <StoryAmount talk={talk} story={story} />
        <span class="row wrap">
          {ticket?.state === 'needs_more' ? (
            <span class="chip wa">
              <Icon name="bang" />
              {talk.say('yourTurn')}
            </span>
          ) : (
            <StateChip talk={talk} story={story} />
          )}
          <small>{whenOf(talk, story)}</small>
        </span>
        <small class="nx">{storySentence(talk, story)}</small>
      </summary>
      <div class="story gap">
        <StoryRelay talk={talk} story={story} />
        <a class="btn" href={talk.href('/wall/missing', { story: story.key })}>
          {talk.say('missing')}
        </a>
      </div>
    </details>
  )
}

/** An amount that has come or is coming has a plus, one taken back a minus; one that only may come stands plain. */
function StoryAmount({ talk, story: { state, amount } }: { talk: Talk; story: StoryView }) {
  const isLost = state === 'rejected' || state === 'ended'
  const sign = state === 'reversed' ? '−' : state === 'credited' || state === 'pending' ? '+' : ''
  return (
    <span class={isLost ? 'end no' : 'end'} dir="ltr">
      {sign}
      {talk.amount(amount)}
    </span>
  )
}
