import { writeCsvCell } from '@quoin/core/lists/csv-cell.ts'
import { columnLabel } from '@quoin/core/offers/offer-fields.ts'
import { addedClickIds, joinRepairs } from '@quoin/core/offers/repair/repairs.ts'
import { presetOf } from '../../../networks/index.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'
import type { Ports } from '../../../ports/ports.ts'
import { OfferIntake, type TakenEntry } from '../offer-intake.ts'
import { findRepairs } from './keep-repairs.ts'
import { mapEntry } from './mapped-rows.ts'
import type { FileImport } from './try-import.ts'

interface RefusedRows {
  readonly rowsCount: number
  readonly csv: string
}

/** Rows that an import would refuse, as a file: its own columns and cells, and one more column with the reasons. */
export async function listRefused(
  ports: Pick<Ports, 'db' | 'store' | 'offerFiles'>,
  { network, file, mapping, repairs, addClickId = false }: FileImport,
): Promise<RefusedRows> {
  const { clickParameter } = presetOf(network)
  const accepted = repairs ?? (await findRepairs(ports, network.id))
  const ofThisFile = addClickId ? joinRepairs(accepted, addedClickIds) : accepted
  const intake = new OfferIntake({ clickParameter, repairs: ofThisFile })
  const names = new Set<string>()
  const refused: { readonly cells: Readonly<Record<string, unknown>>; readonly reason: string }[] = []
  for await (const entry of ports.offerFiles.read(file.name, file.bytes)) {
    const cells = 'row' in entry ? entry.row : {}
    for (const name of Object.keys(cells)) names.add(name)
    const taken = intake.take(mapEntry(entry, mapping))
    intake.takeBatch()
    if (taken.offer === undefined) refused.push({ cells, reason: reasonOf(entry, taken) })
  }
  const columns = [...names].filter((name) => name !== reasonColumn)
  const rows = refused.map(({ cells, reason }) => [...columns.map((name) => textOf(cells[name])), reason])
  const csv = [[...columns, reasonColumn], ...rows].map((row) => row.map(writeCsvCell).join(',')).join('\r\n')
  return { rowsCount: refused.length, csv: `${csv}\r\n` }
}

/** Not read when the mended file comes back. */
const reasonColumn = 'Reason'

function reasonOf({ line }: FileEntry, { problems }: TakenEntry): string {
  const reasons = problems.map(({ field, message }) =>
    field === null ? message : `${columnLabel(field) ?? field} ${message}`,
  )
  return `Line ${line}: ${reasons.join('; ')}`
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
