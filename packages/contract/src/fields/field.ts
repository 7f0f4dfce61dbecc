import type { FieldProblem } from '@quoin/core/errors.ts'
import type { TSchema } from 'typebox'

export type Reading<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly rule: string; readonly message: string }

/** A kind of value: how it is documented, and how it is read. Both in one place, so that they cannot differ. */
export interface Field<T> {
  readonly schema: TSchema
  read(raw: unknown): Reading<T>
}

export interface Parameter<T = unknown, Required extends boolean = boolean> {
  readonly field: Field<T>
  readonly required: Required
  readonly description: string
  /** Other spellings that are accepted; the first one that is present counts. */
  readonly aliases?: readonly string[]
  /** Optional and given as an empty text: as if it were absent. */
  readonly emptyIsAbsent?: boolean
  /** Required, unless this one stands in its place; never both. */
  readonly unless?: string
  /** The end user's facts in a server's call. A browser session speaks for itself, and it is not read there. */
  readonly isOfServers?: boolean
}

export type Parameters = Readonly<Record<string, Parameter>>

/** The type that a table of parameters reads to. */
export type ValuesOf<P extends Parameters> = {
  readonly [Name in keyof P]: P[Name] extends Parameter<infer T, infer R>
    ? R extends true
      ? T
      : T | undefined
    : never
}

interface ReadOptions {
  /** A parameter given twice: refused on API endpoints; the first one counts on links and postbacks. */
  readonly repeats: 'refuse' | 'first'
  /** The caller is a browser session. */
  readonly isSession?: boolean
}

export type FieldsReading<P extends Parameters> =
  | { readonly ok: true; readonly values: ValuesOf<P> }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] }

export function required<T>(
  field: Field<T>,
  description: string,
  extra: ParameterExtra = {},
): Parameter<T, true> {
  return { field, required: true, description, ...extra }
}

export function optional<T>(
  field: Field<T>,
  description: string,
  extra: ParameterExtra = {},
): Parameter<T, false> {
  return { field, required: false, description, ...extra }
}

/** Exactly one of the two is given. */
export function requiredUnless<T>(
  other: string,
  field: Field<T>,
  description: string,
): Parameter<T | undefined, true> {
  return { field, required: true, description, unless: other }
}

type ParameterExtra = Pick<Parameter, 'aliases' | 'emptyIsAbsent' | 'isOfServers'>

/** Reads outside data by a table, naming every bad field at once. Unknown names are ignored (`unknown-fields.ts` finds them). */
export function readFields<P extends Parameters>(
  parameters: P,
  source: Readonly<Record<string, unknown>>,
  options: ReadOptions,
): FieldsReading<P> {
  const { rows, blank } = tableOf(parameters)
  const values: Record<string, unknown> = { ...blank }
  const problems: FieldProblem[] = []
  for (const { name, parameter } of rows) {
    if (parameter.isOfServers && options.isSession) continue
    const raw = findRaw(source, name, parameter)
    const reading =
      parameter.unless !== undefined && source[parameter.unless] !== undefined
        ? readReplaced(parameter.unless, raw)
        : readOne(parameter, raw, options)
    if (reading === absent) continue
    if (reading.ok) values[name] = reading.value
    else problems.push({ field: name, rule: reading.rule, message: reading.message })
  }
  if (problems.length > 0) return { ok: false, problems }
  return { ok: true, values: values as ValuesOf<P> } // one value per row of the table, read by its own field
}

interface Table {
  readonly rows: readonly { readonly name: string; readonly parameter: Parameter }[]
  /** All names without a value: records of one table have one shape, which is what makes them quick to read. */
  readonly blank: Readonly<Record<string, undefined>>
}

/** Tables of parameters are few and never change. */
const tables = new WeakMap<Parameters, Table>()

function tableOf(parameters: Parameters): Table {
  const known = tables.get(parameters)
  if (known) return known
  const rows = Object.entries(parameters).map(([name, parameter]) => ({ name, parameter }))
  const blank = Object.fromEntries(rows.map(({ name }) => [name, undefined]))
  const table = { rows, blank }
  tables.set(parameters, table)
  return table
}

const absent: Reading<undefined> = { ok: true, value: undefined }

function findRaw(source: Readonly<Record<string, unknown>>, name: string, parameter: Parameter): unknown {
  if (Object.hasOwn(source, name)) return source[name]
  const alias = parameter.aliases?.find((other) => Object.hasOwn(source, other))
  return alias === undefined ? undefined : source[alias]
}

function readReplaced(other: string, given: unknown): Reading<undefined> {
  return given === undefined ? absent : refused('exclusive', `must not be given together with ${other}`)
}

function readOne(parameter: Parameter, given: unknown, { repeats }: ReadOptions): Reading<unknown> {
  const raw = repeats === 'first' && Array.isArray(given) ? given[0] : given
  if (raw === undefined || (raw === '' && parameter.emptyIsAbsent)) {
    if (!parameter.required) return absent
    return { ok: false, rule: 'required', message: 'is required' }
  }
  return parameter.field.read(raw)
}

export function accepted<T>(value: T): Reading<T> {
  return { ok: true, value }
}

export function refused(rule: string, message: string): Reading<never> {
  return { ok: false, rule, message }
}

/** Query values that came twice arrive as an array. */
export function refuseNonText(raw: unknown): Reading<never> {
  return Array.isArray(raw) ? refused('single', 'must be given once') : refused('type', 'must be a text')
}
