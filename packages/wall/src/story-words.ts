import type { StoryView } from './model.ts'
import type { Talk } from './talk.ts'

/** One or two sentences about a reward: who has acted, and who acts next. */
export function storySentence(talk: Talk, story: StoryView): string {
  const { code, startedAt, momentAt, usual, ticket, asksFrom } = story
  const ago = talk.ago(startedAt ?? talk.nowSec)
  const date = momentAt === null ? '' : talk.date(momentAt)
  const site = talk.frame.appName
  if (ticket && (code === 'asked' || code === 'rejected' || code === 'reversed')) {
    const states = { asking: 'asking', needs_more: 'needsMore', credited: 'yes', refused: 'no' } as const
    return `${talk.say('ticket', { n: talk.number(ticket.id) })}: ${talk.say(states[ticket.state])}`
  }
  switch (code) {
    case 'never_started':
      return talk.say('never')
    case 'unavailable':
      return talk.say('unavailable')
    case 'young': {
      if (story.stepNumber > 1 && asksFrom !== null && asksFrom === momentAt)
        return talk.say('stepUntil', { date })
      const begun = usual
        ? talk.say('usually', { time: talk.duration(usual.mostSec), ago })
        : talk.say('early', { ago })
      return asksFrom === null ? begun : `${begun} ${talk.say('askFrom', { date: talk.date(asksFrom) })}`
    }
    case 'late':
      return `${talk.say('late', { ago })} ${talk.say('askNow')}`
    case 'ended':
      return talk.say('over', { date })
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
      return talk.say('credits', { site, date })
    case 'failing':
      return talk.say('failing', { site })
    case 'unheard':
      return talk.say('unheard', { site })
    default:
      return code satisfies never
  }
}

function rejectionSentence(talk: Talk, { because }: StoryView): string {
  if (because === 'cap') return talk.say('capped')
  return talk.say(because === null ? 'refused' : 'checkedNo')
}

/** The sentence below the heading of a diagnosis: it repeats neither that nor the ticket, which is shown by itself. */
export function diagnosisSentence(talk: Talk, story: StoryView): string {
  if (story.code !== 'late') return storySentence(talk, { ...story, ticket: null })
  return `${talk.say('early', { ago: talk.ago(story.startedAt ?? talk.nowSec) })} ${talk.say('askNow')}`
}

/** The day that a row names: by when a step is to be done, else when something happened to it last. */
export function whenOf(talk: Talk, { state, stepCount, momentAt, at }: StoryView): string {
  if (state === 'started' && stepCount > 0 && momentAt !== null)
    return talk.say('by', { date: talk.date(momentAt) })
  return talk.date(at)
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
  return titles[code as keyof typeof titles] ?? talk.say(state)
}
