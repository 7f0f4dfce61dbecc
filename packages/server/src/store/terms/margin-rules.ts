import type { DatedMarginRule, MarginRule } from '@quoin/core/terms/margin-rule.ts'
import type { Db } from '../pg/database.ts'

const ruleColumns = `id, offer_id as "offerId", app_id as "appId", country, basis_points as "basisPoints"`

/** All that are in force: rules are few. */
export async function listMarginRules(db: Db): Promise<MarginRule[]> {
  return await db.query(`select ${ruleColumns} from margin_rules where ended_at is null order by id`, [])
}

/** Those and the ones that ended after `sinceMs`: a click of then may still be reported. Every process holds them. */
export async function listMarginHistory(
  db: Db,
  { sinceMs, limit }: { readonly sinceMs: number; readonly limit: number },
): Promise<DatedMarginRule[]> {
  return await db.query(
    `select ${ruleColumns}, began_at as "fromMs", ended_at as "untilMs" from margin_rules
     where ended_at is null or ended_at > to_timestamp($1::bigint / 1000.0)
     order by ended_at desc nulls first, id limit $2`,
    [sinceMs, limit],
  )
}

/**
 * A rule is named by its offer, app and country: setting it again changes its part. The changed rule gets a new id, so
 * that the id that stands with a conversion always means the part it was earned under. Clicks made before keep the
 * former.
 */
export async function replaceMarginRule(
  tx: Db,
  { nowMs, ...given }: Omit<MarginRule, 'id'> & { readonly nowMs: number },
): Promise<{ rule: MarginRule; before: MarginRule | undefined }> {
  const { offerId, appId, country, basisPoints } = given
  const [same] = await tx.query<MarginRule>(
    `select ${ruleColumns} from margin_rules where ended_at is null and offer_id is not distinct from $1
       and app_id is not distinct from $2 and country is not distinct from $3 and basis_points = $4 for update`,
    [offerId, appId, country, basisPoints],
  )
  if (same) return { rule: same, before: same }
  const [before] = await tx.query<MarginRule>(
    `update margin_rules set ended_at = to_timestamp($4::bigint / 1000.0)
     where ended_at is null and offer_id is not distinct from $1 and app_id is not distinct from $2
       and country is not distinct from $3
     returning ${ruleColumns}`,
    [offerId, appId, country, nowMs],
  )
  const [rule] = await tx.query<MarginRule>(
    `insert into margin_rules (offer_id, app_id, country, basis_points, began_at)
     values ($1, $2, $3, $4, to_timestamp($5::bigint / 1000.0))
     returning ${ruleColumns}`,
    [offerId, appId, country, basisPoints, nowMs],
  )
  if (rule === undefined) throw new Error('an insert returned no row')
  return { rule, before }
}

export async function endMarginRule(
  tx: Db,
  { id, nowMs }: { readonly id: number; readonly nowMs: number },
): Promise<MarginRule | undefined> {
  const [row] = await tx.query<MarginRule>(
    `update margin_rules set ended_at = to_timestamp($2::bigint / 1000.0)
     where id = $1 and ended_at is null returning ${ruleColumns}`,
    [id, nowMs],
  )
  return row
}
