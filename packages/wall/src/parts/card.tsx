/** @jsxImportSource preact */
import type { CostView, OfferCardView, StoryView } from '../model.ts'
import { shown, type Talk } from '../talk.ts'
import { Icon, Picture, deviceWords } from './parts.tsx'

/** Steps as long and short stones; beside them their number. */
function Stones({ talk, done, steps }: { talk: Talk; done: number; steps: number }) {
  if (steps === 0) return null
  const count =
    done > 0
      ? talk.say('of', { n: talk.number(done), m: talk.number(steps) })
      : talk.count('stepCount', steps)
  return (
    <>
      <div class="st" aria-hidden="true">
        {Array.from({ length: Math.min(steps, 8) }, (_, index) => (
          // Stones have no identity but their place.
          <i key={index} class={index < done ? 'd' : undefined} />
        ))}
      </div>
      <small>{count}</small>
    </>
  )
}

/** One offer of the list: the whole card is one link. */
export function OfferCard({ talk, offer, isEager }: { talk: Talk; offer: OfferCardView; isEager: boolean }) {
  const devices = deviceWords(talk, offer.devices)
  const { usual } = offer
  return (
    <li class="card" data-offer={offer.id}>
      <div class="pic">
        <Picture src={offer.image} isEager={isEager} />
        <Stones talk={talk} done={offer.stepsDone} steps={offer.steps} />
      </div>
      <h3>
        <a
          href={talk.href(`/wall/offers/${offer.id}`)}
          aria-describedby={`r${offer.id} f${offer.id}`}
          dir="auto"
        >
          {shown(offer.name)}
        </a>
      </h3>
      <Reward talk={talk} offer={offer} />
      <p class="req" dir="auto">
        {shown(offer.requirement)}
      </p>
      <div class="facts" id={`f${offer.id}`}>
        {offer.cost && <CostFact talk={talk} cost={offer.cost} />}
        {offer.minutes && (
          <span>
            <Icon name="clock" />
            <span>{talk.duration(offer.minutes * 60)}</span>
          </span>
        )}
        {usual && (
          <span>
            <Icon name="bolt" />
            <span>{talk.say('creditedIn', { time: talk.duration(usual.halfSec) })}</span>
          </span>
        )}
        {devices && (
          <span>
            <Icon name={offer.devices.includes('desktop') ? 'computer' : 'phone'} />
            <span>{devices}</span>
          </span>
        )}
      </div>
    </li>
  )
}

/** The word for what it costs, with the amount where it is known: Deposit €250. */
export function costText(talk: Talk, { kind, amount, currency }: CostView): string {
  const word = talk.say(kind)
  return amount === null || currency === null ? word : `${word} ${talk.price(amount, currency)}`
}

function CostFact({ talk, cost }: { talk: Talk; cost: CostView }) {
  if (cost.kind === 'free') return <b class="free">{talk.say('free')}</b>
  return (
    <span>
      <Icon name="card" />
      <b>{costText(talk, cost)}</b>
    </span>
  )
}

function Reward({ talk, offer }: { talk: Talk; offer: OfferCardView }) {
  const { many, one } = talk.frame.currency
  return (
    <div class="rw" id={`r${offer.id}`}>
      {offer.usualAmount && (
        <small>
          <s dir="ltr">{talk.amount(offer.usualAmount)}</s>
        </small>
      )}
      {offer.steps > 1 && !offer.usualAmount && <small>{talk.say('upTo')}</small>}
      <b dir="ltr">{talk.amount(offer.amount)}</b>
      <small>
        <bdi>{shown(offer.amount === '1' ? one : many)}</bdi>
      </small>
    </div>
  )
}

/** An offer that was begun, with what comes next. */
export function GoingCard({ talk, story }: { talk: Talk; story: StoryView }) {
  return (
    <li class="card">
      <div class="pic">
        <Picture src={story.image} isEager />
      </div>
      <h3>
        <a href={talk.href(`/wall/offers/${story.offerId}`)} aria-describedby={`g${story.key}`} dir="auto">
          {shown(story.name)}
        </a>
      </h3>
      <div class="rw" id={`g${story.key}`}>
        <b dir="ltr">{talk.amount(story.amount)}</b>
        <small>
          <bdi>{shown(talk.frame.currency.many)}</bdi>
        </small>
      </div>
      <p class="req" dir="auto">
        {shown(story.step)}
      </p>
      <div class="facts">
        {story.startedAt !== null && (
          <span>
            <Icon name="clock" />
            <span>{talk.say('early', { ago: talk.ago(story.startedAt) })}</span>
          </span>
        )}
        {story.momentAt !== null && story.step !== '' && (
          <span>
            <Icon name="wait" />
            <span>{talk.say('by', { date: talk.date(story.momentAt) })}</span>
          </span>
        )}
      </div>
    </li>
  )
}
