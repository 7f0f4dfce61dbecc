import type { Db } from '../pg/database.ts'
import type { Step } from '../pg/send-ahead.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

/** An idempotency key, as one app has sent it in one mode. */
interface ClaimKey {
  readonly appId: number
  readonly isTest: boolean
  readonly key: string
}

/** The request with its key, and its outcome. */
export interface UsedClaimKey extends ClaimKey {
  /** SHA-256 of the body, in hexadecimal. */
  readonly bodyDigest: string
  readonly conversionId: string
}

const keyRow: RowColumns<ClaimKey> = { appId: 'bigint', isTest: 'boolean', key: 'text' }

/** Those of the keys that were used before. */
export async function listUsedKeys(tx: Db, keys: readonly ClaimKey[]): Promise<UsedClaimKey[]> {
  return await tx.query(
    `select k.app_id as "appId", k.is_test as "isTest", k.key, encode(k.body_digest, 'hex') as "bodyDigest",
       k.conversion_id as "conversionId"
     from ${rowsFrom(keyRow, 'w')} join claim_keys k
       on k.app_id = w."appId" and k.is_test = w."isTest" and k.key = w.key`,
    valuesOf(keyRow, keys),
  )
}

const usedKeyRow: RowColumns<UsedClaimKey> = { ...keyRow, bodyDigest: 'text', conversionId: 'uuid' }

/** Keys that the transaction has locked, and whose conversions it has written. */
export function insertUsedKeys(keys: readonly UsedClaimKey[]): Step {
  return {
    text: `insert into claim_keys (app_id, is_test, key, body_digest, conversion_id)
      select w."appId", w."isTest", w.key, decode(w."bodyDigest", 'hex'), w."conversionId"
      from ${rowsFrom(usedKeyRow, 'w')}`,
    values: valuesOf(usedKeyRow, keys),
  }
}

/** Deleted, because the request behind a key may name the user. */
export async function eraseUsedKeys(tx: Db, conversionIds: readonly string[]): Promise<void> {
  await tx.query('delete from claim_keys where conversion_id = any($1::uuid[])', [conversionIds])
}
