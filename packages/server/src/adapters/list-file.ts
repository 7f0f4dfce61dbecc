import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { writeCsvCell } from '@quoin/core/lists/csv-cell.ts'
import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import { listFileColumns } from '@quoin/core/lists/read-list-row.ts'

/** Only its owner may read it: it names users. */
const fileMode = 0o600

/** Writes entries as CSV, as `lists import` reads them; returns how many there were. */
export async function writeListFile(path: string, entries: AsyncIterable<KeptListEntry>): Promise<number> {
  let count = 0
  async function* lines(): AsyncGenerator<string> {
    yield `${listFileColumns.join(',')}\n`
    for await (const entry of entries) {
      count += 1
      yield `${cellsOf(entry).map(writeCsvCell).join(',')}\n`
    }
  }
  await pipeline(Readable.from(lines()), createWriteStream(path, { mode: fileMode }))
  return count
}

function cellsOf(entry: KeptListEntry): string[] {
  const { action, kind, value, appId, reason, expiresAtMs, actor, createdAtMs } = entry
  const ends = expiresAtMs === null ? 'never' : new Date(expiresAtMs).toISOString()
  return [action, kind, value, String(appId ?? ''), reason, ends, actor, new Date(createdAtMs).toISOString()]
}
