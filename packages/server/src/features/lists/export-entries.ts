import type { KeptListEntry } from '@quoin/core/lists/list-entry.ts'
import type { Ports } from '../../ports/ports.ts'

const pageRows = 1_000

interface ExportFilter {
  /** Undefined: all. */
  readonly appId?: number | undefined
  /** Asked between pages: throws where whoever asked may not read on. */
  readonly proveAgain?: () => Promise<void>
}

/** Entries in force, in the order of their ids, a page in memory at a time: as an import takes them. */
export async function* exportEntries(
  { db, store, clock }: Pick<Ports, 'db' | 'store' | 'clock'>,
  { appId, proveAgain }: ExportFilter = {},
): AsyncGenerator<KeptListEntry, void, undefined> {
  const nowMs = clock.nowMs()
  for (let afterId = 0; ; ) {
    const page = await store.lists.listEntries(db, { appId, afterId, limit: pageRows })
    yield* page.filter(({ expiresAtMs }) => expiresAtMs === null || expiresAtMs > nowMs)
    const last = page.at(-1)
    if (last === undefined || page.length < pageRows) return
    afterId = last.id
    await proveAgain?.()
  }
}
