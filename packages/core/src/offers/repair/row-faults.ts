import type { OfferColumn } from '../offer-fields.ts'
import type { RowProblem } from '../row-problem.ts'
import type { CellRepair, MeantWord } from './cell-repair.ts'
import type { CellFault } from './repair-row.ts'
import { type RepairKind, repairKinds } from './repairs.ts'

/** The reason that a row is not as a file must have it: a slip that has a repair, or one that has none. */
export type FaultCause =
  | RepairKind
  | Exclude<CellRepair['kind'], 'repair'>
  | Exclude<NonNullable<RowProblem['cause']>, 'click_id'>
  | 'unreadable'
  | 'wrong'

/** From the gravest: no repair helps; somebody must say what is meant; the repair is not accepted; it is mended. */
export const faultOutcomes = ['out', 'asks', 'offered', 'repaired'] as const
export type FaultOutcome = (typeof faultOutcomes)[number]

export interface RowFault {
  /** Null where no cell can be named. */
  readonly field: OfferColumn | null
  /** The name of its column in the file, where that holds an amount of a price. */
  readonly header?: string
  readonly cause: FaultCause
  readonly outcome: FaultOutcome
  readonly before: string
  /** Mended, or as it would be; null where it would not. */
  readonly after: string | null
  readonly words: readonly MeantWord[]
  /** A sentence without its subject; null where there is none to say. */
  readonly message: string | null
}

interface FaultyRow {
  readonly cells: readonly CellFault[]
  readonly problems: readonly RowProblem[]
  /** The destination with the click id that was added, or would be; null where it needs none or none helps. */
  readonly withClickId: string | null
  readonly kinds: readonly RepairKind[]
  readonly row: Readonly<Record<string, unknown>>
}

/** All that is wrong with a row, or was before it was mended, the gravest first. A row that reads has nothing open. */
export function faultsOfRow({ cells, problems, withClickId, kinds, row }: FaultyRow): readonly RowFault[] {
  const named = new Set(cells.filter(({ isRepaired }) => !isRepaired).map(problemField))
  const faults = [
    ...cells.flatMap((fault) => faultsOfCell(fault, kinds, messageOf(problems, problemField(fault)))),
    ...problems
      .filter(({ field, cause }) => !named.has(field) && cause !== 'click_id')
      .map(({ field, cause, message }) => problemFault({ field, cause: cause ?? 'wrong', message, row })),
    ...clickIdFault(withClickId, kinds, row),
  ]
  const open = problems.length > 0 ? faults : faults.filter(({ outcome }) => outcome === 'repaired')
  return open.toSorted((one, other) => gravity(one) - gravity(other))
}

/** The column of a problem of a cell: an amount of a price is one of the prices. */
export function problemField({ field, header }: Pick<CellFault, 'field' | 'header'>): OfferColumn {
  return header === undefined ? field : 'prices'
}

/** Outcomes first; among repairs of one outcome the order of their kinds. */
export function gravity({ outcome, cause }: Pick<RowFault, 'outcome' | 'cause'>): number {
  return faultOutcomes.indexOf(outcome) * 100 + (repairKinds as readonly string[]).indexOf(cause)
}

function messageOf(problems: readonly RowProblem[], field: OfferColumn): string | null {
  return problems.find((problem) => problem.field === field)?.message ?? null
}

function faultsOfCell(
  { field, header, before, repair, isRepaired }: CellFault,
  kinds: readonly RepairKind[],
  message: string | null,
): RowFault[] {
  const cell = { field, ...(header !== undefined && { header }), before, message }
  if (repair.kind === 'unclear') {
    return [{ ...cell, cause: 'unclear', outcome: 'asks', after: null, words: [] }]
  }
  if (repair.kind !== 'repair') {
    return [{ ...cell, cause: repair.kind, outcome: 'out', after: null, words: repair.words }]
  }
  const { after, words } = repair
  const answered = repair.isAnswered
    ? [{ ...cell, cause: 'unclear', outcome: 'repaired', after, words } as const]
    : []
  const needs = repair.needs.map((cause) => {
    const outcome = isRepaired || kinds.includes(cause) ? 'repaired' : 'offered'
    return { ...cell, cause, outcome, after, words } as const
  })
  return [...answered, ...needs]
}

function problemFault(given: {
  readonly field: OfferColumn
  readonly cause: FaultCause
  readonly message: string
  readonly row: Readonly<Record<string, unknown>>
}): RowFault {
  const { field, cause, message, row } = given
  return { field, cause, outcome: 'out', before: cellText(row[field]), after: null, words: [], message }
}

function clickIdFault(
  after: string | null,
  kinds: readonly RepairKind[],
  row: Readonly<Record<string, unknown>>,
): RowFault[] {
  if (after === null) return []
  const outcome = kinds.includes('click_id') ? 'repaired' : 'offered'
  const before = cellText(row['destination_url'])
  const message = 'carries no click id, so that none of its conversions could be attributed'
  return [{ field: 'destination_url', cause: 'click_id', outcome, before, after, words: [], message }]
}

function cellText(raw: unknown): string {
  return raw === undefined || raw === null
    ? ''
    : typeof raw === 'string'
      ? raw.trim().slice(0, 200)
      : String(raw)
}
