import type { LedgerAccount, LedgerEntry } from './ledger-entry.ts'

/** `paid` to a publisher, `received` from a network, `adjusted` what either is owed. */
export type SettlementKind = 'paid' | 'received' | 'adjusted'

/** Exactly one of app and network is named. */
export interface Settlement {
  readonly id: string
  readonly kind: SettlementKind
  /** The operator's own name for it, unique: a repeat is the same settlement. */
  readonly reference: string
  readonly appId: number | null
  readonly networkId: number | null
  /** Paid or received, above zero, in USD; `adjusted` raises the debt by it, or lowers it. */
  readonly amountMicros: number
  readonly reason: string
  readonly actor: string
  readonly settledAtMs: number
}

/** Where the other half of a settlement goes. */
const counterAccounts: Record<SettlementKind, LedgerAccount> = {
  paid: 'cash',
  received: 'cash',
  adjusted: 'adjustment',
}

/** A settlement's transaction: what the publisher or network is owed moves, and its counterpart. */
export function entriesOfSettlement(settlement: Settlement): readonly LedgerEntry[] {
  const { id, kind, appId, networkId, amountMicros } = settlement
  const of = { sourceId: id, version: 0 }
  const isRaised = kind === 'adjusted'
  // A debt of ours is a credit and falls by a debit; a network's debt is a debit and falls by a credit.
  const debitMicros = (appId !== null) !== isRaised ? amountMicros : -amountMicros
  const party =
    appId !== null
      ? ({ account: 'payable', partyId: appId } as const)
      : ({ account: 'receivable', partyId: networkId } as const)
  return [
    { ...of, ...party, amountMicros: debitMicros },
    { ...of, account: counterAccounts[kind], partyId: null, amountMicros: -debitMicros },
  ]
}
