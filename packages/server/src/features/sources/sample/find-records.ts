import { joinSteps } from '@quoin/core/sources/mapping/feed-path.ts'
import type { FeedFormat } from '@quoin/core/sources/mapping/mapping.ts'

/** The list of records in an answer. */
export interface FoundRecords {
  readonly path: string
  readonly records: readonly unknown[]
  readonly reason: string
}

/** Lists deeper than that are parts of something. */
const depthMax = 6
const placesMax = 2_000

interface FoundList {
  readonly steps: readonly string[]
  readonly records: readonly unknown[]
}

/** The longest list of objects that is in no other list; undefined where there is none. */
export function findRecords(body: unknown, format: FeedFormat): FoundRecords | undefined {
  const lists: FoundList[] = []
  collectLists(body, { steps: [], format }, lists)
  const [longest] = lists.toSorted(
    (one, other) => other.records.length - one.records.length || one.steps.length - other.steps.length,
  )
  if (longest === undefined) return undefined
  const path = joinSteps(longest.steps)
  const where = path === '' ? 'The answer itself' : `\`${path}\``
  const count = longest.records.length
  const others = lists.length - 1
  const among = others === 0 ? 'the only list' : `the longest of ${others + 1} lists`
  return {
    path,
    records: longest.records,
    reason: `${where} is ${among} of objects, with ${count} ${count === 1 ? 'record' : 'records'}.`,
  }
}

interface Place {
  readonly steps: readonly string[]
  readonly format: FeedFormat
}

function collectLists(value: unknown, { steps, format }: Place, lists: FoundList[]): void {
  if (lists.length >= placesMax || steps.length > depthMax) return
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isObject)) lists.push({ steps, records: value })
    return
  }
  if (!isObject(value)) return
  if (steps.length > 0 && isKeyed(value)) return void lists.push({ steps, records: Object.values(value) })
  const entries = Object.entries(value)
  const [only] = entries
  // XML has no list of one: the one element in another is an entry of it.
  const isAlone = format === 'xml' && steps.length > 0 && entries.length === 1
  if (isAlone && only !== undefined && isObject(only[1]) && isRecord(only[1]))
    return void lists.push({ steps: [...steps, only[0]], records: [only[1]] })
  for (const [name, one] of entries) collectLists(one, { steps: [...steps, name], format }, lists)
}

export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A record has some values of its own, and an envelope has objects and little else. */
function isRecord(value: Readonly<Record<string, unknown>>): boolean {
  return Object.values(value).filter((one) => !isObject(one) && !Array.isArray(one)).length >= 2
}

/** An object whose names are keys of entries, and no names: numbers, or codes of two letters. */
export function isKeyed(value: Readonly<Record<string, unknown>>): boolean {
  const entries = Object.entries(value)
  return (
    entries.length > 0 && entries.every(([name, one]) => /^(?:\d+|[A-Z]{2})$/.test(name) && isObject(one))
  )
}
