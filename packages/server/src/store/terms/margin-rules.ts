import type { MarginRule } from '@quoin/core/terms/margin-rule.ts'
import type { Db } from '../pg/database.ts'

const ruleColumns = `id, offer_id as "offerId", app_id as "appId", country, basis_points as "basisPoints"`

/** All of them: rules are few, and every process holds them in memory. */
export async function listMarginRules(db: Db): Promise<MarginRule[]> {
  return await db.query(`select ${ruleColumns} from margin_rules order by id`, [])
}

/**
 * What a rule is about names it: setting it again changes its part. The changed rule gets a new id, so that the id
 * that stands with a conversion always means the part it was earned under.
 */
export async function replaceMarginRule(
  tx: Db,
  given: Omit<MarginRule, 'id'>,
): Promise<{ rule: MarginRule; before: MarginRule | undefined }> {
  const { offerId, appId, country, basisPoints } = given
  const [before] = await tx.query<MarginRule>(
    `delete from margin_rules where offer_id is not distinct from $1 and app_id is not distinct from $2
       and country is not distinct from $3
     returning ${ruleColumns}`,
    [offerId, appId, country],
  )
  const [rule] = await tx.query<MarginRule>(
    `insert into margin_rules (offer_id, app_id, country, basis_points) values ($1, $2, $3, $4)
     returning ${ruleColumns}`,
    [offerId, appId, country, basisPoints],
  )
  if (rule === undefined) throw new Error('an insert returned no row')
  return { rule, before }
}

export async function deleteMarginRule(tx: Db, id: number): Promise<MarginRule | undefined> {
  const [row] = await tx.query<MarginRule>(
    `delete from margin_rules where id = $1 returning ${ruleColumns}`,
    [id],
  )
  return row
}
