import type { LedgerAccount, LedgerEntry } from '@quoin/core/ledger/ledger-entry.ts'
import { copied, copyInto } from '../pg/copy-rows.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** An entry as it is written; one that is there already fails the transaction. */
const ledgerRow: RowColumns<LedgerEntry> = {
  sourceId: 'uuid',
  version: 'integer',
  account: 'text',
  partyId: 'bigint',
  amountMicros: 'bigint',
}

export const newEntries = copyInto('ledger_entries', copied<LedgerEntry>(ledgerRow))

export async function insertEntries(tx: Db, entries: readonly LedgerEntry[]): Promise<void> {
  await tx.query(
    `insert into ledger_entries (source_id, version, account, party_id, amount_micros)
     select l."sourceId", l.version, l.account::ledger_account, l."partyId", l."amountMicros"
     from ${rowsFrom(ledgerRow, 'l')}`,
    valuesOf(ledgerRow, entries),
  )
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
interface Balance {
  readonly account: LedgerAccount
  readonly partyId: number | null
  readonly sumMicros: string
}

/** The balance of one app or of one network. */
export interface Party {
  readonly account: 'payable' | 'receivable'
  readonly partyId: number
}

/** Balances by account and party; `party` names the only one that is asked for. */
export async function listBalances(db: Db, party?: Party): Promise<Balance[]> {
  // One condition or none, so that it is a plain one: it is held against every entry there is (decision 0009).
  const isParty = party ? 'where account = $1 and party_id = $2' : ''
  return await db.query(
    `select account, party_id as "partyId", sum(amount_micros)::text as "sumMicros"
     from ledger_entries ${isParty} group by account, party_id order by account, party_id`,
    party ? [party.account, party.partyId] : [],
  )
}

/** The balances of some parties, in one pass over all entries. */
export async function listBalancesOf(db: Db, parties: readonly Party[]): Promise<Balance[]> {
  return await db.query(
    `select account, party_id as "partyId", sum(amount_micros)::text as "sumMicros"
     from ledger_entries
     where (account, party_id) in (select * from unnest($1::text[]::ledger_account[], $2::bigint[]))
     group by account, party_id order by account, party_id`,
    [parties.map(({ account }) => account), parties.map(({ partyId }) => partyId)],
  )
}

/** Nothing that passes over all entries is given up for its length: a ledger only grows. */
export async function waitForLedger(tx: Db): Promise<void> {
  await tx.query('set local statement_timeout = 0', [])
}

/** Locks the account of an app or network until the end of the transaction: settlements of it go one by one. */
export async function lockAccount(tx: Db, { account, partyId }: Party): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`ledger ${account} ${partyId}`])
}
