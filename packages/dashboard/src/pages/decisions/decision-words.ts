import type { Decision } from '@quoin/core/conversions/decisions.ts'

interface DecisionWords {
  /** On a button that opens the panel, and as the panel's title. */
  readonly title: string
  /** On the button that does it, before the amount. */
  readonly verb: string
  readonly doing: string
  readonly done: string
  /** Takes from a publisher what was given. */
  readonly isDangerous: boolean
  readonly needsReason: boolean
  /** Reasons that are often given, to begin the words with. */
  readonly reasons: readonly string[]
}

export const decisionWords: Readonly<Record<Decision, DecisionWords>> = {
  confirm: {
    title: 'Release it',
    verb: 'Release',
    doing: 'Releasing',
    done: 'released',
    isDangerous: false,
    needsReason: false,
    reasons: ['Known user', 'Network has paid'],
  },
  refuse: {
    title: 'Refuse it',
    verb: 'Refuse',
    doing: 'Refusing',
    done: 'refused',
    isDangerous: true,
    needsReason: false,
    reasons: ['Several accounts', 'Network asks'],
  },
  take_back: {
    title: 'Take it back',
    verb: 'Take back',
    doing: 'Taking back',
    done: 'taken back',
    isDangerous: true,
    needsReason: true,
    reasons: ['Several accounts', 'Confirmed by mistake', 'Network asks'],
  },
  give_after_all: {
    title: 'Give it after all',
    verb: 'Give',
    doing: 'Giving',
    done: 'given',
    isDangerous: false,
    needsReason: true,
    reasons: ['Refused by mistake', 'Proof seen', 'Network asks'],
  },
}

/** Words that begin with a reason; one that was chosen before gives way. */
export function beginWith(reason: string, note: string, reasons: readonly string[]): string {
  const before = reasons.find((one) => note === one || note.startsWith(`${one}. `))
  const rest = before === undefined ? note : note.slice(before.length).replace(/^\. /, '')
  return rest === '' ? reason : `${reason}. ${rest}`
}
