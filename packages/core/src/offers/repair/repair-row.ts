import type { OfferColumn } from '../offer-fields.ts'
import { fileCells } from '../offer-row.ts'
import { type CellRepair, repairCell } from './cell-repair.ts'
import type { Repairs } from './repairs.ts'

/** A cell that is not as a file must have it, and what was done about it. */
export interface CellFault {
  readonly field: OfferColumn
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
  const cells = fileCells(row)
  const faults: CellFault[] = []
  for (const [field, raw] of cells) {
    const repair = repairCell(field, raw, repairs)
    if (repair === undefined) continue
    const isRepaired = isAccepted(repair, repairs)
    faults.push({ field, before: showCell(raw), repair, isRepaired })
    if (isRepaired && repair.kind === 'repair') cells.set(field, repair.after)
  }
  return { row: Object.fromEntries(cells), faults }
}

function isAccepted(repair: CellRepair, { kinds }: Repairs): boolean {
  return repair.kind === 'repair' && repair.needs.every((kind) => kinds.includes(kind))
}

const shownMax = 200

function showCell(raw: unknown): string {
  const text = typeof raw === 'string' ? raw.trim() : Array.isArray(raw) ? raw.join(', ') : String(raw)
  return text.slice(0, shownMax)
}
