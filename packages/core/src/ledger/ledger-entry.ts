/**
 * `receivable`: what networks owe us. `payable`: what we owe publishers. `margin`: what the platform earns.
 * `cash`: what was paid and received. `adjustment`: what an operator put right.
 */
const ledgerAccounts = ['receivable', 'payable', 'margin', 'cash', 'adjustment'] as const
export type LedgerAccount = (typeof ledgerAccounts)[number]

/** One line of a transaction in USD micros. Debits are positive, credits negative; each transaction sums to zero. */
export interface LedgerEntry {
  /** A conversion, or a settlement when `version` is 0. */
  readonly sourceId: string
  /** The event of the conversion that it belongs to. */
  readonly version: number
  readonly account: LedgerAccount
  /** The network of a receivable, the app of a payable, else null. */
  readonly partyId: number | null
  /** Never 0: what moves nothing is not booked. */
  readonly amountMicros: number
}
