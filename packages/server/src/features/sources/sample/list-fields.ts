import { isBlank } from '@quoin/core/offers/row/reading.ts'
import { joinSteps, pathProblem } from '@quoin/core/sources/mapping/feed-path.ts'
import { isKeyed, isObject } from './find-records.ts'

/** A field of records, by its path. */
export interface SampleField {
  readonly path: string
  /** The last name in it. */
  readonly name: string
  /** How many records have it filled. */
  readonly filled: number
  /** The values of the records, each with its own; entries of lists of values are values. */
  readonly values: readonly (readonly unknown[])[]
  /** It is a list of objects, whose fields stand behind `*`. */
  readonly isList: boolean
}

/** Fields of a feed that are looked at; nobody chooses from more. */
const fieldsMax = 300
const depthMax = 12
const entriesMax = 100

/** The fields of some records, in the order in which they stand in them. */
export function listFields(records: readonly unknown[]): readonly SampleField[] {
  const fields = new Map<string, FoundField>()
  for (const [at, record] of records.entries()) walk(record, { steps: [], at }, fields)
  return [...fields].map(([path, { name, isList, byRecord }]) => {
    const values = records.map((_record, at) => (byRecord.get(at) ?? []).filter((one) => !isBlank(one)))
    return { path, name, isList, values, filled: values.filter((own) => own.length > 0).length }
  })
}

interface FoundField {
  readonly name: string
  isList: boolean
  readonly byRecord: Map<number, unknown[]>
}

interface Walked {
  readonly steps: readonly string[]
  /** The number of the record. */
  readonly at: number
}

function walk(value: unknown, { steps, at }: Walked, fields: Map<string, FoundField>): void {
  if (steps.length > depthMax) return
  if (Array.isArray(value) || (isObject(value) && steps.length > 0 && isKeyed(value))) {
    const entries = (Array.isArray(value) ? value : Object.values(value)).slice(0, entriesMax)
    const isOfObjects = entries.some(isObject)
    note(fields, { steps, at }, isOfObjects ? [entries.length] : entries, isOfObjects)
    if (isOfObjects) for (const one of entries) walk(one, { steps: [...steps, '*'], at }, fields)
    return
  }
  if (!isObject(value)) {
    note(fields, { steps, at }, [value], false)
    return
  }
  for (const [name, one] of Object.entries(value).slice(0, fieldsMax))
    walk(one, { steps: [...steps, name], at }, fields)
}

function note(
  fields: Map<string, FoundField>,
  { steps, at }: Walked,
  values: readonly unknown[],
  isList: boolean,
): void {
  const path = joinSteps(steps)
  if (path === '' || pathProblem(path) !== undefined) return
  const name = steps.findLast((step) => step !== '*') ?? ''
  const known = fields.get(path)
  if (known === undefined && fields.size >= fieldsMax) return
  const field = known ?? { name, isList, byRecord: new Map<number, unknown[]>() }
  field.isList ||= isList
  field.byRecord.set(at, [...(field.byRecord.get(at) ?? []), ...values].slice(0, entriesMax))
  fields.set(path, field)
}
