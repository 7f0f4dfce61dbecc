import type { Conversion } from './conversion.ts'
import type { MeaningsAfter } from './network-state.ts'
import type { ConversionStatus } from './status.ts'

/** By what a report names a conversion of its click. */
interface ReportedName {
  readonly goal: string
  /** The former name of the goal (core/offers/goal.ts). */
  readonly formerGoal: string | null
  readonly txnKey: string
  readonly txnId: string | null
  /** The user's claim by this very transaction without a click, or by another click of theirs. */
  readonly claimedElsewhere?: Conversion | undefined
  readonly takesBack: TakesBack
}

/**
 * Whether a report that takes back may mean any goal of its click, since it names none, or only its own. Null for one
 * that does not take back.
 */
export type TakesBack = 'any goal' | 'its goal' | null

/** A report's own words. */
interface SaidOfReport {
  readonly status: ConversionStatus
  readonly meaningsAfter?: MeaningsAfter | undefined
  readonly isGoalNamed: boolean
}

/**
 * A reversal is only ever about what is there; a rejection may be the first word about the default goal, so that it
 * means no other one.
 */
export function takesBackOf({ status, meaningsAfter, isGoalNamed }: SaidOfReport): TakesBack {
  const isReversal = status === 'reversed' || meaningsAfter?.approved === 'reversed'
  if (isReversal && !isGoalNamed) return 'any goal'
  return isReversal || status === 'rejected' ? 'its goal' : null
}

/**
 * Which of a click's conversions, oldest first, a report is about: the one of its goal and transaction; else what the
 * publisher claimed and the network has not spoken about, first of all the claim of that very transaction. One that an
 * operator confirmed is such a claim, too: its report would pay for it once more. Undefined: it is about a new one;
 * `several`: it takes one of several back and does not say which.
 */
export function findReported(
  ofClick: readonly Conversion[],
  { goal, formerGoal, txnKey, txnId, takesBack, claimedElsewhere }: ReportedName,
): Conversion | 'several' | undefined {
  if (takesBack === 'any goal') {
    // A reversal that names no goal is about its transaction, whatever the goal of that is; else it can only mean what
    // there is to take back. Nothing is: it says once more what was said of its goal.
    const ofTxn = txnId === null ? undefined : (findNamed(ofClick, txnId) ?? claimedElsewhere)
    const meant = ofTxn ?? (txnKey === '' ? oneStanding(ofClick) : undefined)
    if (meant !== undefined) return meant
  }
  const ofGoal = ofClick.filter((one) => one.goal === goal || one.goal === formerGoal)
  // An offer became repeatable, or is not any more: the network's transaction is what it was.
  const ofTxn = txnId === null ? [] : ofGoal.filter((one) => one.txnId === txnId)
  const ofKey = ofGoal.filter((one) => one.txnKey === txnKey)
  for (const same of [ofTxn, ofKey]) {
    const known = same.find((one) => one.goal === goal) ?? same[0]
    if (known !== undefined) return known
  }
  const claims = ofGoal.filter(({ source, reportedStatus }) => source === 'claim' && reportedStatus === null)
  const ofClaimedTxn =
    txnId === null ? undefined : (claims.find((one) => one.claimTxnId === txnId) ?? claimedElsewhere)
  const claim = ofClaimedTxn ?? claims.find(({ status }) => status === 'pending' || status === 'approved')
  // One that names a transaction is about that one.
  if (claim !== undefined || takesBack === null || txnKey !== '') return claim
  return oneStanding(ofGoal)
}

/** By the network's names for it, else by the publisher's where the network has not spoken about it. */
function findNamed(conversions: readonly Conversion[], txnId: string): Conversion | undefined {
  return (
    conversions.find((one) => one.txnId === txnId) ??
    conversions.find((one) => one.formerTxnId === txnId) ??
    conversions.find((one) => one.reportedStatus === null && one.claimTxnId === txnId)
  )
}

function oneStanding(conversions: readonly Conversion[]): Conversion | 'several' | undefined {
  const standing = conversions.filter(({ reportedStatus: last }) => last === 'approved' || last === 'pending')
  return standing.length > 1 ? 'several' : standing[0]
}
