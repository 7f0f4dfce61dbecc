import { pathProblem } from './feed-path.ts'
import {
  type ColumnMapping,
  constantLengthMax,
  delimiters,
  factsOfColumn,
  feedFormats,
  type FeedMapping,
  mappedColumnNames,
  mappedColumns,
  type MappedColumn,
  pathsOfColumnMax,
  entryMarks,
  reportedStates,
  wordLengthMax,
  wordsOfStandingMax,
} from './mapping.ts'

/** A fault of a mapping; its field is a place in it, such as `columns.name.at`. */
interface MappingProblem {
  readonly field: string
  readonly message: string
}

type MappingReading =
  | { readonly ok: true; readonly mapping: FeedMapping }
  | { readonly ok: false; readonly problems: readonly MappingProblem[] }

/** Reads a mapping that somebody has written, and names all its faults. */
export function readMapping(raw: unknown): MappingReading {
  const faults: MappingProblem[] = []
  const note: Note = (field, message) => {
    if (faults.length < faultsMax) faults.push({ field, message })
  }
  if (!isObject(raw)) return { ok: false, problems: [{ field: '', message: 'must be an object' }] }
  readMembers(raw, '', topReaders, note)
  if (raw['format'] === undefined) note('format', 'is required')
  if (raw['records'] === undefined) note('records', 'is required')
  if (raw['delimiter'] !== undefined && raw['format'] !== 'csv') note('delimiter', 'is of csv alone')
  const columns = isObject(raw['columns']) ? raw['columns'] : {}
  for (const column of mappedColumnNames) {
    const isMissing = factsOfColumn(column).isRequired === true && columns[column] === undefined
    if (isMissing) note(`columns.${column}`, 'is required')
  }
  if (raw['goals'] !== undefined && raw['prices'] !== undefined)
    note(
      'prices',
      'must be left out where there are goals: their entries have countries and platforms of their own',
    )
  if (faults.length > 0) return { ok: false, problems: faults }
  return { ok: true, mapping: normal(raw) as unknown as FeedMapping } // each of its members was read above
}

type Note = (field: string, message: string) => void
type MemberReader = (value: unknown, field: string, note: Note) => void
type Members = Readonly<Record<string, MemberReader>>

const faultsMax = 50

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function readMembers(value: object, field: string, readers: Members, note: Note): void {
  for (const [name, one] of Object.entries(value)) {
    const at = field === '' ? name : `${field}.${name}`
    if (one === undefined) continue
    if (Object.hasOwn(readers, name)) readers[name]?.(one, at, note)
    else note(at.slice(0, 100), `is unknown; there are ${Object.keys(readers).join(', ')}`)
  }
}

function word(words: readonly string[]): MemberReader {
  return (value, field, note) => {
    if (typeof value !== 'string' || !words.includes(value)) note(field, `must be one of ${words.join(', ')}`)
  }
}

function text(min: number, max: number): MemberReader {
  return (value, field, note) => {
    const isText = typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000')
    if (!isText || value.length < min || value.length > max)
      note(field, `must be a text of ${min} to ${max} characters`)
  }
}

const path: MemberReader = (value, field, note) => {
  const problem = isText(value) ? pathProblem(value) : 'must be a path, such as offers or goals.*.name'
  if (problem !== undefined) note(field, problem)
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.isWellFormed() && !value.includes('\u0000')
}

const stepPath: MemberReader = (value, field, note) => {
  if (value === '') note(field, 'must not be empty')
  else path(value, field, note)
}

const paths: MemberReader = (value, field, note) => {
  const all: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (all.length === 0 || all.length > pathsOfColumnMax)
    return note(field, `must be a path, or a list of 1 to ${pathsOfColumnMax}`)
  for (const one of all) stepPath(one, field, note)
}

const words: MemberReader = (value, field, note) => {
  if (!isObject(value)) return note(field, 'must be an object')
  readMembers(value, field, Object.fromEntries(reportedStates.map((standing) => [standing, wordList])), note)
}

const wordList: MemberReader = (value, field, note) => {
  if (!Array.isArray(value) || value.length > wordsOfStandingMax)
    return note(field, `must be a list of at most ${wordsOfStandingMax} words`)
  for (const one of value) text(1, wordLengthMax)(one, field, note)
}

