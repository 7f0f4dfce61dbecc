import {
  changeAlertRule as changeOperation,
  listAlertRules as rulesOperation,
  listAlerts as operation,
} from '@quoin/contract/operator/overview/alert-operations.ts'
import { alertRuleNames, alertRules } from '@quoin/core/alerts/alert-rule.ts'
import { runbookPath } from '@quoin/core/alerts/runbook.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { rulesInForce, updateAlertRule } from '../../../features/alerts/alert-rules.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import type { Ports } from '../../../ports/ports.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'

export const listAlerts = staffRoute(operation, async ({ ports: { db, store }, query }) => {
  const slice = sliceOf(query, '-time')
  const isOpen = query.state === undefined ? null : query.state === 'open'
  const page = await store.alerts.listAlertPage(db, { isOpen }, slice)
  return listAnswer(page, slice, ({ beganAtMs, endedAtMs, ...alert }) => ({
    ...alert,
    runbook: runbookPath(alert.rule),
    began_at: secondsOf(beganAtMs),
    ended_at: secondsOf(endedAtMs),
  }))
})

export const listAlertRules = staffRoute(rulesOperation, async ({ ports }) => ({
  data: await presentRules(ports),
  message: 'All rules.',
}))

export const changeAlertRule = staffRoute(changeOperation, async ({ ports, path, body, staff }) => {
  const { on: isOn, threshold } = body
  const rule = await updateAlertRule(ports, { rule: path.rule, isOn, threshold, actor: staff.actor })
  return { data: await presentRules(ports), message: `“${alertRules[rule].title}” is changed.` }
})

async function presentRules(ports: Pick<Ports, 'db' | 'store'>) {
  const inForce = await rulesInForce(ports)
  return alertRuleNames.map((rule) => {
    const { severity, title, description, threshold } = alertRules[rule]
    const value = inForce[rule].threshold
    return {
      rule,
      severity,
      title,
      description,
      on: inForce[rule].isOn,
      threshold: threshold === null ? null : { value, ...threshold },
    }
  })
}
