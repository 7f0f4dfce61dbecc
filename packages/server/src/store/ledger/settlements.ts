import type { Settlement } from '@quoin/core/ledger/book-settlement.ts'
import type { Db } from '../pg/database.ts'

const settlementColumns = `id, kind, reference, app_id as "appId", network_id as "networkId",
  amount_micros as "amountMicros", reason, actor, settled_at as "settledAtMs"`

/** Undefined when there is one of that reference already, in which case nothing is written. */
export async function insertSettlement(tx: Db, settlement: Settlement): Promise<Settlement | undefined> {
  const { id, kind, reference, appId, networkId, amountMicros, reason, actor, settledAtMs } = settlement
  const [row] = await tx.query<Settlement>(
    `insert into settlements (id, kind, reference, app_id, network_id, amount_micros, reason, actor, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, to_timestamp($9::bigint / 1000.0))
     on conflict (reference) do nothing
     returning ${settlementColumns}`,
    [id, kind, reference, appId, networkId, amountMicros, reason, actor, settledAtMs],
  )
  return row
}

export async function findSettlement(db: Db, reference: string): Promise<Settlement | undefined> {
  const [row] = await db.query<Settlement>(
    `select ${settlementColumns} from settlements where reference = $1`,
    [reference],
  )
  return row
}

/** Whether an app was paid after a moment. There are about as many settlements as weeks. */
export async function isPaidSince(db: Db, appId: number, sinceMs: number): Promise<boolean> {
  const [row] = await db.query<{ is: boolean }>(
    `select exists (select from settlements where app_id = $1 and kind = 'paid'
       and settled_at >= to_timestamp($2::bigint / 1000.0)) as is`,
    [appId, sinceMs],
  )
  return row?.is ?? false
}

interface SettlementPage {
  readonly appId?: number | undefined
  readonly networkId?: number | undefined
  /** The id of the last one of the page before. */
  readonly beforeId?: string | undefined
  readonly limit: number
}

/** Newest first. */
export async function listSettlements(
  db: Db,
  { appId, networkId, beforeId, limit }: SettlementPage,
): Promise<Settlement[]> {
  return await db.query(
    `select ${settlementColumns} from settlements
     where ($1::bigint is null or app_id = $1) and ($2::bigint is null or network_id = $2)
       and ($3::uuid is null or id < $3)
     order by id desc limit $4`,
    [appId ?? null, networkId ?? null, beforeId ?? null, limit],
  )
}
