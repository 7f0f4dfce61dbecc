import type { Conversion } from './conversion.ts'
import { giveAfterAll, takeBack } from './counter-decision.ts'
import { confirmReviewed, type Moment, refuseReviewed } from './review-claim.ts'

/** A decision of a person that moves a conversion. */
interface DecisionRow {
  /** Undefined where it is not to be decided so. */
  readonly next: (conversion: Conversion, moment: Moment) => Conversion | undefined
  /** The rules of a report apply: caps, repeats, and transactions that are paid elsewhere. */
  readonly isGiving: boolean
  /** It goes against what a person or the network said before, and needs a reason in words. */
  readonly isCounter: boolean
  /** The reason where it does not apply, after "The conversion". */
  readonly otherwise: string
}

const notWaiting = 'does not wait for review'

export const decisionRows = {
  confirm: { next: confirmReviewed, isGiving: true, isCounter: false, otherwise: notWaiting },
  refuse: { next: refuseReviewed, isGiving: false, isCounter: false, otherwise: notWaiting },
  take_back: {
    next: takeBack,
    isGiving: false,
    isCounter: true,
    otherwise: 'cannot be taken back',
  },
  give_after_all: {
    next: giveAfterAll,
    isGiving: true,
    isCounter: true,
    otherwise: 'cannot be given: no person decided against it, or its network has taken it back',
  },
} as const satisfies Readonly<Record<string, DecisionRow>>

export type Decision = keyof typeof decisionRows

/** In the order in which they are offered. */
export const decisions = Object.keys(decisionRows) as readonly Decision[]

/** The decisions that a conversion is open to as it stands. */
export function openDecisions(conversion: Conversion): readonly Decision[] {
  return decisions.filter((decision) => isOpenTo(conversion, decision))
}

/** Whether a rule applies depends on the conversion alone, never on the time. */
export function isOpenTo(conversion: Conversion, decision: Decision): boolean {
  return decisionRows[decision].next(conversion, anyMoment) !== undefined
}

const anyMoment: Moment = { nowMs: 0, today: '1970-01-01' }
