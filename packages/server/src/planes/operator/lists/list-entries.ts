import {
  addListEntry as addOperation,
  exportListEntries as exportOperation,
  importListEntries as importOperation,
  listListEntries as operation,
  removeListEntry as removeOperation,
} from '@quoin/contract/operator/users/list-entry-operations.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import { secondsOf } from '@quoin/core/time/seconds-of.ts'
import { addListEntry as add } from '../../../features/lists/add-list-entry.ts'
import { exportEntries } from '../../../features/lists/export-entries.ts'
import { importEntries } from '../../../features/lists/import-entries.ts'
import { removeListEntry as remove } from '../../../features/lists/remove-list-entry.ts'
import { writeListLines } from '../../../features/lists/write-list-lines.ts'
import { staffRoute } from '../../../http/staff/staff-route.ts'
import { listAnswer, sliceOf } from '../../../http/staff/list-answer.ts'

const listListEntries = staffRoute(operation, async ({ ports: { db, store, clock }, query }) => {
  const slice = sliceOf(query, '-time')
  const nowMs = clock.nowMs()
  const filter = {
    action: query.action ?? null,
    kind: query.kind ?? null,
    scope: query.scope ?? query.app ?? null,
    search: query.search ?? null,
    state: query.state ?? null,
    nowMs,
  }
  return listAnswer(await store.listPage.listEntryPage(db, filter, slice), slice, (row) => ({
    ...presentEntry(row),
    app: row.app,
    is_active: row.expiresAtMs === null || row.expiresAtMs > nowMs,
    hits: row.hits,
    last_hit_at: secondsOf(row.lastHitAtMs),
  }))
})

const addListEntry = staffRoute(addOperation, async ({ ports, body, staff: { actor } }) => {
  const { action, kind, value, appId = null, reason = '', expiresAt } = body
  const expiresAtMs = typeof expiresAt === 'number' ? expiresAt * 1000 : expiresAt
  const entry = await add(ports, { action, kind, value, appId, reason, expiresAtMs, actor })
  return { data: presentEntry(entry), message: 'It is in force.' }
})

const removeListEntry = staffRoute(removeOperation, async ({ ports, path, staff: { actor } }) => {
  const entry = await remove(ports, { id: path.entryId, actor })
  return { data: presentEntry(entry), message: 'The entry is removed.' }
})

const importListEntries = staffRoute(importOperation, async ({ ports, body, staff: { actor } }) => {
  const entries = ports.offerFiles.read('lists.csv', Buffer.from(body.text))
  const { appId = null, dryRun: isDryRun = false } = body
  const { problems, ...counts } = await importEntries(ports, { entries, appId, actor, isDryRun })
  const data = {
    ...counts,
    problems: problems.map(({ line, problem }) => ({ line, message: problem })),
  }
  return {
    data,
    message: isDryRun ? 'Nothing was written.' : `${counts.changed} entries are new or changed.`,
  }
})

const exportListEntries = staffRoute(exportOperation, async ({ ports, query, proveAgain }) => {
  const entries = exportEntries(ports, { appId: query.app, proveAgain })
  const lines = await Array.fromAsync(writeListLines(entries))
  return { file: { name: 'lists.csv', type: 'text/csv', bytes: Buffer.from(lines.join('')) } }
})

function presentEntry(entry: KeptListEntry) {
  const { id, action, kind, value, appId, reason, actor, createdAtMs, expiresAtMs } = entry
  return {
    id: String(id),
    action,
    kind,
    value,
    reason,
    actor,
    app_id: appId === null ? null : String(appId),
    created_at: secondsOf(createdAtMs),
    expires_at: secondsOf(expiresAtMs),
  }
}

export const listEntryRoutes = [
  listListEntries,
  addListEntry,
  removeListEntry,
  importListEntries,
  exportListEntries,
] as const
