import type { TransactionTwin } from '@quoin/core/conversions/transaction-use.ts'
import { byIndex } from './conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/**
 * The lock under which it is decided who is paid for a transaction of an offer: reports on different clicks, claims
 * and confirmations may name the same. Taken after the locks of users and offers
 * (store/conversions/conversion-columns.ts), in the order of the keys, so that no two wait for each other.
 */
export function transactionLockKey(offerId: string, txnId: string): string {
  return `hashtextextended('transaction ' || ${offerId} || ' ' || ${txnId}, 0)`
}

export interface OfferTransaction {
  readonly offerId: number
  readonly txnId: string
}

/** With the keyed digest, in hexadecimal, by which a claim knows it whose user was erased. */
export interface KnownTransaction extends OfferTransaction {
  readonly digest: string
}

const transactionRow: RowColumns<OfferTransaction> = { offerId: 'bigint', txnId: 'text' }
const knownRow: RowColumns<KnownTransaction> = { ...transactionRow, digest: 'text' }

/** Locks transactions until the end of the database's. */
export async function lockTransactions(tx: Db, transactions: readonly OfferTransaction[]): Promise<void> {
  await tx.query(
    `select pg_advisory_xact_lock(k.key)
     from (select distinct ${transactionLockKey('w."offerId"', 'w."txnId"')} as key
       from ${rowsFrom(transactionRow, 'w')} order by key) k`,
    valuesOf(transactionRow, transactions),
  )
}

export interface Twin extends TransactionTwin {
  readonly offerId: number
  readonly isTest: boolean
}

const twinColumns = `id, app_id, click_id, offer_id, is_test, goal, txn_id, former_txn_id, status, reason, reported_status,
  network_state`

/** More conversions of one transaction than a batch can take away are not looked at. */
const twinsMax = 1_000

/** The transaction that found an erased claim is the one that it claimed. */
const foundBy = [
  ['txn_id = w."txnId"', 'claim_txn_id'],
  ['former_txn_id = w."txnId"', 'claim_txn_id'],
  ['claim_txn_id = w."txnId"', 'claim_txn_id'],
  [`claim_txn_digest = decode(w.digest, 'hex')`, 'w."txnId"'],
] as const

/** All that stands in the way of paying for these transactions, or was rejected by them, by the indexes of their ids. */
export async function listTwins(tx: Db, transactions: readonly KnownTransaction[]): Promise<Twin[]> {
  const twinsBy = ([condition, claimed]: (typeof foundBy)[number]): string =>
    `(select ${twinColumns}, ${claimed} as claim_txn_id from conversions c
       where c.offer_id = w."offerId" and c.${condition}
         and (c.status in ('approved', 'pending') or c.reported_status in ('reversed', 'rejected')
           or c.network_state = 'reversed' or c.reason in ('refused', 'withheld'))
       limit ${twinsMax})`
  return await tx.query(
    `select distinct on (v.id) v.id, v.app_id as "appId", v.click_id as "clickId", v.offer_id as "offerId", v.is_test as "isTest", v.goal,
       v.txn_id as "txnId", v.former_txn_id as "formerTxnId", v.claim_txn_id as "claimTxnId", v.status, v.reason,
       v.reported_status as "reportedStatus", v.network_state as "networkState"
     from ${rowsFrom(knownRow, 'w')} cross join lateral (
       select * from (${foundBy.map(twinsBy).join(' union all ')}) c ${byIndex}
     ) v
     order by v.id, v.claim_txn_id`,
    valuesOf(knownRow, transactions),
  )
}

/** Whether the publisher's name for the transaction of a conversion was erased with its user. */
export async function isClaimErased(tx: Db, conversionId: string): Promise<boolean> {
  const rows = await tx.query(
    'select from conversions where id = $1 and claim_txn_digest is not null and claim_txn_id is null',
    [conversionId],
  )
  return rows.length > 0
}
