import type { TransactionTwin } from '@quoin/core/conversions/transaction-use.ts'
import { byIndex } from './conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/**
 * The lock under which it is decided who is paid for a transaction of an offer: reports on different clicks, claims and
 * confirmations may name the same. Taken after the locks of users and offers (store/conversions/conversion-columns.ts), in the
 * order of the keys, so that no two wait for each other.
 */
export function transactionLockKey(offerId: string, txnId: string): string {
  return `hashtextextended('transaction ' || ${offerId} || ' ' || ${txnId}, 0)`
}

export interface OfferTransaction {
  readonly offerId: number
  readonly txnId: string
}

const transactionRow: RowColumns<OfferTransaction> = { offerId: 'bigint', txnId: 'text' }

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

const twinColumns = `id, app_id, offer_id, is_test, goal, txn_id, former_txn_id, claim_txn_id, status, reason, reported_status,
  network_state`

/** More conversions of one transaction than a batch can take away are not looked at. */
const twinsMax = 1_000

/** All that stands in the way of paying for these transactions, by the indexes of their ids. */
export async function listTwins(tx: Db, transactions: readonly OfferTransaction[]): Promise<Twin[]> {
  const twinsBy = (column: string): string =>
    `(select ${twinColumns} from conversions c
       where c.offer_id = w."offerId" and c.${column} = w."txnId"
         and (c.status in ('approved', 'pending') or c.reported_status = 'reversed' or c.network_state = 'reversed')
       limit ${twinsMax})`
  return await tx.query(
    `select distinct on (v.id) v.id, v.app_id as "appId", v.offer_id as "offerId", v.is_test as "isTest", v.goal,
       v.txn_id as "txnId", v.former_txn_id as "formerTxnId", v.claim_txn_id as "claimTxnId", v.status, v.reason,
       v.reported_status as "reportedStatus", v.network_state as "networkState"
     from ${rowsFrom(transactionRow, 'w')} cross join lateral (
       select * from (${['txn_id', 'former_txn_id', 'claim_txn_id'].map(twinsBy).join(' union all ')}) c ${byIndex}
     ) v
     order by v.id`,
    valuesOf(transactionRow, transactions),
  )
}
