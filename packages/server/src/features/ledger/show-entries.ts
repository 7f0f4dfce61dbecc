import type { LedgerEntry } from '@quoin/core/ledger/ledger-entry.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'

/** A line of the ledger as it is booked, and for the margin as the platform sees it. */
export interface ShownEntry extends LedgerEntry {
  /** In USD. The margin has the platform's sign: its earnings are above zero, although they are booked as a credit. */
  readonly usd: string
  /** By this line the platform has lost on the conversion, all in all. */
  readonly isLoss: boolean
}

/** All that was booked for a conversion or a settlement, oldest first. */
export function showEntries(entries: readonly LedgerEntry[]): readonly ShownEntry[] {
  let lostMicros = 0
  return entries.map((entry) => {
    const { account, amountMicros } = entry
    if (account !== 'margin') return { ...entry, usd: formatMicros(amountMicros), isLoss: false }
    lostMicros += amountMicros
    const usd = amountMicros < 0 ? `+${formatMicros(-amountMicros)}` : formatMicros(-amountMicros)
    return { ...entry, usd, isLoss: amountMicros > 0 && lostMicros > 0 }
  })
}
