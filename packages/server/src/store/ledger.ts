import type { LedgerAccount, LedgerEntry } from '@quoin/core/ledger/ledger-entry.ts'
import type { Db } from './database.ts'
import { type RowColumns, rowsFrom, valuesOf } from './row-parameters.ts'

/** An entry as it is written. */
export const ledgerRow: RowColumns<LedgerEntry> = {
  sourceId: 'uuid',
  version: 'integer',
  account: 'text',
  partyId: 'bigint',
  amountMicros: 'bigint',
}

/** Books the rows that begin with a parameter; one that is there already fails the transaction. */
export function insertEntriesFrom(first: number): string {
  return `insert into ledger_entries (source_id, version, account, party_id, amount_micros)
    select l."sourceId", l.version, l.account::ledger_account, l."partyId", l."amountMicros"
    from ${rowsFrom(ledgerRow, 'l', first)}`
}

export async function insertEntries(tx: Db, entries: readonly LedgerEntry[]): Promise<void> {
  await tx.query(insertEntriesFrom(1), valuesOf(ledgerRow, entries))
}

/** The entries of a conversion or settlement, in the order of its events. */
export async function listEntries(db: Db, sourceId: string): Promise<LedgerEntry[]> {
  return await db.query(
    `select source_id as "sourceId", version, account, party_id as "partyId", amount_micros as "amountMicros"
     from ledger_entries where source_id = $1 order by version, account`,
    [sourceId],
  )
}

/** A sum in micros, as text: it may be beyond the safe integers. */
export interface Balance {
  readonly account: LedgerAccount
  readonly partyId: number | null
  readonly sumMicros: string
}

export interface BalanceFilter {
  readonly appId?: number | undefined
  readonly networkId?: number | undefined
}

/** Balances by account and party; those of one app or network when it is named. */
export async function listBalances(db: Db, { appId, networkId }: BalanceFilter): Promise<Balance[]> {
  return await db.query(
    `select account, party_id as "partyId", sum(amount_micros)::text as "sumMicros"
     from ledger_entries
     where ($1::bigint is null and $2::bigint is null)
       or (account = 'payable' and party_id = $1) or (account = 'receivable' and party_id = $2)
     group by account, party_id order by account, party_id`,
    [appId ?? null, networkId ?? null],
  )
}

/** Locks the account of an app or network until the end of the transaction: settlements of it go one by one. */
export async function lockAccount(tx: Db, account: LedgerAccount, partyId: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`ledger ${account} ${partyId}`])
}
