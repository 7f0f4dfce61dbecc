import { listAudit as operation } from '@quoin/contract/operator/people/audit-operations.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'

export const listAudit = staffRoute(operation, async ({ ports: { db, store }, query }) => {
  const slice = sliceOf(query, '-id')
  const { action = null, object = null, actor = null, from = null, to = null, publisherId = null } = query
  const filter = { action, object, actor, fromSec: from, toSec: to, publisherId }
  return listAnswer(await store.auditList.listAuditPage(db, filter, slice), slice, (row) => ({
    id: String(row.id),
    at: Math.floor(row.happenedAtMs / 1000),
    actor: row.actor,
    action: row.action,
    object: row.object,
    details: row.details,
  }))
})
