import {
  type ColumnMapping,
  type FeedMapping,
  factsOfColumn,
  type MappedColumn,
  mappedColumnNames,
} from '@quoin/core/sources/mapping/mapping.ts'
import { readMapping } from '@quoin/core/sources/mapping/read-mapping.ts'
import type { DataOf } from '../../../api/operation-types.ts'

export type FeedSample = DataOf<'sampleSource'>

/** The value of a choice of fields that stands for a text which is always the same. */
export const constantChoice = '='

/** The choice that a column stands on: a path, a constant, or nothing. */
export function choiceOf(column: ColumnMapping | undefined): string {
  if (column === undefined) return ''
  return column.constant === undefined ? (column.at?.[0] ?? '') : constantChoice
}

/** The mapping with another choice for a column; what else it says of the column stays where it still fits. */
export function withChoice(mapping: FeedMapping, name: MappedColumn, choice: string): FeedMapping {
  const { [name]: before, ...others } = mapping.columns
  if (choice === '') return { ...mapping, columns: others }
  const { at: _at, constant: _constant, ...kept } = before ?? {}
  const column = choice === constantChoice ? { ...kept, constant: '' } : { ...kept, at: [choice] }
  return { ...mapping, columns: { ...others, [name]: column } }
}

/** The mapping with other members of a column; undefined takes one away. */
export function withMembers(
  mapping: FeedMapping,
  name: MappedColumn,
  members: { readonly [Member in keyof ColumnMapping]?: ColumnMapping[Member] | undefined },
): FeedMapping {
  const whole = Object.entries({ ...mapping.columns[name], ...members })
  const column = Object.fromEntries(whole.filter(([, value]) => value !== undefined))
  return { ...mapping, columns: { ...mapping.columns, [name]: column } }
}

/** An offer without an amount is not listed, and one without countries is shown everywhere: both are looked at. */
const alwaysFirst: ReadonlySet<MappedColumn> = new Set(['revenue', 'countries'])

/** Columns that must be filled or are, and those that nobody reads. */
export function groupedColumns(mapping: FeedMapping): {
  readonly first: readonly MappedColumn[]
  readonly others: readonly MappedColumn[]
} {
  const isFirst = (name: MappedColumn): boolean =>
    factsOfColumn(name).isRequired === true || alwaysFirst.has(name) || mapping.columns[name] !== undefined
  return {
    first: mappedColumnNames.filter(isFirst),
    others: mappedColumnNames.filter((name) => !isFirst(name)),
  }
}

/** The text that stands for the click id in a link: a mark in it, or the name of a parameter. */
export function clickOf({ macro, parameter }: ColumnMapping): string {
  return macro ?? parameter ?? ''
}

export function withClick(mapping: FeedMapping, text: string): FeedMapping {
  const isName = /^[\w.-]*$/.test(text)
  const given = text === '' ? undefined : text
  return withMembers(mapping, 'destination_url', {
    macro: isName ? undefined : given,
    parameter: isName ? given : undefined,
  })
}

/** The faults of a mapping as it stands, by their places in it. */
export function faultsOf(mapping: FeedMapping): ReadonlyMap<string, string> {
  const reading = readMapping(mapping)
  return new Map(reading.ok ? [] : reading.problems.map(({ field, message }) => [field, message]))
}

export function isWhole(mapping: FeedMapping | undefined): boolean {
  return mapping !== undefined && faultsOf(mapping).size === 0
}

/** Fields that no part of a mapping reads. */
export function unreadPaths(sample: FeedSample, mapping: FeedMapping): readonly string[] {
  const lists = [mapping.goals, mapping.prices].flatMap((list) => (list === undefined ? [] : [list]))
  const read = new Set([
    ...Object.values(mapping.columns).flatMap(({ at = [], except = [] }) => [...at, ...except]),
    ...lists.flatMap(({ at, as: _as, ...inside }) => [
      at,
      ...Object.values(inside).map((path) => `${at}.*.${path}`),
    ]),
  ])
  return sample.fields.map(({ path }) => path).filter((path) => !read.has(path))
}

/** A mapping that somebody has written as JSON; undefined for what is none. */
export function readWritten(text: string): FeedMapping | undefined {
  try {
    const reading = readMapping(JSON.parse(text))
    return reading.ok ? reading.mapping : undefined
  } catch {
    return undefined
  }
}

/** Whether two mappings say the same of a column. */
export function isSameColumn(one: FeedMapping | undefined, other: FeedMapping, name: MappedColumn): boolean {
  return JSON.stringify(one?.columns[name]) === JSON.stringify(other.columns[name])
}
