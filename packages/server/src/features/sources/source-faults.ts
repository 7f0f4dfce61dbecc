import { type FieldProblem, invalidFields } from '@quoin/core/errors.ts'
import type { FeedMapping } from '@quoin/core/sources/mapping/mapping.ts'
import { readMapping } from '@quoin/core/sources/mapping/read-mapping.ts'
import { linksDailyMax } from '@quoin/core/sources/link.ts'
import { everySecMax, everySecMin } from '@quoin/core/sources/source.ts'
import type { FeedKind } from '../../feeds/feed-kind.ts'
import type { Source } from '../../store/sources/sources.ts'
import type { SourceSettings } from './source-settings.ts'

export function invalid(field: string, message: string): Error {
  return invalidFields([{ field, rule: 'value', message }])
}

const nameLengthMax = 100
const keyLengthMax = 1_000

/** Throws INVALID_REQUEST naming every fault of what was given for a source. */
export function refuseFaults(
  kind: FeedKind,
  given: SourceSettings,
  { isNew = false }: { readonly isNew?: boolean },
): void {
  const { name, settings = {}, key, payoutBasisPoints, everySec, linkCheckDaily = 0, mapping } = given
  const least = Math.max(everySecMin, kind.pace.runsSec)
  const rules: readonly (readonly [string, boolean, string])[] = [
    [
      'name',
      name === undefined || (name.trim() !== '' && name.length <= nameLengthMax),
      `must have 1 to ${nameLengthMax} characters`,
    ],
    [
      'key',
      (key === undefined && !(isNew && needsKey(kind, settings))) || isKey(key),
      `must have 1 to ${keyLengthMax} characters, without spaces around it and line breaks in it`,
    ],
    [
      'payoutPercent',
      payoutBasisPoints === undefined || (payoutBasisPoints >= 0 && payoutBasisPoints <= 10_000),
      'must be from 0 to 100',
    ],
    [
      'everySec',
      everySec === undefined || (everySec >= least && everySec <= everySecMax),
      `must be from ${least} to ${everySecMax}: the network may not be asked more often`,
    ],
    [
      'linkCheckDaily',
      linkCheckDaily >= 0 && linkCheckDaily <= linksDailyMax,
      `must be from 0 to ${linksDailyMax}`,
    ],
  ]
  const faults = rules.flatMap(([field, isRight, message]) =>
    isRight ? [] : [{ field, rule: 'value', message }],
  )
  const ofMapping = isNew || mapping !== undefined ? mappingFaults(kind, mapping) : []
  const all = [...faults, ...settingFaults(kind, settings), ...accountFaults(kind, given), ...ofMapping]
  if (all.length > 0) throw invalidFields(all)
}

/** Settings by which answers are read, or by which pages are counted, lead nowhere. */
const harmless: ReadonlySet<string> = new Set([
  'time_zone',
  'paging',
  'page_parameter',
  'size_parameter',
  'page_size',
])

/** Whether settings may lead a key to somebody else than before. One that is taken away has its standard. */
export function isElsewhere(settings: Source['settings'], before: Source['settings']): boolean {
  const names = new Set([...Object.keys(settings), ...Object.keys(before)])
  return [...names].some((name) => !harmless.has(name) && settings[name] !== before[name])
}

/** Settings with a change of some: an empty one is taken away. */
export function settingsAfter(
  before: Source['settings'],
  given: Source['settings'] = {},
): Source['settings'] {
  return Object.fromEntries(Object.entries({ ...before, ...given }).filter(([, value]) => value !== ''))
}

export function needsKey(kind: FeedKind, settings: Source['settings'] = {}): boolean {
  return kind.account?.needsKey(settings) ?? true
}

function accountFaults(kind: FeedKind, { settings = {}, key = '' }: SourceSettings): readonly FieldProblem[] {
  const problem = kind.account?.problem({ settings, key })
  if (problem === undefined) return []
  return [{ field: `settings.${problem.setting}`, rule: 'value', message: problem.message }]
}

function mappingFaults(kind: FeedKind, mapping: unknown): readonly FieldProblem[] {
  const hasMapping = kind.account?.hasMapping === true
  if (!hasMapping) {
    const message = 'is of sources of another feed alone'
    return mapping === undefined ? [] : [{ field: 'mapping', rule: 'known', message }]
  }
  if (mapping === undefined) return [{ field: 'mapping', rule: 'required', message: 'is required' }]
  const reading = readMapping(mapping)
  if (reading.ok) return []
  return reading.problems.map(({ field, message }) => {
    return { field: field === '' ? 'mapping' : `mapping.${field}`, rule: 'value', message }
  })
}

/** The mapping that was given; undefined for a kind that has none. Throws INVALID_REQUEST naming every fault. */
export function mappingOf(kind: FeedKind, mapping: unknown): FeedMapping | undefined {
  const faults = mappingFaults(kind, mapping)
  if (faults.length > 0) throw invalidFields(faults)
  const reading = readMapping(mapping)
  return reading.ok ? reading.mapping : undefined
}

function isKey(key: string | undefined): boolean {
  if (key === undefined || key === '' || key.length > keyLengthMax) return false
  return key.trim() === key && !/\p{Cc}/u.test(key)
}

function settingFaults(kind: FeedKind, settings: Readonly<Record<string, string>>) {
  const known = new Set(kind.settings.map(({ name }) => name))
  const unknown = Object.keys(settings).filter((name) => !known.has(name))
  return [
    ...unknown.map((name) => ({
      field: `settings.${name}`,
      rule: 'known',
      message: `is no setting of ${kind.title}`,
    })),
    ...kind.settings.flatMap(({ name, isOptional, problem }) => {
      const value = settings[name]
      if (value === undefined) {
        return isOptional ? [] : [{ field: `settings.${name}`, rule: 'required', message: 'is required' }]
      }
      const message = problem(value)
      return message === undefined ? [] : [{ field: `settings.${name}`, rule: 'value', message }]
    }),
  ]
}
