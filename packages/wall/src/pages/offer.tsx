/** @jsxImportSource preact */
import { costText } from '../parts/card.tsx'
import { Icon, Picture, Promotion, Relay } from '../parts/parts.tsx'
import type { OfferView, StepView } from '../model.ts'
import { shown, type Talk } from '../talk.ts'

export function OfferPage({ talk, page }: { talk: Talk; page: OfferView }) {
  const { offer } = page
  const steps = page.steps.filter(({ isRepeatable }) => !isRepeatable)
  const bonus = page.steps.filter(({ isRepeatable }) => isRepeatable)
  return (
    <>
      <div class="row obar">
        <a class="btn ib" href={talk.href('/wall')} aria-label={talk.say('allOffers')} data-close>
          <Icon name="back" flips />
        </a>
        <a class="pub" href={talk.href('/wall')} data-close>
          {talk.say('allOffers')}
        </a>
        {page.startedAt !== null && (
          <span class="end chip io">
            <Icon name="dot" />
            {talk.say('inProgress')}
          </span>
        )}
      </div>
      <article class="gap">
        <header class="hero">
          <Picture src={offer.image} isEager />
          <div>
            <h1 id="h" dir="auto" class="vis" tabIndex={-1}>
              {shown(offer.name)}
            </h1>
            {offer.host && (
              <p class="s">
                <bdi>{shown(offer.host)}</bdi>
              </p>
            )}
          </div>
        </header>
        <p>
          {steps.length > 1 && <span class="s">{talk.say('upTo')} </span>}
          {offer.usualAmount && (
            <s class="s" dir="ltr">
              {talk.amount(offer.usualAmount)}
            </s>
          )}{' '}
          <b class="big" dir="ltr">
            {talk.amount(offer.amount)}
          </b>{' '}
          <b class="cu">
            <bdi>{shown(talk.frame.currency.many)}</bdi>
          </b>{' '}
          {steps.length > 1 && <span class="s">{talk.count('stepCount', steps.length)}</span>}
        </p>
        <Promotion talk={talk} promotion={page.promotion} />
        {page.startedAt !== null && steps.length > 0 && <Progress talk={talk} page={page} />}
        {page.state === 'other_device' && <OtherDevice talk={talk} page={page} />}
        <Facts talk={talk} page={page} />
        {steps.length > 0 && (
          <section>
            <h2>{talk.say('steps')}</h2>
            <Ladder talk={talk} steps={steps} />
            {bonus.length > 0 && <p class="s bonus">{talk.say('bonus')}</p>}
            <Ladder talk={talk} steps={bonus} isBonus />
          </section>
        )}
        <Conditions talk={talk} page={page} />
        <Tracking talk={talk} />
        <Start talk={talk} page={page} />
      </article>
    </>
  )
}

function Progress({ talk, page: { offer } }: { talk: Talk; page: OfferView }) {
  const text = talk.say('of', { n: talk.number(offer.stepsDone), m: talk.number(offer.steps) })
  return (
    <div>
      <progress
        max={offer.steps}
        value={offer.stepsDone}
        aria-label={talk.say('steps')}
        aria-valuetext={text}
      />
      <p class="s">{text}</p>
    </div>
  )
}

function Facts({ talk, page: { offer, endsAt } }: { talk: Talk; page: OfferView }) {
  const { usual, cost, minutes } = offer
  if (usual === null && endsAt === null && cost === null && minutes === null) return null
  return (
    <dl class="box tri">
      {minutes !== null && (
        <div>
          <dt>{talk.say('takes')}</dt>
          <dd>{talk.duration(minutes * 60)}</dd>
        </div>
      )}
      {usual && (
        <div>
          <dt>{talk.say('arrives')}</dt>
          <dd>{talk.say('about', { time: talk.duration(usual.halfSec) })}</dd>
          <dd class="s">{talk.say('nineOfTen', { time: talk.duration(usual.mostSec) })}</dd>
        </div>
      )}
      {cost !== null && (
        <div>
          <dt>{talk.say('costs')}</dt>
          <dd>{costText(talk, cost)}</dd>
        </div>
      )}
      {endsAt !== null && (
        <div>
          <dt>{talk.say('until')}</dt>
          <dd>{talk.date(endsAt)}</dd>
        </div>
      )}
    </dl>
  )
}

const stepClass = {
  completed: 'done',
  started: 'now',
  pending: 'now',
  not_started: '',
  expired: '',
  reversed: '',
} as const
const stepWord = {
  completed: 'credited',
  started: 'inProgress',
  pending: 'pending',
  expired: 'ended',
  reversed: 'reversed',
} as const
const stepTone = { completed: 'ok', started: 'io', pending: 'wa', expired: '', reversed: 'da' } as const