const macro: MemberReader = (value, field, note) => {
  const isMacro = typeof value === 'string' && /^[\x21-\x7e]{2,60}$/.test(value)
  if (!isMacro) note(field, 'must be the text that stands for the click id, such as {user_id}')
}

const parameter: MemberReader = (value, field, note) => {
  const isName = typeof value === 'string' && /^[a-z0-9_.-]{1,60}$/i.test(value)
  if (!isName) note(field, 'must be the name of a parameter, such as subid')
}

const columnMembers = {
  at: paths,
  constant: text(1, constantLengthMax),
  default: text(1, constantLengthMax),
} satisfies Members

/** The members that only some columns have. */
const ownMembers: Readonly<Partial<Record<MappedColumn, Members>>> = {
  destination_url: { macro, parameter },
  countries: { split: word(Object.keys(entryMarks)), except: paths },
  platforms: { split: word(Object.keys(entryMarks)), except: paths },
  categories: { split: word(Object.keys(entryMarks)) },
  status: { words },
}

const columnReaders: Members = Object.fromEntries(
  mappedColumnNames.map((column) => [column, columnReader(column)]),
)

function columnReader(column: MappedColumn): MemberReader {
  const members = { ...columnMembers, as: word(factsOfColumn(column).forms), ...ownMembers[column] }
  return (value, field, note) => {
    if (!isObject(value)) return note(field, 'must be an object, such as {"at": "name"}')
    readMembers(value, field, members, note)
    if (value['at'] === undefined && value['constant'] === undefined && value['except'] === undefined)
      note(field, 'must have a path (at) or a constant')
    if (value['at'] !== undefined && value['constant'] !== undefined)
      note(field, 'must have either a path (at) or a constant')
    if (value['macro'] !== undefined && value['parameter'] !== undefined)
      note(field, 'must have either a macro or a parameter')
    // One id for many offers would make them one.
    if (column === 'external_id' && (value['at'] === undefined || value['default'] !== undefined))
      note(field, 'must have a path (at), and nothing in its place')
  }
}

const priceMembers: Members = {
  at: stepPath,
  revenue: stepPath,
  as: word(['amount', 'cents']),
  countries: stepPath,
  platforms: stepPath,
}

function listReader(members: Members, required: readonly string[]): MemberReader {
  return (value, field, note) => {
    if (!isObject(value)) return note(field, 'must be an object')
    readMembers(value, field, members, note)
    for (const name of required) if (value[name] === undefined) note(`${field}.${name}`, 'is required')
  }
}

const topReaders: Members = {
  format: word(feedFormats),
  delimiter: word(Object.keys(delimiters)),
  records: path,
  count: (value, field, note) => {
    const isHeader = typeof value === 'string' && /^header:[a-z0-9-]{1,60}$/.test(value)
    if (!isHeader) stepPath(value, field, note)
  },
  columns: (value, field, note) => {
    if (isObject(value)) readMembers(value, field, columnReaders, note)
    else note(field, `must be an object; its members are ${Object.keys(mappedColumns).join(', ')}`)
  },
  goals: listReader({ ...priceMembers, id: stepPath, name: stepPath }, ['at', 'id', 'revenue']),
  prices: listReader(priceMembers, ['at', 'revenue']),
}

/** With one path as a list of one, and without members that are undefined. */
function normal(raw: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const columns = isObject(raw['columns']) ? raw['columns'] : {}
  return {
    ...raw,
    columns: Object.fromEntries(
      mappedColumnNames.flatMap((name) => {
        const column = columns[name]
        return isObject(column) ? [[name, normalColumn(column)]] : []
      }),
    ),
  }
}

function normalColumn(column: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(column).map(([name, value]) => {
      const isPaths = (name === 'at' || name === 'except') && typeof value === 'string'
      return [name, isPaths ? [value] : value]
    }),
  )
}

/** The way to read a column, which is its first where the mapping names none. */
export function formOf(column: MappedColumn, { as }: ColumnMapping) {
  return as ?? factsOfColumn(column).forms[0]
}
