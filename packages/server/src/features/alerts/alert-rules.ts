import {
  type AlertRuleName,
  alertRuleNames,
  alertRules,
  type RuleInForce,
} from '@quoin/core/alerts/alert-rule.ts'
import { invalidFields, notFound } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import { noteChange } from '../audit/note-change.ts'

/** All rules as they are in force: the standard, or what somebody chose. */
export async function rulesInForce({
  db,
  store,
}: Pick<Ports, 'db' | 'store'>): Promise<Readonly<Record<AlertRuleName, RuleInForce>>> {
  const chosen = new Map((await store.alertRules.listAlertRules(db)).map((row) => [row.rule, row]))
  const inForce = alertRuleNames.map((rule) => {
    const { isOn, threshold } = alertRules[rule]
    const row = chosen.get(rule)
    return [rule, { isOn: row?.isOn ?? isOn, threshold: row?.threshold ?? threshold?.standard ?? 0 }] as const
  })
  return Object.fromEntries(inForce) as Record<AlertRuleName, RuleInForce> // one for each of the names
}

interface RuleChange {
  readonly rule: string
  readonly isOn?: boolean | undefined
  readonly threshold?: number | undefined
  readonly actor: string
}

/** Chooses whether a rule is sent, and where it begins. Throws RESOURCE_NOT_FOUND and INVALID_REQUEST. */
export async function updateAlertRule(
  ports: Pick<Ports, 'db' | 'store' | 'clock'>,
  { rule: name, isOn, threshold, actor }: RuleChange,
): Promise<AlertRuleName> {
  const rule = alertRuleNames.find((one) => one === name)
  if (rule === undefined) throw notFound(`There is no alert rule ${name}.`)
  const bounds = alertRules[rule].threshold
  if (threshold !== undefined && (bounds === null || threshold < bounds.min || threshold > bounds.max)) {
    const message =
      bounds === null ? 'is not a part of this rule' : `must be from ${bounds.min} to ${bounds.max}`
    throw invalidFields([{ field: 'threshold', rule: 'range', message }])
  }
  const before = (await rulesInForce(ports))[rule]
  const after = { isOn: isOn ?? before.isOn, threshold: threshold ?? before.threshold }
  await ports.db.transaction(async (tx) => {
    await ports.store.alertRules.upsertAlertRule(tx, { rule, ...after })
    const change = { action: 'alert_rule.updated' as const, object: `alert_rule:${rule}`, before, after }
    await noteChange({ ...ports, actor }, tx, change)
  })
  return rule
}
