import type { FieldProblem } from '@quoin/core/errors.ts'
import type { NewListEntry } from '@quoin/core/lists/read-list-entry.ts'
import { readListRow } from '@quoin/core/lists/read-list-row.ts'
import type { Db } from '../../store/pg/database.ts'
import type { ListNeeds } from './add-list-entry.ts'

/** One entry of a list file. */
type ListFileEntry =
  | { readonly line: number; readonly row: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string }

interface ImportRequest {
  readonly entries: AsyncIterable<ListFileEntry>
  /** For rows that name no app; null: the whole platform. */
  readonly appId: number | null
  readonly actor: string
  /** Read and judge everything, and change nothing. */
  readonly isDryRun: boolean
}

interface ImportReport {
  /** Rows that were read, bad ones included. */
  readonly rows: number
  /** Entries that are new or changed; the others stood there already. */
  readonly changed: number
  readonly unchanged: number
  readonly refused: number
  /** The first of them. */
  readonly problems: readonly { readonly line: number; readonly problem: string }[]
}

const batchRows = 2_000
const problemsMax = 100

/**
 * Puts the rows of a file on their lists, in one change set: all of its good rows are in force at one moment, and
 * none of them when it breaks off. Bad rows are named with their lines and change nothing. Memory does not grow with
 * the file.
 */
export async function importEntries(ports: ListNeeds, request: ImportRequest): Promise<ImportReport> {
  const { db, store, clock, snapshots } = ports
  const nowMs = clock.nowMs()
  const report = await db.transaction(async (tx) => {
    await store.lists.lockImports(tx)
    const apps = new Set((await store.apps.listApps(tx)).map(({ id }) => id))
    const tally = { rows: 0, changed: 0, unchanged: 0, refused: 0 }
    const problems: { line: number; problem: string }[] = []
    let batch = new Map<string, NewListEntry>()
    const flush = async (): Promise<void> => {
      const changed = request.isDryRun ? 0 : await write(ports, tx, { batch, actor: request.actor, nowMs })
      tally.changed += changed
      tally.unchanged += batch.size - changed
      batch = new Map()
    }
    for await (const given of request.entries) {
      tally.rows += 1
      const read = 'problem' in given ? given.problem : readRow(given.row, { ...request, apps, nowMs })
      if (typeof read === 'string') {
        tally.refused += 1
        if (problems.length < problemsMax) problems.push({ line: given.line, problem: read })
        continue
      }
      // The last of several rows about the same thing counts.
      batch.set(`${read.appId} ${read.kind} ${read.value}`, read)
      if (batch.size >= batchRows) await flush()
    }
    await flush()
    if (tally.changed > 0) await store.snapshotVersions.bumpSnapshot(tx, 'lists')
    return { ...tally, problems }
  })
  if (report.changed > 0) await snapshots.refresh('lists')
  return report
}

interface RowContext {
  readonly appId: number | null
  readonly apps: ReadonlySet<number>
  readonly nowMs: number
}

/** The entry, or what is wrong with the row. */
function readRow(
  row: Readonly<Record<string, unknown>>,
  { apps, ...defaults }: RowContext,
): NewListEntry | string {
  const reading = readListRow(row, defaults)
  if (!reading.ok) return reading.problems.map(tellProblem).join('; ')
  const { appId } = reading.entry
  return appId === null || apps.has(appId) ? reading.entry : `app_id ${appId} is no app`
}

function tellProblem({ field, message }: FieldProblem): string {
  return `${field} ${message}`
}

interface Batch {
  readonly batch: ReadonlyMap<string, NewListEntry>
  readonly actor: string
  readonly nowMs: number
}

async function write({ store }: ListNeeds, tx: Db, { batch, actor, nowMs }: Batch): Promise<number> {
  if (batch.size === 0) return 0
  return await store.lists.upsertEntries(tx, [...batch.values()], { actor, nowMs })
}
