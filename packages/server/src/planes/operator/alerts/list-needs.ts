import { listNeeds as operation } from '@quoin/contract/operator/overview/need-operations.ts'
import { runbookPath } from '@quoin/core/alerts/runbook.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { listNeeds as list } from '../../../features/alerts/list-needs.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

export const listNeeds = staffRoute(operation, async ({ ports }) => {
  const needs = await list(ports)
  const data = needs.map(({ sinceMs, amountMicros, isUrgent, ...need }) => ({
    ...need,
    runbook: runbookPath(need.rule),
    since: secondsOf(sinceMs),
    amount: amountMicros === null ? null : formatMicros(amountMicros),
    urgent: isUrgent,
  }))
  return { data, message: data.length === 0 ? 'All quiet.' : `${data.length} need a person.` }
})
