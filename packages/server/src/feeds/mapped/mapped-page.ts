import { valueAtPath, stepsOf, valuesAtPath } from '@quoin/core/sources/mapping/feed-path.ts'
import { type FeedMapping, mappedColumnNames } from '@quoin/core/sources/mapping/mapping.ts'
import { isBlank } from '@quoin/core/offers/row/reading.ts'
import type { FeedAccount, FeedAnswer, FeedFault, FeedPage, FeedProgress } from '../feed-kind.ts'
import { cleanText } from '../read/clean-text.ts'
import { readCount } from '../read/read-count.ts'
import { pageSizeOf, pagingOf, requestOf } from './mapped-settings.ts'
import { mappedId } from './mapped-record.ts'

const pagesMax = 200
/** More than a run reads of all its pages. */
const recordsMax = 200_001

const noMapping: FeedFault = { cause: 'no_feed', message: 'It has no mapping: give it one.' }

export function readMappedPage(
  answer: FeedAnswer,
  account: FeedAccount,
  { page, seen }: FeedProgress,
): FeedPage | FeedFault {
  const { mapping, settings } = account
  if (mapping === undefined) return noMapping
  const records = recordsIn(answer.body, mapping)
  if (records === undefined) return faultWithoutRecords(answer.body, mapping)
  const isNameless = records.length > 0 && records.every((record) => mappedId(record, mapping) === undefined)
  if (isNameless) return { cause: 'no_feed', message: tellNameless(records, mapping) }
  const count = countIn(answer, mapping)
  const through = seen + records.length
  const size = pageSizeOf(settings)
  const isLast =
    count !== undefined && count >= through ? count === through : size !== undefined && records.length < size
  const hasMore = pagingOf(settings) !== 'none' && records.length > 0 && !isLast && page < pagesMax
  return {
    records,
    ...(count !== undefined && { theirs: count }),
    ...(hasMore && { next: requestOf(account, { page: page + 1, seen: through }) }),
  }
}

/** The records of an answer; undefined where the place of their list is not there at all. */
export function recordsIn(
  body: unknown,
  { records: path, format }: Pick<FeedMapping, 'records' | 'format'>,
): readonly unknown[] | undefined {
  const steps = stepsOf(path)
  if (steps.includes('*')) {
    const found = valuesAtPath(body, path, recordsMax)
    return found.length === 0 && !isEmptyThere(body, path) ? undefined : found.flat()
  }
  const list = valueAtPath(body, path)
  if (list === undefined) return isEmptyThere(body, path) ? [] : undefined
  if (Array.isArray(list)) return list
  if (isBlank(list) || list === false) return []
  if (typeof list !== 'object' || list === null) return undefined
  // XML has no list of one; and an object by key, as PHP writes lists, has nothing but records.
  if (format === 'xml') return [list]
  const values = Object.values(list)
  return values.every((one) => typeof one === 'object' && one !== null) ? values : undefined
}

/** Whether a path ends early at a list of nothing: networks write `[]`, null, "" or false where they have no offers. */
function isEmptyThere(body: unknown, path: string): boolean {
  const steps = stepsOf(path)
  let value = body
  for (const step of steps) {
    if (isBlank(value) || value === false || (Array.isArray(value) && value.length === 0)) return true
    if (step === '*') return typeof value === 'object' && value !== null && Object.keys(value).length === 0
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return false
    value = (value as Readonly<Record<string, unknown>>)[step] // it has its own
  }
  return isBlank(value) || value === false
}

function countIn({ body, headers }: FeedAnswer, { count }: FeedMapping): number | undefined {
  if (count === undefined) return undefined
  return readCount(count.startsWith('header:') ? headers[count.slice(7)] : valueAtPath(body, count))
}

/** Places in which networks write why they answer nothing. */
const errorPaths = ['error.message', 'error', 'errors.0.message', 'message', 'status_message', 'reason']

/** The fault that an answer without records is. It is told by the words in it, and none of them is repeated. */
function faultWithoutRecords(body: unknown, { records }: FeedMapping): FeedFault {
  const error = errorPaths.map((path) => cleanText(valueAtPath(body, path)).slice(0, 1_000)).join(' ')
  if (/rate|limit|too many|often|frequen|throttl/i.test(error))
    return { cause: 'rate_limited', message: 'The network wants to be asked less often.' }
  if (/key|auth|access|permission|token|login|credential/i.test(error))
    return { cause: 'key_refused', message: 'The network refuses the key: check it and the address.' }
  const where = records === '' ? 'is no list' : `has no list at \`${records}\``
  return { cause: 'no_feed', message: `The answer ${where}: check the address and the mapping.` }
}

function tellNameless(records: readonly unknown[], mapping: FeedMapping): string {
  const paths = mapping.columns.external_id?.at ?? []
  const named = paths.map((path) => `\`${path}\``).join(' or ')
  const isOther = !hasAnyColumn(records[0], mapping)
  const why = isOther
    ? 'and none of what the mapping reads: it is another feed, or has another delimiter'
    : ''
  return `None of ${records.length} records has an id at ${named}${why === '' ? '' : `, ${why}`}. Check the mapping.`
}

function hasAnyColumn(record: unknown, { columns }: FeedMapping): boolean {
  return mappedColumnNames.some((column) =>
    (columns[column]?.at ?? []).some((path) => valueAtPath(record, path) !== undefined),
  )
}
