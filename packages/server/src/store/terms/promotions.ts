import type { Promotion } from '@quoin/core/terms/promotion.ts'
import type { Db } from '../pg/database.ts'

const promotionColumns = `id, app_id as "appId", name, basis_points as "basisPoints",
  from_at as "fromMs", to_at as "toMs"`

/** Those that ended after `sinceMs`: a click of then may still be reported. */
export async function listPromotions(
  db: Db,
  { sinceMs, appId }: { sinceMs: number; appId?: number | undefined },
): Promise<Promotion[]> {
  return await db.query(
    `select ${promotionColumns} from promotions
     where to_at > to_timestamp($1::bigint / 1000.0) and ($2::bigint is null or app_id = $2)
     order by from_at, id`,
    [sinceMs, appId ?? null],
  )
}

/** Locks the promotions of an app until the end of the transaction, so that no two can overlap. */
export async function lockPromotions(tx: Db, appId: number): Promise<void> {
  await tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`promotions ${appId}`])
}

export async function insertPromotion(tx: Db, promotion: Omit<Promotion, 'id'>): Promise<Promotion> {
  const { appId, name, basisPoints, fromMs, toMs } = promotion
  const [row] = await tx.query<Promotion>(
    `insert into promotions (app_id, name, basis_points, from_at, to_at)
     values ($1, $2, $3, to_timestamp($4::bigint / 1000.0), to_timestamp($5::bigint / 1000.0))
     returning ${promotionColumns}`,
    [appId, name, basisPoints, fromMs, toMs],
  )
  if (row === undefined) throw new Error('an insert returned no row')
  return row
}

/** A promotion that was ended, with the time at which it would have. */
type EndedPromotion = Promotion & { readonly toBeforeMs: number }

/** Ends one that runs, and takes back one that has not begun; undefined when there is none that is not over. */
export async function endPromotion(tx: Db, id: number, nowMs: number): Promise<EndedPromotion | undefined> {
  const [ended] = await tx.query<EndedPromotion>(
    `update promotions set to_at = to_timestamp($2::bigint / 1000.0)
     where id = $1 and from_at < to_timestamp($2::bigint / 1000.0) and to_at > to_timestamp($2::bigint / 1000.0)
     returning ${promotionColumns},
       (select was.to_at from promotions was where was.id = promotions.id) as "toBeforeMs"`,
    [id, nowMs],
  )
  if (ended !== undefined) return ended
  const [removed] = await tx.query<Promotion>(
    `delete from promotions where id = $1 and from_at >= to_timestamp($2::bigint / 1000.0)
     returning ${promotionColumns}`,
    [id, nowMs],
  )
  return removed && { ...removed, toBeforeMs: removed.toMs }
}
