import { type Conversion, isOnHold, isVouchedFor } from './conversion.ts'
import { networkStateOf } from './network-state.ts'

/** By what a transaction is known, and what became of the conversion that it is. */
export type TransactionTwin = Pick<
  Conversion,
  | 'id'
  | 'appId'
  | 'clickId'
  | 'goal'
  | 'txnId'
  | 'formerTxnId'
  | 'claimTxnId'
  | 'status'
  | 'reason'
  | 'reportedStatus'
  | 'networkState'
>

/**
 * The verdict of other conversions on a transaction: one of them was taken back by its network after it had
 * approved it; one counts, or will without a person; a person took one back; one is a person's to decide, or was refused
 * by one; its network has rejected it, which is told to whoever confirms and holds nothing; or none stands in the way.
 */
export type TransactionUse = (typeof uses)[number] | 'free'

const uses = ['reversed', 'counted', 'withheld', 'waiting', 'rejected'] as const

/** A conversion may not come to count by a transaction of this use without a person, though it was in no doubt before. */
export function isElsewhere(use: TransactionUse | undefined): boolean {
  return use === 'reversed' || use === 'counted' || use === 'withheld'
}

/** The twin that weighs most, and what it makes of the transaction. */
export function findTwin(twins: readonly TransactionTwin[]): {
  readonly use: TransactionUse
  readonly twin: TransactionTwin | undefined
  /** Whether any of them counts or is a person's to decide, also where another weighs more. */
  readonly isStanding: boolean
} {
  const isStanding = twins.some((one) => standing.has(useOf(one)))
  for (const use of uses) {
    const twin = twins.find((one) => useOf(one) === use)
    if (twin !== undefined) return { use, twin, isStanding }
  }
  return { use: 'free', twin: undefined, isStanding }
}

const standing: ReadonlySet<TransactionUse> = new Set(['counted', 'withheld', 'waiting'])

function useOf(twin: TransactionTwin): TransactionUse {
  if (networkStateOf(twin) === 'reversed') return 'reversed'
  if (isCounted(twin)) return 'counted'
  if (isRefusedByPerson(twin) && twin.status === 'reversed') return 'withheld'
  if (isVouchedFor(twin) || isRefusedByPerson(twin)) return 'waiting'
  return networkStateOf(twin) === 'rejected' ? 'rejected' : 'free'
}

/** Its network stands by it, and a person does not: the same on another click is theirs to decide, too. */
function isRefusedByPerson(twin: TransactionTwin): boolean {
  const isRefused = twin.reason === 'refused' || twin.reason === 'withheld'
  return isRefused && ['approved', 'pending'].includes(networkStateOf(twin))
}

/** A rejection of its transaction may be about it: it is held for a person, or was rejected by that already. */
export function isRejectable(
  conversion: Pick<Conversion, 'status' | 'reason' | 'reportedStatus' | 'networkState'>,
): boolean {
  if (conversion.status === 'rejected') return networkStateOf(conversion) === 'rejected'
  return isVouchedFor(conversion) && !isCounted(conversion)
}

/** Approved, or on its way there without a person: at most one conversion of a transaction is. */
export function isCounted(conversion: Pick<Conversion, 'status' | 'reason'>): boolean {
  const { status, reason } = conversion
  return status === 'approved' || (status === 'pending' && (reason === null || isOnHold(conversion)))
}

/** Ids of publishers are their own: those of two apps may be the same by chance. */
export function isSameTransaction(one: Transacted, other: Transacted): boolean {
  const theirs = networkIdsOf(other)
  const ours = networkIdsOf(one)
  if (ours.some((id) => theirs.includes(id) || id === other.claimTxnId)) return true
  if (one.claimTxnId === null) return false
  return theirs.includes(one.claimTxnId) || (one.appId === other.appId && one.claimTxnId === other.claimTxnId)
}

type Transacted = Pick<Conversion, 'appId' | 'txnId' | 'formerTxnId' | 'claimTxnId'>

function networkIdsOf({ txnId, formerTxnId }: Pick<Conversion, 'txnId' | 'formerTxnId'>): readonly string[] {
  return [txnId, formerTxnId].filter((id) => id !== null)
}

/** By what a conversion names its transaction, each once. */
export function transactionIdsOf(
  conversion: Pick<Conversion, 'txnId' | 'formerTxnId' | 'claimTxnId'>,
): readonly string[] {
  const { claimTxnId } = conversion
  return [...new Set([...networkIdsOf(conversion), ...(claimTxnId === null ? [] : [claimTxnId])])]
}
