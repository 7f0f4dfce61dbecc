import { stepsOf } from '@quoin/core/sources/mapping/feed-path.ts'
import {
  type ColumnMapping,
  type FeedFormat,
  type FeedMapping,
  type MappedColumn,
  mappedColumnNames,
} from '@quoin/core/sources/mapping/mapping.ts'
import type { FoundRecords } from './find-records.ts'
import { guessCount } from './guess-count.ts'
import { guessGoals, isOfEvents } from './guess-goals.ts'
import { currencyIn, namesExclusion } from './guess-names.ts'
import type { GuessReason } from './guess-reason.ts'
import { areIsoCountries, isCurrencyCode, isImage, isLink, isStore, partsOf, tests } from './guess-values.ts'
import type { SampleField } from './list-fields.ts'
import { hasExclusions, isExcluded, rankOfField } from './rank-field.ts'
import { tellValues } from './tell-values.ts'

export interface MappingGuess {
  /** Its required columns may be missing: they are for a person to say. */
  readonly mapping: FeedMapping
  readonly reasons: readonly GuessReason[]
  /** Paths of fields that nothing reads. */
  readonly unmapped: readonly string[]
}

interface Sample {
  readonly format: FeedFormat
  readonly body: unknown
  readonly headers: Readonly<Record<string, string>>
  readonly found: FoundRecords
  /** Those that are looked at. */
  readonly records: readonly unknown[]
  readonly fields: readonly SampleField[]
}

interface GuessedColumn {
  readonly column: MappedColumn
  readonly path: string
  readonly mapping: ColumnMapping
  readonly reason: string
}

/**
 * A mapping by the names of fields and by their values, each with its reason. A field whose values do not fit, and a date that can
 * be read in two ways, are left out: whoever looks at it fills them in.
 */
export function guessMapping(sample: Sample): MappingGuess {
  const { format, found, fields } = sample
  const goals = guessGoals(fields)
  const columns = withCurrency(guessColumns(sample))
  const count = guessCount(sample)
  const mapping: FeedMapping = {
    format,
    records: found.path,
    ...(count && { count: count.path }),
    columns: Object.fromEntries(columns.map(({ column, mapping: own }) => [column, own])),
    ...(goals && { goals: goals.mapping }),
  }
  const reasons = [
    { part: 'records', path: found.path, reason: found.reason },
    ...(count ? [count] : []),
    ...columns.map(({ column, path, reason }) => ({ part: `columns.${column}`, path, reason })),
    ...(goals ? [{ part: 'goals', path: goals.mapping.at, reason: goals.reason }] : []),
  ]
  const read = new Set([
    ...columns.flatMap(({ mapping: { at = [], except = [] } }) => [...at, ...except]),
    ...(goals?.paths ?? []),
  ])
  return { mapping, reasons, unmapped: fields.map(({ path }) => path).filter((path) => !read.has(path)) }
}

function guessColumns(sample: Sample): readonly GuessedColumn[] {
  const taken = new Set<string>()
  return mappedColumnNames.flatMap((column) => {
    const guess = guessByName(column, sample, taken) ?? guessByValues(column, sample, taken)
    if (guess === undefined) return []
    taken.add(guess.path)
    return [withExclusion(guess, sample)]
  })
}

interface Candidate {
  readonly field: SampleField
  readonly rank: number
}

function guessByName(
  column: MappedColumn,
  { fields, records }: Sample,
  taken: ReadonlySet<string>,
): GuessedColumn | undefined {
  const candidates = fields
    .filter((field) => !field.isList && !taken.has(field.path) && isOneEach(column, field))
    .filter((field) => !isOfEvents(field) && !hasExclusions(column, field, fields))
    .flatMap((field) => {
      const rank = rankOfField(column, field)
      return rank === undefined || !fits(column, field, records.length) ? [] : [{ field, rank }]
    })
    .toSorted((one, other) => depthOf(one.field) - depthOf(other.field) || one.rank - other.rank)
  const [first, second] = candidates
  if (first === undefined) return undefined
  const { field } = first
  const parts = partsOf(column, field.name, field.values.flat())
  if (parts === undefined) return undefined
  const beside = second === undefined || column === 'name' ? '' : tellOther(second)
  const said = tellValues({ column, field, records: records.length, parts })
  return { column, path: field.path, mapping: { at: [field.path], ...parts }, reason: `${said}${beside}.` }
}

/** Steps into the record: what is its own stands before what is of a part of it. */
function depthOf({ path }: SampleField): number {
  return stepsOf(path).length
}

function tellOther({ field }: Candidate): string {
  return `; \`${field.path}\` might be it, too`
}

