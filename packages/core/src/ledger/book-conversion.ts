import { type Conversion, isWithheld } from '../conversions/conversion.ts'
import type { LedgerEntry } from './ledger-entry.ts'

type Owing = Pick<
  Conversion,
  'id' | 'version' | 'appId' | 'networkId' | 'status' | 'reason' | 'isTest' | 'revenueMicros' | 'payoutMicros'
>

/**
 * The debts of a conversion as it stands: nothing until it is approved, and nothing ever in test mode. Where a person
 * took it back alone, the network goes on owing, and the difference stands in margin.
 */
function owedOf(
  conversion: Pick<Owing, 'status' | 'reason' | 'isTest' | 'revenueMicros' | 'payoutMicros'> | undefined,
): { readonly revenueMicros: number; readonly payoutMicros: number } {
  if (conversion === undefined || conversion.isTest) return nothing
  if (conversion.status === 'approved') return conversion
  return isWithheld(conversion) ? { revenueMicros: conversion.revenueMicros, payoutMicros: 0 } : nothing
}

const nothing = { revenueMicros: 0, payoutMicros: 0 }

/**
 * The effect of a conversion's step on the debts: the difference of both states. A reversal therefore mirrors to
 * the last micro what was booked, another price books what it adds, and the entries of a conversion always sum
 * to what it owes now.
 */
export function entriesOf(before: Owing | undefined, after: Owing): readonly LedgerEntry[] {
  const [old, now] = [owedOf(before), owedOf(after)]
  const revenueMicros = now.revenueMicros - old.revenueMicros
  const payoutMicros = now.payoutMicros - old.payoutMicros
  if (revenueMicros === 0 && payoutMicros === 0) return []
  const of = { sourceId: after.id, version: after.version }
  const entries: readonly LedgerEntry[] = [
    { ...of, account: 'receivable', partyId: after.networkId, amountMicros: revenueMicros },
    { ...of, account: 'payable', partyId: after.appId, amountMicros: -payoutMicros },
    { ...of, account: 'margin', partyId: null, amountMicros: payoutMicros - revenueMicros },
  ]
  return entries.filter(({ amountMicros }) => amountMicros !== 0)
}
