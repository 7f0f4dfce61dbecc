import type { SecretPrints } from '@quoin/core/credentials/judge-secret.ts'
import type { Db } from '../pg/database.ts'

/** Held to the end of the transaction: processes that start together decide one after the other. */
const lock = `select pg_advisory_xact_lock(hashtextextended('master secret', 0))`

export async function findSecretPrints(tx: Db): Promise<SecretPrints | undefined> {
  await tx.query(lock, [])
  const [row] = await tx.query<SecretPrints>('select current, previous from master_secret', [])
  return row
}

export async function upsertSecretPrints(tx: Db, { current, previous }: SecretPrints): Promise<void> {
  await tx.query(
    `insert into master_secret (current, previous) values ($1, $2)
     on conflict (is_only) do update set current = excluded.current, previous = excluded.previous, changed_at = now()`,
    [current, previous],
  )
}
