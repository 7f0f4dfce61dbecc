import { conditionsOf, externalIdOf } from '@quoin/core/offers/join-lines.ts'
import type { RowProblem } from '@quoin/core/offers/row-problem.ts'
import { type CellFault, repairRow } from '@quoin/core/offers/repair/repair-row.ts'
import type { Repairs } from '@quoin/core/offers/repair/repairs.ts'
import { cutsMax } from '@quoin/core/prices/cut-prices.ts'
import type { FileEntry } from '../../ports/offer-files.ts'

/** An entry of a file with the accepted repairs. */
export interface RepairedEntry {
  readonly entry: FileEntry
  readonly line: number
  /** Under our names. */
  readonly row: Readonly<Record<string, unknown>>
  readonly cells: readonly CellFault[]
}

/** The entries of one offer, in their order. */
export interface EntryGroup {
  readonly entries: readonly [RepairedEntry, ...RepairedEntry[]]
  /** The reason that they are none. */
  readonly problem?: RowProblem
}

interface HeldEntries {
  readonly externalId: string
  readonly entries: [RepairedEntry, ...RepairedEntry[]]
  /** By whom they are for; read when a second one comes. */
  readonly byConditions: Map<string, RepairedEntry>
  isRefused: boolean
}

/**
 * Entries by offer: those that stand one after the other with the same external id are one. An entry for the same people
 * as an earlier one repeats it, and is given alone. No more are held at a time than an offer may have prices.
 */
export async function* gatherEntries(
  entries: AsyncIterable<FileEntry>,
  repairs: Repairs,
): AsyncGenerator<EntryGroup> {
  let held: HeldEntries | undefined
  for await (const entry of entries) {
    const one = repairEntry(entry, repairs)
    const externalId = externalIdOf(one.row)
    if (held !== undefined && held.externalId === externalId) {
      yield* addEntry(held, one)
      continue
    }
    if (held !== undefined && !held.isRefused) yield held
    held = undefined
    if (externalId === undefined) yield { entries: [one] }
    else held = { externalId, entries: [one], byConditions: new Map(), isRefused: false }
  }
  if (held !== undefined && !held.isRefused) yield held
}

function* addEntry(held: HeldEntries, one: RepairedEntry): Generator<EntryGroup> {
  const { entries, byConditions } = held
  if (byConditions.size === 0) noteConditions(byConditions, entries[0])
  const twin = noteConditions(byConditions, one)
  if (twin !== one) return yield { entries: [one], problem: repeats(twin) }
  if (entries.length < cutsMax) return void entries.push(one)
  if (!held.isRefused) yield { entries, problem: tooMany }
  held.isRefused = true
  yield { entries: [one], problem: tooMany }
}

/** The first entry that is for the same people; itself where there is none, or where nobody knows whom it is for. */
function noteConditions(byConditions: HeldEntries['byConditions'], one: RepairedEntry): RepairedEntry {
  const conditions = conditionsOf(one.row)
  const known = conditions === undefined ? one : byConditions.get(conditions)
  if (conditions !== undefined && byConditions.size < cutsMax) byConditions.set(conditions, known ?? one)
  return known ?? one
}

function repairEntry(entry: FileEntry, repairs: Repairs): RepairedEntry {
  const { line } = entry
  if ('problem' in entry) return { entry, line, row: {}, cells: [] }
  const { row, faults: cells } = repairRow(entry.row, repairs)
  return { entry, line, row, cells }
}

/** The problem of an offer that stands elsewhere, too. */
export function repeats({ line }: { readonly line: number }): RowProblem {
  return { field: 'external_id', message: `repeats the offer of line ${line}`, cause: 'repeated' }
}

const tooMany: RowProblem = {
  field: 'prices',
  message: `has ${cutsMax + 1} prices or more, each a line; at most ${cutsMax} are allowed`,
}
