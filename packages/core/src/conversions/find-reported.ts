import type { Conversion } from './conversion.ts'

/** By what a report names a conversion of its click. */
interface ReportedName {
  readonly goal: string
  /** What the goal was called before (core/offers/goal.ts). */
  readonly formerGoal: string | null
  readonly txnKey: string
  readonly txnId: string | null
  /** What its user claimed by this very transaction without a click, or by another click of his. */
  readonly claimedElsewhere?: Conversion | undefined
  /** It takes back, and does not say which goal. */
  readonly isPlainReversal: boolean
}

/**
 * Which of a click's conversions, oldest first, a report is about: the one of its goal and transaction; else what the
 * publisher claimed and the network has not spoken about, first of all the claim of that very transaction. One that an
 * operator confirmed is such a claim, too: its report would pay for it once more. Undefined: it is about a new one.
 */
export function findReported(
  ofClick: readonly Conversion[],
  { goal, formerGoal, txnKey, txnId, isPlainReversal, claimedElsewhere }: ReportedName,
): Conversion | undefined {
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
  if (claim !== undefined || !isPlainReversal) return claim
  // Another goal has become the default since: it can only mean the one thing that there is to take back.
  const standing = ofClick.filter(({ reportedStatus: last }) => last === 'approved' || last === 'pending')
  return standing.length === 1 ? standing[0] : undefined
}
