import type { RowOf } from '../../api/operation-types.ts'

export type Ticket = RowOf<'listTickets'>
type TicketState = Ticket['state']
export type TicketAnswer = NonNullable<Ticket['answer']>

/** The chip of each state. */
export const stateChips = {
  asking: 'Waiting',
  needs_more: 'Asked back',
  credited: 'Credited',
  refused: 'Refused',
} as const satisfies Readonly<Record<TicketState, string>>

export const stateOptions = [
  { value: 'all', label: 'All tickets' },
  ...Object.entries(stateChips).map(([value, label]) => ({ value, label })),
]

/** Where the reward was when the user asked, for those who look into it. */
export const diagnosisWords: Readonly<Record<Ticket['diagnosis'], string>> = {
  never_started: 'Never started here',
  unavailable: 'Led to the fallback',
  young: 'Asked too early',
  late: 'The network has not reported',
  ended: 'The goal had ended',
  too_old: 'Started too long ago',
  pending: 'Not confirmed by the network',
  asked: 'Claimed, not reported',
  held: 'In review',
  released_later: 'On hold for its days',
  rejected: 'Rejected by the network',
  reversed: 'Taken back',
  told: 'The site was told',
  untold: 'The site is not told yet',
  failing: 'The site does not answer',
  unheard: 'The site never took it',
}

interface AnswerWords {
  readonly label: string
  /** The effect, as the user reads it. */
  readonly effect: string
  /** The verb on the button. */
  readonly verb: string
  /** Sentences to begin with. */
  readonly reasons: readonly string[]
}

export const answerWords: Readonly<Record<TicketAnswer, AnswerWords>> = {
  credited: {
    label: 'Credited',
    effect: 'The user reads that the reward is theirs.',
    verb: 'Tell them it is credited',
    reasons: ['The advertiser has confirmed it.', 'It was credited late. We are sorry for the wait.'],
  },
  needs_more: {
    label: 'Ask for more',
    effect: 'The user reads what is missing. The ticket stays open.',
    verb: 'Ask for more',
    reasons: ['Please send the order number.', 'Please send the e-mail address that you signed up with.'],
  },
  refused: {
    label: 'Not credited',
    effect: 'The user reads that there is no reward, and why.',
    verb: 'Tell them it is not credited',
    reasons: [
      'The advertiser found no order of this day.',
      'The advertiser answered that you were a customer before.',
      'The requirement was not met in time.',
    ],
  },
}

/** “Raid Heroes › level 10”. */
export function offerAndGoal({ offer, goal }: Pick<Ticket, 'offer' | 'goal'>): string {
  return goal === '' ? offer : `${offer} › ${goal}`
}