/** Columns of one value have no field that is many; of links, each record may have a list of one. */
function isOneEach(column: MappedColumn, { path, values }: SampleField): boolean {
  if (column === 'countries' || column === 'platforms' || column === 'categories') return true
  if (column === 'requirements') return !path.includes('*')
  const isSingle = values.every((own) => own.length <= 1)
  return isSingle && (!path.includes('*') || column === 'destination_url')
}

const fittingShare = 0.9
/** A rule that is left out shows offers everywhere; a word of it that nobody knows only holds its offers. */
const fittingShares: Readonly<Partial<Record<MappedColumn, number>>> = { countries: 0.5, platforms: 0.5 }

function fits(column: MappedColumn, { values, filled }: SampleField, records: number): boolean {
  const test = tests[column]
  const all = values.flat()
  if (all.length === 0 || test === undefined) return false
  const passed = all.filter(test).length
  if (column !== 'external_id') return passed >= all.length * (fittingShares[column] ?? fittingShare)
  const own = new Set(all.map(String))
  return passed === all.length && filled === records && own.size === records
}

function guessByValues(
  column: MappedColumn,
  { fields, records }: Sample,
  taken: ReadonlySet<string>,
): GuessedColumn | undefined {
  const rule = valueRules[column]
  if (rule === undefined) return undefined
  const fitting = fields.filter((field) => {
    const { path, isList, values, filled, name } = field
    if (isOfEvents(field) || isExcluded(path) || hasExclusions(column, field, fields)) return false
    const all = values.flat()
    const isFree = !isList && !taken.has(path) && (rule.isMany || !path.includes('*'))
    return (
      isFree &&
      filled > 0 &&
      !rule.unlike.test(name) &&
      all.every(rule.test) &&
      rule.least <= new Set(all).size
    )
  })
  const [field, other] = fitting
  // Two that look alike are for a person to tell apart.
  if (field === undefined || other !== undefined) return undefined
  const reason = `${tellValues({ column, field, records: records.length, says: rule.says })}.`
  const parts = { ...partsOf(column, field.name, field.values.flat()), ...(rule.as && { as: rule.as }) }
  return { column, path: field.path, mapping: { at: [field.path], ...parts }, reason }
}

interface ValueRule {
  readonly test: (value: unknown) => boolean
  readonly says: string
  readonly unlike: RegExp
  readonly isMany: boolean
  /** How many different values there are at least. */
  readonly least: number
  readonly as?: 'store'
}

const valueRules: Readonly<Partial<Record<MappedColumn, ValueRule>>> = {
  destination_url: {
    ...{ test: isLink, says: 'has the only addresses', isMany: false, least: 2 },
    unlike: /preview|icon|image|logo|banner|video|page|site|store|terms|policy|callback|postback/i,
  },
  currency: {
    ...{ test: isCurrencyCode, says: 'has codes of currencies', unlike: /reward|point|local|user/i },
    ...{ isMany: false, least: 1 },
  },
  countries: {
    ...{
      test: areIsoCountries,
      says: 'has codes of countries',
      unlike: /lang|locale|currency|block|deny|exclu/i,
    },
    ...{ isMany: true, least: 2 },
  },
  platforms: {
    ...{ test: isStore, says: 'has addresses at stores of apps', unlike: /track|click/i },
    ...{ isMany: false, least: 1, as: 'store' },
  },
  image_url: {
    ...{ test: isImage, says: 'has addresses of pictures', unlike: /preview|screenshot/i },
    ...{ isMany: false, least: 1 },
  },
}

function withExclusion(guess: GuessedColumn, { fields }: Sample): GuessedColumn {
  if (guess.column !== 'countries') return guess
  const except = fields.find(
    (field) => !field.isList && (namesExclusion(field.name) || isExcludedCountry(field)),
  )
  if (except === undefined) return guess
  const reason = `${guess.reason.slice(0, -1)}, and \`${except.path}\` has those that are excluded.`
  return { ...guess, mapping: { ...guess.mapping, except: [except.path] }, reason }
}

function isExcludedCountry({ path, values }: SampleField): boolean {
  const all = values.flat()
  return isExcluded(path) && all.length > 0 && all.every((value) => tests.countries?.(value) === true)
}

/** `payout_usd` says its currency itself. */
function withCurrency(columns: readonly GuessedColumn[]): readonly GuessedColumn[] {
  const revenue = columns.find(({ column }) => column === 'revenue')
  if (revenue === undefined || columns.some(({ column }) => column === 'currency')) return columns
  const currency = revenue.path
    .split(/[\s()[\]._*\\/-]+/)
    .map(currencyIn)
    .find((found) => found !== undefined)
  if (currency === undefined) return columns
  const reason = `\`${revenue.path}\` names ${currency}.`
  return [...columns, { column: 'currency', path: '', mapping: { constant: currency }, reason }]
}
