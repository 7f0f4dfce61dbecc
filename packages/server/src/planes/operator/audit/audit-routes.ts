import {
  countAudit as countOperation,
  exportAudit as exportOperation,
  listAuditGroups as groupsOperation,
  listAudit as operation,
} from '@quoin/contract/operator/people/audit-operations.ts'
import { actionsOf } from '@quoin/core/audit/audit-actions.ts'
import {
  type AuditGroup,
  type AuditKind,
  auditGroupNames,
  auditGroups,
} from '@quoin/core/audit/audit-kinds.ts'
import type { NotedChange } from '@quoin/core/audit/change-facts.ts'
import { textOf } from '@quoin/core/audit/piece.ts'
import { type ToldChange, wholeSentence } from '@quoin/core/audit/tell-change.ts'
import { tellGroup } from '@quoin/core/audit/tell-group.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { countAudit as count } from '../../../features/audit/count-changes.ts'
import { exportChanges } from '../../../features/audit/export-changes.ts'
import { type ChangesAsked, listChangeGroups, listChanges } from '../../../features/audit/list-changes.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'

interface AuditQuery {
  readonly action: string | undefined
  readonly kinds: readonly (AuditKind | AuditGroup)[] | undefined
  readonly object: string | undefined
  readonly actor: string | undefined
  readonly actors: readonly string[] | undefined
  readonly from: number | undefined
  readonly to: number | undefined
  readonly publisherId: number | undefined
  readonly firstId: number | undefined
  readonly lastId: number | undefined
  readonly search: string | undefined
}

function askedOf({ kinds, actor, actors, from, to, ...query }: AuditQuery): ChangesAsked {
  const {
    action = null,
    object = null,
    publisherId = null,
    firstId = null,
    lastId = null,
    search = null,
  } = query
  return {
    action,
    object,
    publisherId,
    firstId,
    lastId,
    search,
    actions: kinds?.flatMap((kind) => actionsOf(kind)) ?? null,
    actors: actor === undefined ? (actors ?? null) : [actor],
    fromSec: from ?? null,
    toSec: to ?? null,
  }
}

const listAudit = staffRoute(operation, async ({ ports, query }) => {
  const slice = sliceOf(query, '-id')
  return listAnswer(await listChanges(ports, askedOf(query), slice), slice, ({ row, told }) =>
    presentChange(row, told),
  )
})

const listAuditGroups = staffRoute(groupsOperation, async ({ ports, query }) => {
  const slice = sliceOf({ ...query, sort: undefined }, '-id')
  return listAnswer(await listChangeGroups(ports, askedOf(query), slice), slice, ({ row, told }) => ({
    ...presentChange(row, tellGroup(told, row.action, row.count)),
    count: row.count,
    first_id: String(row.firstId),
    first_at: secondsOf(row.firstAtMs),
  }))
})

const countAudit = staffRoute(countOperation, async ({ ports, query: { from = null, to = null } }) => {
  const { actors, kinds, lastBeforeMs } = await count(ports, { fromSec: from, toSec: to })
  const groups = auditGroupNames.map((group) => {
    const { label, short, kinds: own } = auditGroups[group]
    return { group, label, short, kinds: Object.entries(own).map(([kind, name]) => ({ kind, label: name })) }
  })
  const data = { last_before: secondsOf(lastBeforeMs), actors, groups, counts: kinds }
  return { data, message: `${actors.length} have changed something.` }
})

const exportAudit = staffRoute(exportOperation, async ({ ports, query, proveAgain }) => {
  const bytes = await exportChanges(ports, { asked: askedOf(query), proveAgain })
  return { file: { name: 'audit.csv', type: 'text/csv', bytes } }
})

function presentChange(row: NotedChange, told: ToldChange) {
  const { actor, kind: _kind, ...words } = told
  const { origin } = row
  return {
    id: String(row.id),
    at: secondsOf(row.happenedAtMs),
    who: actor,
    ...words,
    text: textOf(wholeSentence(told)),
    origin: origin && { request_id: origin.requestId, tool: origin.tool, address: origin.address },
    actor: row.actor,
    action: row.action,
    object: row.object,
    details: row.details,
  }
}

export const auditRoutes = [listAudit, listAuditGroups, countAudit, exportAudit] as const
