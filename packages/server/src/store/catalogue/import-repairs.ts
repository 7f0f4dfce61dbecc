import type { Repairs } from '@quoin/core/offers/repair/repairs.ts'
import type { Db } from '../pg/database.ts'

/** The repairs that are accepted for files of a network. */
export async function findImportRepairs(db: Db, networkId: number): Promise<Repairs | undefined> {
  const [row] = await db.query<{ repairs: Repairs }>(
    'select repairs from import_repairs where network_id = $1',
    [networkId],
  )
  return row?.repairs
}

interface KeptRepairs {
  readonly networkId: number
  readonly repairs: Repairs
  readonly nowMs: number
}

export async function upsertImportRepairs(tx: Db, { networkId, repairs, nowMs }: KeptRepairs): Promise<void> {
  await tx.query(
    `insert into import_repairs (network_id, repairs, updated_at) values ($1, $2::jsonb, to_timestamp($3 / 1000.0))
     on conflict (network_id) do update set repairs = excluded.repairs, updated_at = excluded.updated_at`,
    [networkId, JSON.stringify(repairs), nowMs],
  )
}
