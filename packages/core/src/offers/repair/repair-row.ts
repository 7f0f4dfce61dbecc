import type { OfferColumn } from '../offer-fields.ts'
import { fileCells } from '../offer-row.ts'
import { readPriceColumn } from '../row/place-columns.ts'
import { isBlank } from '../row/reading.ts'
import { type CellRepair, repairCell } from './cell-repair.ts'
import type { Repairs } from './repairs.ts'

/** A cell that is not as a file must have it, and what was done about it. */
export interface CellFault {
  readonly field: OfferColumn
  /** The name of its column in the file, where that holds an amount of a price. */
  readonly header?: string
  /** As it stands in the file. */
  readonly before: string
  readonly repair: CellRepair
  /** It was mended: all that it needs is accepted. */
  readonly isRepaired: boolean
}

interface RepairedRow {
  readonly row: Readonly<Record<string, unknown>>
  readonly faults: readonly CellFault[]
}

/** A row of a file with the accepted repairs, and every cell that has or would have one. */
export function repairRow(row: Readonly<Record<string, unknown>>, repairs: Repairs): RepairedRow {
  const cells = namedCells(row)
  const faults: CellFault[] = []
  const mended = cells.map(({ name, field, header, raw }): [string, unknown] => {
    const repair = repairCell(field, raw, repairs)
    if (repair === undefined) return [name, raw]
    const isRepaired = isAccepted(repair, repairs)
    faults.push({ field, ...(header !== undefined && { header }), before: showCell(raw), repair, isRepaired })
    return [name, isRepaired && repair.kind === 'repair' ? repair.after : raw]
  })
  return { row: Object.fromEntries(mended), faults }
}

interface NamedCell {
  /** Ours, or that of the file where it holds an amount of a price. */
  readonly name: string
  readonly field: OfferColumn
  readonly header?: string
  readonly raw: unknown
}

function namedCells(row: Readonly<Record<string, unknown>>): readonly NamedCell[] {
  const own = [...fileCells(row)].map(([field, raw]) => ({ name: field, field, raw }))
  const ofPrices = Object.entries(row).flatMap(([header, raw]): NamedCell[] => {
    const field = readPriceColumn(header)?.column
    return field === undefined || isBlank(raw) ? [] : [{ name: header, header, field, raw }]
  })
  return [...own, ...ofPrices]
}

function isAccepted(repair: CellRepair, { kinds }: Repairs): boolean {
  return repair.kind === 'repair' && repair.needs.every((kind) => kinds.includes(kind))
}

const shownMax = 200

function showCell(raw: unknown): string {
  const text = typeof raw === 'string' ? raw.trim() : Array.isArray(raw) ? raw.join(', ') : String(raw)
  return text.slice(0, shownMax)
}
