import { writeCsvCell } from '@quoin/core/lists/csv-cell.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import { listFileColumns } from '@quoin/core/lists/read-list-row.ts'

/** Entries as the lines of a list file, its head first; no cell is a formula. */
export async function* writeListLines(
  entries: AsyncIterable<KeptListEntry>,
): AsyncGenerator<string, void, undefined> {
  yield `${listFileColumns.join(',')}\n`
  for await (const entry of entries) yield `${cellsOf(entry).map(writeCsvCell).join(',')}\n`
}

function cellsOf(entry: KeptListEntry): string[] {
  const { action, kind, value, appId, reason, expiresAtMs, actor, createdAtMs } = entry
  const ends = expiresAtMs === null ? 'never' : new Date(expiresAtMs).toISOString()
  return [action, kind, value, String(appId ?? ''), reason, ends, actor, new Date(createdAtMs).toISOString()]
}