function Ladder({
  talk,
  steps,
  isBonus = false,
}: {
  talk: Talk
  steps: readonly StepView[]
  isBonus?: boolean
}) {
  // One step is the next; those after it wait.
  const next = steps.find(({ state }) => state === 'started')
  const isLater = (step: StepView): boolean => step.state === 'started' && step !== next
  return (
    <ol class="ladder">
      {steps.map((step, index) => (
        <li key={step.goal} class={isBonus ? 'plus' : isLater(step) ? '' : stepClass[step.state]}>
          <span class="stone" aria-hidden="true">
            {isBonus ? '+' : step.state === 'completed' ? <Icon name="ok" /> : index + 1}
          </span>
          <div>
            <h3 dir="auto">{shown(step.name)}</h3>
            {step.state !== 'not_started' && !isLater(step) && (
              <span class={`chip ${stepTone[step.state]}`}>{talk.say(stepWord[step.state])}</span>
            )}
            <Deadline talk={talk} step={step} />
          </div>
          <span class="end" dir="ltr">
            +{talk.amount(step.amount)}
          </span>
        </li>
      ))}
    </ol>
  )
}

function Deadline({ talk, step: { state, endsAt, deadlineSec } }: { talk: Talk; step: StepView }) {
  if (state === 'completed' || state === 'pending') return null
  if (endsAt !== null) {
    const left = endsAt - talk.nowSec
    return (
      <small>
        {talk.say('by', { date: talk.date(endsAt) })}
        {left > 0 && ` · ${talk.duration(left)}`}
      </small>
    )
  }
  return deadlineSec === null ? null : (
    <small>{talk.say('within', { time: talk.duration(deadlineSec) })}</small>
  )
}

function Conditions({ talk, page }: { talk: Talk; page: OfferView }) {
  const { requirements, description, offer, video } = page
  return (
    <section class="box">
      <h2>{talk.say('conditions')}</h2>
      <ul class="list">
        <li>
          <Icon name="ok" />
          <span dir="auto" class="vis">
            {shown(requirements || description)}
          </span>
        </li>
        <li>
          <Icon name="lock" />
          <span>{talk.say('fixed')}</span>
        </li>
      </ul>
      {requirements !== '' && description !== '' && description !== offer.name && (
        <p class="s vis apart" dir="auto">
          {shown(description)}
        </p>
      )}
      {video !== null && (
        <p class="apart">
          <a href={video} target="_blank" rel="noopener noreferrer">
            {talk.say('video')}
          </a>
        </p>
      )}
    </section>
  )
}

function Tracking({ talk }: { talk: Talk }) {
  return (
    <details class="box">
      <summary>
        {talk.say('tracking')}
        <svg aria-hidden="true" class="dn">
          <use href="#dn" />
        </svg>
      </summary>
      <Relay
        steps={[
          { name: talk.say('here'), text: talk.say('noted'), state: 'd', icon: 'ok' },
          { name: talk.say('advertiser'), text: talk.say('tells'), state: '', icon: 'wait' },
          { name: talk.frame.appName, text: talk.say('adds'), state: '', icon: 'coin' },
        ]}
      />
      <p class="s apart">{talk.say('kept', { id: talk.frame.userId })}</p>
    </details>
  )
}

function OtherDevice({ talk, page: { code, offer } }: { talk: Talk; page: OfferView }) {
  const names = { desktop: talk.say('computer'), android: 'Android', ios: 'iPhone' }
  const devices = offer.devices.map((device) => names[device]).join(', ')
  return (
    <div class="box">
      <h2>{talk.say('runsOn', { devices })}</h2>
      {code && (
        <div class="qr apart">
          <svg viewBox={`0 0 ${code.size} ${code.size}`} role="img" aria-label="QR">
            <path d={code.path} />
          </svg>
          <p class="s">{talk.say('scan', { id: talk.frame.userId })}</p>
        </div>
      )}
    </div>
  )
}

function Start({ talk, page }: { talk: Talk; page: OfferView }) {
  const { offer, state } = page
  if (state === 'other_device') return null
  if (state === 'unavailable' || !talk.isOnline) {
    const over = page.startedAt === null ? 'unavailable' : 'offerOver'
    return (
      <div class="act">
        <span class="btn go" aria-disabled="true">
          {talk.say(state === 'unavailable' ? over : 'offline')}
        </span>
      </div>
    )
  }
  return (
    <div class="act">
      <a class="btn go" href={offer.link} target="_blank" rel="noopener" data-start={offer.id}>
        {talk.say(page.startedAt === null ? 'start' : 'again')} <Icon name="out" flips />
      </a>
      <small>
        {offer.host && (
          <>
            <bdi>{shown(offer.host)}</bdi>
            {' · '}
          </>
        )}
        {talk.say('opens')}
      </small>
    </div>
  )
}
