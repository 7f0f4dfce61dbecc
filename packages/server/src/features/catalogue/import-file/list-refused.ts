import { writeCsvCell } from '@quoin/core/lists/csv-cell.ts'
import { columnLabel } from '@quoin/core/offers/offer-fields.ts'
import { addedClickIds, joinRepairs } from '@quoin/core/offers/repair/repairs.ts'
import { presetOf } from '../../../networks/index.ts'
import type { FileEntry } from '../../../ports/offer-files.ts'
import type { Ports } from '../../../ports/ports.ts'
import { ratesOfNow } from '../../terms/rates-of-now.ts'
import { OfferIntake, type TakenOffer } from '../offer-intake.ts'
import { findRepairs } from './keep-repairs.ts'
import { type ColumnMapping, mapEntry } from './mapped-rows.ts'
import type { FileImport } from './try-import.ts'

type Cells = Readonly<Record<string, unknown>>

interface RefusedRows {
  readonly rowsCount: number
  readonly csv: string
}

/** Rows that an import would refuse, as a file: its own columns and cells, and one more column with the reasons. */
export async function listRefused(
  ports: Pick<Ports, 'db' | 'store' | 'clock' | 'offerFiles'>,
  { network, file, mapping, repairs, addClickId = false }: FileImport,
): Promise<RefusedRows> {
  const { clickParameter } = presetOf(network)
  const accepted = repairs ?? (await findRepairs(ports, network.id))
  const ofThisFile = addClickId ? joinRepairs(accepted, addedClickIds) : accepted
  const intake = new OfferIntake({
    clickParameter,
    repairs: ofThisFile,
    rateOf: await ratesOfNow(ports, ports.db),
    currency: network.currency,
  })
  const given = openGivenCells()
  const entries = given.note(ports.offerFiles.read(file.name, file.bytes), mapping)
  const refused: RefusedRow[] = []
  for await (const taken of intake.take(entries)) {
    intake.takeBatch()
    if (taken.offer !== undefined) continue
    for (const { entry, line } of taken.entries) {
      refused.push({ line, cells: given.of(entry), reason: reasonOf(line, taken) })
    }
  }
  return { rowsCount: refused.length, csv: writeRefused(given.names, refused) }
}

/** Entries under our names, and the cells of each as the file has them. */
function openGivenCells() {
  const names = new Set<string>()
  const given = new WeakMap<FileEntry, Cells>()
  return {
    names,
    async *note(entries: AsyncIterable<FileEntry>, mapping: ColumnMapping): AsyncGenerator<FileEntry> {
      for await (const entry of entries) {
        const cells = 'row' in entry ? entry.row : {}
        for (const name of Object.keys(cells)) names.add(name)
        const mapped = mapEntry(entry, mapping)
        given.set(mapped, cells)
        yield mapped
      }
    },
    of: (mapped: FileEntry): Cells => given.get(mapped) ?? {},
  }
}

interface RefusedRow {
  readonly line: number
  readonly cells: Cells
  readonly reason: string
}

/** In the order of the file: a row that repeats an offer is told before the others of it. */
function writeRefused(names: ReadonlySet<string>, refused: readonly RefusedRow[]): string {
  const columns = [...names].filter((name) => name !== reasonColumn)
  const rows = refused
    .toSorted((one, other) => one.line - other.line)
    .map(({ cells, reason }) => [...columns.map((name) => textOf(cells[name])), reason])
  const csv = [[...columns, reasonColumn], ...rows].map((row) => row.map(writeCsvCell).join(',')).join('\r\n')
  return `${csv}\r\n`
}

/** Not read when the mended file comes back. */
const reasonColumn = 'Reason'

/** Its own problems first, then those of other lines of its offer. */
function reasonOf(own: number, { problems }: TakenOffer): string {
  const sorted = problems.toSorted((one, other) => Number(one.line !== own) - Number(other.line !== own))
  const reasons = sorted.map(({ line, field, message }) => {
    const told = field === null ? message : `${columnLabel(field) ?? field} ${message}`
    return line === own ? told : `line ${line}: ${told}`
  })
  return `Line ${own}: ${reasons.join('; ')}`
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
