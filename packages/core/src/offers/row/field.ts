import type { CellKind, Schema } from './cell-kinds.ts'
import { isBlank, type CellPart } from './reading.ts'

/** A field as its row says it: the member, how people call it, its kind of cell and its sentence for programmers. */
interface FieldRow<Member extends string, T> {
  readonly member: Member
  readonly label: string
  readonly kind: CellKind<T>
  readonly about: string
  /** A cell of it. */
  readonly example?: unknown
  /** Other names that feeds use. */
  readonly names?: readonly string[]
  /** A blank cell leaves the value as it was. */
  readonly isKept?: boolean
}

/** A field of an offer or a goal. Whatever has its member can be written and shown. */
interface Field<Member extends string, T> extends FieldRow<Member, T> {
  readonly get: (whole: Readonly<Record<Member, T>>) => T
  readonly write: (whole: Readonly<Record<Member, T>>) => unknown
  readonly show: (whole: Readonly<Record<Member, T>>) => string
  /** A cell, as a body of JSON has it, with its example. */
  readonly schema: Schema
  readonly isRequired: boolean
}

export function field<const Member extends string, T>(row: FieldRow<Member, T>): Field<Member, T> {
  const { member, kind, example } = row
  return {
    ...row,
    get: (whole) => whole[member],
    write: (whole) => (row.isKept ? null : kind.write(whole[member])),
    show: (whole) => kind.show(whole[member]),
    schema: example === undefined ? kind.cell : { ...kind.cell, examples: [example] },
    isRequired: kind.blank === undefined,
  }
}

/** A table of fields by the names of their columns. */
type Fields = Readonly<Record<string, Pick<Field<string, unknown>, 'member' | 'isRequired'> & Readable>>

interface Readable {
  readonly kind: Pick<CellKind<unknown>, 'read' | 'blank'>
}

type MemberOf<F> = F extends { readonly member: infer Member extends string } ? Member : never
type ValueOf<F> = F extends { readonly kind: { readonly blank: infer T } } ? Exclude<T, undefined> : never

/** The members of a table with their types. */
export type ValuesOf<Table> = {
  readonly [Column in keyof Table as MemberOf<Table[Column]>]: ValueOf<Table[Column]>
}

/** The values of a table by their columns. */
export type ColumnValuesOf<Table> = { readonly [Column in keyof Table]: ValueOf<Table[Column]> }

export function valuesByColumn<Table extends object>(
  table: Table,
  get: (column: keyof Table & string) => unknown,
): ColumnValuesOf<Table> {
  const values = columnsOf(table).map((column) => [column, get(column)])
  return Object.fromEntries(values) as ColumnValuesOf<Table> // one value per row of the table
}

/** The columns of a table, in their order. TypeScript widens the keys of any object to string. */
export function columnsOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
  return Object.keys(table) as (keyof Table & string)[]
}

interface CellProblem<Column> {
  readonly field: Column
  readonly message: string
  readonly cause?: 'missing'
  readonly at?: CellPart
}

/**
 * Reads the cells that are not blank. Every problem is told; a field with one has its blank value, or none: such a row
 * gives no offer.
 */
export function readCells<Table extends Fields>(
  table: Table,
  cells: ReadonlyMap<string, unknown>,
): { readonly values: ValuesOf<Table>; readonly problems: CellProblem<keyof Table & string>[] } {
  const problems: CellProblem<keyof Table & string>[] = []
  const values: Record<string, unknown> = {}
  for (const column of columnsOf(table)) {
    const { member, kind, isRequired } = table[column] as Table[string]
    values[member] = kind.blank
    const raw = cells.get(column)
    if (isBlank(raw)) {
      if (isRequired) problems.push({ field: column, message: 'is required', cause: 'missing' })
      continue
    }
    const reading = kind.read(raw)
    if ('value' in reading) values[member] = reading.value
    else problems.push({ field: column, message: reading.problem, ...(reading.at && { at: reading.at }) })
  }
  return { values: values as ValuesOf<Table>, problems } // one value per row of the table
}

/** The name of a column in a body of JSON: `fallback_url` is `fallbackUrl`. */
export type CamelName<Column extends string> = Column extends `${infer Head}_${infer Tail}`
  ? `${Head}${Capitalize<CamelName<Tail>>}`
  : Column

export function camelName<Column extends string>(column: Column): CamelName<Column> {
  const name = column.replaceAll(/_([a-z])/g, (_all, letter: string) => letter.toUpperCase())
  return name as CamelName<Column> // the type says the same
}

/** The name of a column as a file may write it, in its plain form. */
export function plainName(name: string): string {
  return name
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_')
}
