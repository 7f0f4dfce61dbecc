/** @jsxImportSource preact */
import { Foreign, Icon, Picture, StateChip, StoryRelay } from '../parts/parts.tsx'
import { type ActivityView, storyStates, type StoryView } from '../model.ts'
import { storySentence } from '../story-words.ts'
import type { Talk } from '../talk.ts'

/** Characters of a sum that fits a third of a phone in large type. */
const shortMax = 6

export function ActivityPage({ talk, page }: { talk: Talk; page: ActivityView }) {
  const all = Object.values(page.counts).reduce((sum, count) => sum + count, 0)
  const shown = (['started', 'pending', 'credited'] as const).map((state) => ({
    state,
    amount: talk.amount(page.sums[state]),
  }))
  const isLong = shown.some(({ amount }) => amount.length > shortMax)
  return (
    <div class="narrow gap">
      <h1 tabIndex={-1}>{talk.say('myActivity')}</h1>
      <dl class="box tri">
        {shown.map(({ state, amount }) => (
          <div key={state}>
            <dt>{talk.say(state)}</dt>
            <dd class={isLong ? 'sum long' : 'sum'} dir="ltr">
              {amount}
            </dd>
            <dd class="s">{talk.number(page.counts[state])}</dd>
          </div>
        ))}
      </dl>
      <nav class="cats flat" aria-label={talk.say('activity')}>
        {[null, ...storyStates.filter((state) => page.counts[state] > 0)].map((state) => (
          <a
            key={state ?? ''}
            href={talk.href('/wall/activity', { state })}
            aria-current={state === page.filter ? 'true' : undefined}
          >
            <span>
              {talk.say(state ?? 'all')} <i>{talk.number(state === null ? all : page.counts[state])}</i>
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
          {page.stories.map((story) => (
            <Story key={story.key} talk={talk} story={story} />
          ))}
        </div>
      )}
    </div>
  )
}

function Story({ talk, story }: { talk: Talk; story: StoryView }) {
  return (
    <details class="it box" name="story">
      <summary>
        <Picture src={story.image} />
        <h2 class="cl" dir="auto">
          <Foreign text={story.step === '' ? story.name : `${story.name} › ${story.step}`} />
        </h2>
        <StoryAmount talk={talk} story={story} />
        <span class="row">
          <StateChip talk={talk} state={story.state} />
          <small>{talk.date(story.at)}</small>
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
