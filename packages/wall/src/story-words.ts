import type { RewardState } from '@quoin/core/tickets/diagnose-reward.ts'
import type { StoryView } from './model.ts'
import type { Talk } from './talk.ts'

/** One or two sentences about a reward: who has acted, and who acts next. */
export function storySentence(talk: Talk, story: StoryView): string {
  const { code, ticket } = story
  if (ticket && (code === 'asked' || code === 'rejected' || code === 'reversed')) {
    const states = { asking: 'asking', needs_more: 'needsMore', credited: 'yes', refused: 'no' } as const
    return `${talk.say('ticket', { n: talk.number(ticket.id) })}: ${talk.say(states[ticket.state])}`
  }
  const sentence = ownSentence(talk, story)
  return story.isOver ? `${sentence} ${talk.say('offerOver')}` : sentence
}

function ownSentence(talk: Talk, story: StoryView): string {
  const { code, startedAt, momentAt, asksUntil, reference } = story
  const ago = talk.ago(startedAt ?? talk.nowSec)
  const date = momentAt === null ? '' : talk.date(momentAt)
  const until = asksUntil === null ? '' : talk.date(asksUntil)
  const site = talk.frame.appName
  switch (code) {
    case 'never_started':
      return talk.say('never')
    case 'unavailable':
      return talk.say('unavailable')
    case 'young':
      return youngSentence(talk, story, { ago, date })
    case 'late':
      return `${talk.say('late', { ago })} ${talk.say('askNow', { date: until })}`
    case 'ended':
      return talk.say('over', { date, until })
    case 'too_old':
      return talk.say('tooOld')
    case 'pending':
      return talk.say('awaited')
    case 'asked':
      return talk.say('asked')
    case 'held':
      return `${talk.say('checked')} ${talk.say('rest')}`
    case 'released_later':
      return `${talk.say('released', { date })} ${talk.say('rest')}`
    case 'rejected':
      return rejectionSentence(talk, story)
    case 'reversed':
      return talk.say('back')
    case 'told':
      return talk.say('told', { site, date })
    case 'untold':
      return talk.say(reference === null ? 'credits' : 'addedBy', { site, date })
    case 'failing':
      return talk.say('failing', { site })
    case 'unheard':
      return talk.say('unheard', { site })
    default:
      return code satisfies never
  }
}

function youngSentence(
  talk: Talk,
  { stepNumber, momentAt, usual, asksFrom, mayAsk }: StoryView,
  { ago, date }: { readonly ago: string; readonly date: string },
): string {
  const begun =
    stepNumber > 1 && momentAt !== null
      ? talk.say('stepUntil', { date })
      : usual
        ? talk.say('usually', { time: talk.duration(usual.mostSec), ago })
        : talk.say('early', { ago })
  if (mayAsk) return `${begun} ${talk.say('doneAsk')}`
  return asksFrom === null ? begun : `${begun} ${talk.say('askFrom', { date: talk.date(asksFrom) })}`
}

function rejectionSentence(talk: Talk, { because }: StoryView): string {
  if (because === 'cap') return talk.say('capped')
  return talk.say(because === null ? 'refused' : 'checkedNo')
}

/** The sentence below the heading of a diagnosis: it repeats neither that nor the ticket, which is shown by itself. */
export function diagnosisSentence(talk: Talk, story: StoryView): string {
  const { code, startedAt, asksUntil, isOver } = story
  if (code === 'asked') return talk.say('rest')
  if (code !== 'late') return storySentence(talk, { ...story, ticket: null })
  const begun = talk.say('early', { ago: talk.ago(startedAt ?? talk.nowSec) })
  const ask = talk.say('askNow', { date: asksUntil === null ? '' : talk.date(asksUntil) })
  return [begun, ask, ...(isOver ? [talk.say('offerOver')] : [])].join(' ')
}

/** The day that a row names: by when a step is to be done, else when something happened to it last. */
export function whenOf(talk: Talk, { state, stepCount, momentAt, at }: StoryView): string {
  if (state === 'started' && stepCount > 0 && momentAt !== null)
    return talk.say('by', { date: talk.date(momentAt) })
  return talk.date(at)
}

/** A state in a word or two. A reward that its site is not known to have is approved, and no more. */
export function stateWord(talk: Talk, state: RewardState, code?: StoryView['code']): string {
  if (state === 'asked') return talk.say('asking')
  if (state === 'credited' && code !== undefined && code !== 'told') return talk.say('approved')
  return talk.say(state)
}

/** Why a reward that was refused may not be asked about any more; undefined where it may, or was never refused. */
export function lastWord(talk: Talk, { ticket, mayAsk, state, asksUntil }: StoryView): string | undefined {
  const isRefused = state === 'rejected' || state === 'reversed' || state === 'asked'
  if (mayAsk || !isRefused || ticket?.state !== 'refused') return undefined
  return talk.say(asksUntil !== null && talk.nowSec > asksUntil ? 'tooOld' : 'lastWord')
}

/** The heading of a diagnosis. */
export function storyTitle(talk: Talk, { code, state, because }: StoryView): string {
  const site = talk.frame.appName
  const titles = {
    young: talk.say('fine'),
    late: talk.say('silent'),
    rejected: talk.say(because === null ? 'said' : 'rejected'),
    told: talk.say('has', { site }),
  }
  return titles[code as keyof typeof titles] ?? stateWord(talk, state, code)
}
