/** How a click stands, as an answer puts it. */
export type AnswerKind =
  | 'approved'
  | 'review'
  | 'hold'
  | 'pending'
  | 'taken_back'
  | 'reversed'
  | 'refused'
  | 'rejected'
  | 'report_refused'
  | 'fallback'
  | 'silent'

interface Words {
  readonly user: string
  readonly named: string
  readonly reward: string | undefined
  readonly payout?: string | undefined
}

interface Wording {
  readonly result: (words: Words) => string
  /** The next event; `{date}` is when a hold ends. */
  readonly next: string
}

interface Sentence {
  readonly publisher: Wording
  readonly user: Wording
}

function say(sentence: string): Wording['result'] {
  // At once: a user may be called `{reward}`, and an offer `$&`.
  return (words) =>
    sentence.replaceAll(/\{(user|named|reward|payout)\}/g, (_, name: keyof Words) => words[name] ?? '')
}

const lookedAt = 'If you know more of it than we do, write to us, and we look at it again.'
const nothingToDo = 'There is nothing that you need to do.'

/** The result, and what comes next, by how it stands. */
export const answerSentences: Readonly<Record<AnswerKind, Sentence>> = {
  approved: {
    publisher: {
      result: say('The reward of {user} for {named} is approved: {reward}, which is {payout} for you.'),
      next: 'It is in your balance, and part of your next payment. You need do nothing. The network can still take it back; then we tell your server at once.',
    },
    user: {
      result: say('Your reward for {named} is approved: {reward}.'),
      next: 'It should be in your account. If it is not, write to the app, which has been told of it.',
    },
  },
  review: {
    publisher: {
      result: say(
        'The reward of {user} for {named} is not approved yet: {reward}, which is {payout} for you.',
      ),
      next: 'One of us looks at it. As soon as it is decided, we tell your server.',
    },
    user: {
      result: say('Your reward for {named} is being checked: {reward}.'),
      next: `You hear of it in the app as soon as it is decided. ${nothingToDo}`,
    },
  },
  hold: {
    publisher: {
      result: say(
        'The reward of {user} for {named} is good, and held for some days: {reward}, which is {payout} for you.',
      ),
      next: 'It is approved by itself on {date}, unless the network takes it back before. Then we tell your server. You need do nothing.',
    },
    user: {
      result: say('Your reward for {named} is on its way: {reward}.'),
      next: `It is due on {date}. ${nothingToDo}`,
    },
  },
  pending: {
    publisher: {
      result: say(
        'The reward of {user} for {named} waits for the network: {reward}, which is {payout} for you.',
      ),
      next: 'The network approves or rejects it, in its own time. We tell your server as soon as it does.',
    },
    user: {
      result: say('Your reward for {named} is being confirmed by the advertiser: {reward}.'),
      next: `You hear of it in the app as soon as it is confirmed. ${nothingToDo}`,
    },
  },
  taken_back: {
    publisher: {
      result: say('The reward of {user} for {named} was taken back: {reward}, which was {payout} for you.'),
      next: `It is off your balance. ${lookedAt}`,
    },
    user: {
      result: say('Your reward for {named} was taken back: {reward}.'),
      next: 'If you think that this is wrong, write to the app, and say how you finished the offer.',
    },
  },
  reversed: {
    publisher: {
      result: say(
        'The reward of {user} for {named} was taken back by the network: {reward}, which was {payout} for you.',
      ),
      next: 'It is off your balance. Networks do that for returned orders and for what they hold for fraud; it is final.',
    },
    user: {
      result: say('Your reward for {named} was taken back by the advertiser: {reward}.'),
      next: 'That happens when an order is returned or cancelled. It cannot be given again.',
    },
  },
  refused: {
    publisher: {
      result: say(
        'The reward of {user} for {named} was not given: {reward}, which would have been {payout} for you.',
      ),
      next: lookedAt,
    },
    user: {
      result: say('Your reward for {named} was not given: {reward}.'),
      next: 'If you think that this is wrong, write to the app, and say how you finished the offer.',
    },
  },
  rejected: {
    publisher: {
      result: say(
        'The network did not accept what {user} did for {named}: {reward}, which would have been {payout} for you.',
      ),
      next: 'Only the network can correct that. If it does, we tell your server at once.',
    },
    user: {
      result: say('The advertiser did not accept what you did for {named}: {reward}.'),
      next: 'Most often a condition of the offer was not met. Its text says what is needed.',
    },
  },
  report_refused: {
    publisher: {
      result: say('{user} has no reward for {named} yet: what the network reported could not be taken.'),
      next: 'We ask the network to correct its report. The reward comes by itself when it does.',
    },
    user: {
      result: say('Your reward for {named} is not here yet.'),
      next: `The advertiser has to report it once more. ${nothingToDo}`,
    },
  },
  fallback: {
    publisher: {
      result: say('{user} has no reward for {named}: the link did not lead to the offer.'),
      next: 'Once the offer can be had again, the user may open it anew.',
    },
    user: {
      result: say('There is no reward for {named}: the link did not lead to the offer.'),
      next: 'Once the offer is in the list again, you may open it anew.',
    },
  },
  silent: {
    publisher: {
      result: say('{user} has no reward for {named} yet: the network has reported nothing.'),
      next: 'Either the offer was not finished, or its report has not come. As soon as it comes, we tell your server.',
    },
    user: {
      result: say('The advertiser has not told us yet that you finished {named}.'),
      next: 'Have a look at whether all its steps are done. Some advertisers need a few days to report it.',
    },
  },
}
