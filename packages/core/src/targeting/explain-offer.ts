import type { ListKind } from '../lists/list-entry.ts'
import type { Targeting } from './targeting.ts'
import type { Audience } from './audience.ts'
import { targetingFilters } from './filters/index.ts'

/** The reasons that keep an offer from one user besides targeting. */
interface Withheld {
  /** The publisher has paused the app. */
  readonly isAppPaused: boolean
  /** The entry of theirs on a block list; undefined when there is none. */
  readonly blockedBy: ListKind | undefined
  /** They have completed it or has it pending, and it is not repeatable; with goals, all of them. */
  readonly isTaken: boolean
  /** No conversion of it would be paid now. */
  readonly isCapped: boolean
}

/** One rule and what it says. */
export interface Check {
  readonly code: string
  readonly isPassed: boolean
  readonly sentence: string
}

/** Every rule's verdict about an offer and a user. The list shows the offer when, and only when, all are passed. */
export function explainOffer(offer: Targeting, audience: Audience, withheld: Withheld): readonly Check[] {
  const targeting = targetingFilters.map((filter) => ({
    code: filter.name,
    isPassed: filter.keeps(offer, audience),
    sentence: filter.explain(offer, audience),
  }))
  return [...targeting, ...ownChecks.map((explain) => explain(withheld))]
}

const ownChecks: readonly ((withheld: Withheld) => Check)[] = [
  ({ isAppPaused }) => ({
    code: 'app_paused',
    isPassed: !isAppPaused,
    sentence: isAppPaused ? 'The app is paused by its publisher.' : 'The app is not paused.',
  }),
  ({ isTaken }) => ({
    code: 'taken',
    isPassed: !isTaken,
    sentence: isTaken
      ? 'The user has nothing left to earn: the offer is completed or pending, and not repeatable.'
      : 'The user may still earn the offer.',
  }),
  ({ isCapped }) => ({
    code: 'capped',
    isPassed: !isCapped,
    sentence: isCapped ? 'A cap of the offer is used up for now.' : 'No cap of the offer is used up.',
  }),
  ({ blockedBy }) => ({
    code: 'blocked',
    isPassed: blockedBy === undefined,
    sentence:
      blockedBy === undefined
        ? 'No block list names the user.'
        : `A block list names the user's ${blockedBy === 'user' ? 'id' : blockedBy}.`,
  }),
]
