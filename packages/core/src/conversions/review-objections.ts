import { type RemainingCap, hasRemaining } from './caps.ts'
import type { Conversion } from './conversion.ts'
import { isFarAbove, losesMoney } from './margin.ts'
import { formatMicros } from '../payout/money.ts'
import { type findTwin, isCounted } from './transaction-use.ts'

/** The objections to a confirmation. A person may go past these, never past the transaction's. */
export const passableRules = ['repeat', 'cap', 'margin', 'rejected'] as const
export type PassableRule = (typeof passableRules)[number]

export interface Objection {
  readonly rule: PassableRule | 'transaction'
  readonly message: string
}

/** The facts that a person cannot see of a conversion by itself. */
export interface ReviewFacts {
  readonly isRepeatable: boolean
  /** Another conversion by which the user has earned the same, or will without a person. */
  readonly rivalId: string | undefined
  readonly remainingCap: RemainingCap
  /** The network's payment that its goal lists, in USD micros; undefined where a loss holds nothing. */
  readonly listedMicros: number | undefined
  /** Another conversion of the same transaction, and what became of it. */
  readonly twin: Omit<ReturnType<typeof findTwin>, 'isStanding'>
  /** The transaction that it was claimed by was erased with its user: others of it cannot be found any more. */
  readonly isTransactionErased: boolean
}

/** The reasons for which a report of this conversion would be held or rejected, beyond what it is held for already. */
export function objectionsTo(
  before: Conversion,
  after: Conversion,
  facts: ReviewFacts,
): readonly Objection[] {
  if (!isCounted(after)) return []
  const isNew = !isCounted(before)
  const { rivalId, isRepeatable, remainingCap, listedMicros, twin, isTransactionErased } = facts
  const objections: Objection[] = []
  // Held for that very reason, the person knows it.
  if (isNew && !isRepeatable && rivalId !== undefined && before.reason !== 'repeat') {
    const message = `the user has earned the offer already, by conversion ${rivalId}`
    objections.push({ rule: 'repeat', message })
  }
  if (before.countedOn === null && after.countedOn !== null && !hasRemaining(remainingCap, after)) {
    objections.push({
      rule: 'cap',
      message: 'a cap of the offer, the app, the network or the user is used up',
    })
  }
  // Nobody has looked at the money of a claim yet; that of a report is seen beside it.
  if (isNew && listedMicros !== undefined && before.reportedStatus === null) {
    const isTooMuch = isFarAbove(after.revenueMicros, listedMicros)
    if (isTooMuch || losesMoney(after, { revenueMicros: listedMicros }))
      objections.push({ rule: 'margin', message: tellLoss(after, listedMicros) })
  }
  const { use, twin: other } = twin
  if (use === 'reversed') {
    const message = `the network has taken its transaction back, by conversion ${other?.id}`
    objections.push({ rule: 'transaction', message })
  } else if (isNew && use === 'counted') {
    objections.push({ rule: 'transaction', message: `its transaction is paid by conversion ${other?.id}` })
  } else if (isNew && use === 'rejected' && before.reportedStatus === null) {
    const message = `the network has rejected its transaction, by conversion ${other?.id}`
    objections.push({ rule: 'rejected', message })
  }
  if (isNew && isTransactionErased && use !== 'reversed' && use !== 'counted') {
    const message =
      'its transaction was erased with its user, so that nobody can see whether it is paid already'
    objections.push({ rule: 'transaction', message })
  }
  return objections
}

function tellLoss({ revenueMicros, payoutMicros }: Conversion, listedMicros: number): string {
  const [pays, earns, listed] = [revenueMicros, payoutMicros, listedMicros].map((micros) =>
    formatMicros(micros),
  )
  if (payoutMicros > revenueMicros)
    return `it would lose money: the network pays ${pays} USD, the publisher earns ${earns} USD`
  return `its amount is not what the offer lists: the network would pay ${pays} USD, listed are ${listed} USD`
}
