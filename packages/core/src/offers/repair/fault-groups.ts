import type { OfferColumn } from '../offer-fields.ts'
import { readPriceColumn } from '../row/place-columns.ts'
import { readMoneyWord } from '../words/money-words.ts'
import { plainWord } from '../words/plain-word.ts'
import { type MoneyColumn, moneyColumns, repairKinds } from './repairs.ts'
import type { FaultCause, FaultOutcome, RowFault } from './row-faults.ts'

/** A word of several rows. */
interface WordOfRows {
  readonly word: string
  readonly means: string | null
  readonly isAnswered: boolean
  readonly rows: number
}

/** A row as an example of its group. */
interface SampleRow {
  readonly line: number
  readonly name: string
  readonly before: string
  readonly after: string | null
}

/** Rows with one cause. */
export interface FaultGroup {
  readonly cause: FaultCause
  /** Null where it may be in several columns, or in none. */
  readonly field: OfferColumn | null
  readonly outcome: FaultOutcome
  /** Rows of which it is the gravest cause: each row counts once. */
  readonly rows: number
  /** Rows that have it at all. */
  readonly touched: number
  readonly message: string | null
  /** The commonest words, where it is one of words. */
  readonly words: readonly WordOfRows[]
  /** The first ones, each cell once. */
  readonly samples: readonly SampleRow[]
  /** Both readings of its first cell, where it may be read in two ways. */
  readonly readings: { readonly comma: string; readonly point: string } | null
}

/** Rows by their gravest outcome; `clean` ones have no fault. */
export type RowCounts = Readonly<Record<FaultOutcome | 'clean', number>>

interface NotedRow {
  readonly line: number
  readonly faults: readonly RowFault[]
  /** The gravest fault of another row of its offer, where that keeps it out. */
  readonly keptOutBy?: RowFault | undefined
  /** As it was read, mended. */
  readonly row: Readonly<Record<string, unknown>>
}

/** The marks that the cells of a column show by themselves. */
interface MarksSeen {
  readonly commas: number
  readonly points: number
}

export interface FaultTally {
  note(row: NotedRow): void
  groups(): readonly FaultGroup[]
  rows(): RowCounts
  marks(): Readonly<Record<(typeof moneyColumns)[number], MarksSeen>>
}

const groupsMax = 60
const wordsMax = 100
const samplesMax = 20

interface OpenGroup extends Omit<FaultGroup, 'words' | 'rows' | 'touched'> {
  rows: number
  touched: number
  readonly words: Map<string, { -readonly [Key in keyof WordOfRows]: WordOfRows[Key] }>
  readonly samples: SampleRow[]
}

/** Gathers the faults of rows by cause, in bounded memory. */
export function openFaultTally(): FaultTally {
  const groups = new Map<string, OpenGroup>()
  const counts = { out: 0, asks: 0, offered: 0, repaired: 0, clean: 0 }
  const marks = { payout: { commas: 0, points: 0 }, revenue: { commas: 0, points: 0 } }
  return {
    note(row) {
      const gravest = row.keptOutBy ?? row.faults[0]
      counts[gravest?.outcome ?? 'clean'] += 1
      const seen = new Set<OpenGroup>()
      for (const fault of row.faults) {
        const group = groupOf(groups, fault)
        if (group === undefined) continue
        if (fault === gravest) group.rows += 1
        noteFault(group, row, fault, seen.has(group))
        seen.add(group)
      }
      const elsewhere = row.keptOutBy && groupOf(groups, row.keptOutBy)
      if (elsewhere !== undefined) {
        elsewhere.rows += 1
        if (!seen.has(elsewhere)) elsewhere.touched += 1
      }
      for (const column of moneyColumns) {
        const faults = row.faults.filter(({ field }) => field === column)
        marks[column].commas += faults.filter(({ cause }) => cause === 'decimal_comma').length
        const clean = amountsOf(row, column).filter(
          ({ header }) => !faults.some((fault) => fault.header === header),
        )
        marks[column].points += clean.filter(({ text }) => /^\d+\.\d+$/.test(text)).length
      }
    },
    groups: () =>
      [...groups.values()].map(closeGroup).toSorted((one, other) => orderOf(one) - orderOf(other)),
    rows: () => counts,
    marks: () => marks,
  }
}

interface AmountText {
  /** Undefined of our own column. */
  readonly header: string | undefined
  readonly text: string
}

/** The amounts of a column, and of the columns that name their places. */
function amountsOf({ row }: NotedRow, column: MoneyColumn): readonly AmountText[] {
  const ofPrices = Object.entries(row).filter(([name]) => readPriceColumn(name)?.column === column)
  return [
    { header: undefined, text: String(row[column]) },
    ...ofPrices.map(([header, raw]) => ({ header, text: String(raw) })),
  ]
}

function groupOf(groups: Map<string, OpenGroup>, fault: RowFault): OpenGroup | undefined {
  const isRepair = (repairKinds as readonly string[]).includes(fault.cause)
  const field = isRepair ? null : fault.field
  // The cell itself stands in quotes.
  const message = fault.cause === 'wrong' || fault.cause === 'unreadable' ? fault.message : null
  const key = [fault.cause, field, message?.replaceAll(/"(?:[^"\\]|\\.)*"|\d+/g, '…'), fault.outcome].join(
    ' ',
  )
  const known = groups.get(key)
  if (known !== undefined || groups.size >= groupsMax) return known
  const group: OpenGroup = {
    cause: fault.cause,
    field,
    outcome: fault.outcome,
    rows: 0,
    touched: 0,
    message,
    words: new Map(),
    samples: [],
    readings: readingsOf(fault),
  }
  groups.set(key, group)
  return group
}

function noteFault(group: OpenGroup, { line, row }: NotedRow, fault: RowFault, isKnown: boolean): void {
  const { before, after } = fault
  if (!isKnown) group.touched += 1
  for (const { word, means, isAnswered } of fault.words) {
    const key = plainWord(word)
    const known = group.words.get(key)
    if (known !== undefined) known.rows += 1
    else if (group.words.size < wordsMax) group.words.set(key, { word, means, isAnswered, rows: 1 })
  }
  const isNew = group.samples.every((one) => one.before !== before || before === '')
  if (isNew && group.samples.length < samplesMax)
    group.samples.push({ line, name: String(row['name'] ?? ''), before, after })
}

function readingsOf({ cause, before }: RowFault): FaultGroup['readings'] {
  if (cause !== 'unclear') return null
  const read = (mark: ',' | '.'): string => {
    const reading = readMoneyWord(before, { mark, hasCommas: true })
    return typeof reading === 'object' ? reading.amount : before
  }
  return { comma: read(','), point: read('.') }
}

function closeGroup({ words, ...group }: OpenGroup): FaultGroup {
  return { ...group, words: [...words.values()].toSorted((one, other) => other.rows - one.rows) }
}

/** Answers that are asked for first, then repairs by their order, then what no repair helps, the commonest first. */
function orderOf({ cause, rows }: FaultGroup): number {
  if (cause === 'unclear') return -1
  const at = (repairKinds as readonly string[]).indexOf(cause)
  return at >= 0 ? at : repairKinds.length + 1 - rows / 1e9
}
