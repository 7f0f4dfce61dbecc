import { type AlertRuleName, alertRules } from './alert-rule.ts'

/** The path at which the server itself serves the page; null where the rule has none. */
export function runbookPath(rule: AlertRuleName): string | null {
  const { runbook } = alertRules[rule]
  return runbook === null ? null : `/docs/runbooks/${runbook}`
}
