import type { NotedChange } from '@quoin/core/audit/change-facts.ts'
import { auditGroups } from '@quoin/core/audit/audit-kinds.ts'
import { textOf } from '@quoin/core/audit/piece.ts'
import { type ToldChange, wholeSentence } from '@quoin/core/audit/tell-change.ts'
import type { Ports } from '../../ports/ports.ts'
import { readAll, writeCsv } from '../history/export-own.ts'
import { type ChangesAsked, listChanges } from './list-changes.ts'

interface ExportAsked {
  readonly asked: ChangesAsked
  readonly proveAgain: () => Promise<void>
}

type Cell = (change: NotedChange, told: ToldChange) => string

const columns: Readonly<Record<string, Cell>> = {
  id: ({ id }) => String(id),
  time: ({ happenedAtMs }) => new Date(happenedAtMs).toISOString(),
  sentence: (_change, told) => textOf(wholeSentence(told)),
  reason: (_change, { reason }) => reason ?? '',
  change: (_change, { more }) => textOf(more),
  kind: (_change, { group }) => auditGroups[group].label,
  actor: ({ actor }) => actor,
  action: ({ action }) => action,
  object: ({ object }) => object,
  details: ({ details }) => JSON.stringify(details),
  request_id: ({ origin }) => origin?.requestId ?? '',
  tool: ({ origin }) => origin?.tool ?? '',
  address: ({ origin }) => origin?.address ?? '',
}

/** Changes as a CSV file, newest first: each as its sentence and as it is kept. */
export async function exportChanges(
  needs: Pick<Ports, 'db' | 'store'>,
  { asked, proveAgain }: ExportAsked,
): Promise<Buffer> {
  const rows = await readAll((slice) => listChanges(needs, asked, { ...slice, sort: 'id' }), proveAgain)
  const cells = Object.values(columns)
  return writeCsv(
    Object.keys(columns),
    rows.map(({ row, told }) => cells.map((cell) => cell(row, told))),
  )
}
