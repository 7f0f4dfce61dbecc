import type { Db } from '../pg/database.ts'

interface AlertRuleRow {
  readonly rule: string
  readonly isOn: boolean
  readonly threshold: number
}

/** Those that somebody has changed. */
export async function listAlertRules(db: Db): Promise<AlertRuleRow[]> {
  return await db.query('select rule, is_on as "isOn", threshold from alert_rules')
}

export async function upsertAlertRule(db: Db, { rule, isOn, threshold }: AlertRuleRow): Promise<void> {
  await db.query(
    `insert into alert_rules (rule, is_on, threshold) values ($1, $2, $3)
     on conflict (rule) do update set is_on = excluded.is_on, threshold = excluded.threshold`,
    [rule, isOn, threshold],
  )
}
