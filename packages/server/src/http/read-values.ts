import { type FieldsReading, type Parameters, readFields } from '@quoin/contract/fields/field.ts'
import { findUnknownFields } from '@quoin/contract/fields/unknown-fields.ts'
import type { Operation } from '@quoin/contract/operation.ts'
import { noParameters } from '@quoin/contract/parameters.ts'
import { type FieldProblem, invalidFields } from '@quoin/core/errors.ts'
import { findBrokenEscapes } from './broken-escapes.ts'
import { isOlderPage, olderPage, type PageFacts } from './older-page.ts'
import type { Asked } from './raw/index.ts'
import type { Call } from './route.ts'

interface Given {
  readonly body: Readonly<Record<string, unknown>>
  readonly isSession: boolean
  /** Set where a field that the operation does not have is refused, with what tells an old page from a wrong call. */
  readonly unknown: PageFacts | undefined
}

/** The values of a request by its operation's tables; throws INVALID_REQUEST with every bad field at once. */
export function readValues(
  operation: Operation,
  request: Asked,
  { body, isSession, unknown }: Given,
): Pick<Call, 'path' | 'query' | 'body'> {
  const options = { repeats: 'refuse', isSession } as const
  const fromPath = readFields(operation.pathParameters ?? noParameters, request.params, options)
  const fromQuery = readFields(operation.query, request.query, options)
  const fromBody = readFields(operation.body, body, options)
  const broken = findBrokenEscapes(request.raw.url ?? '')
  const twice = namedTwice(operation, request.query)
  const others =
    unknown === undefined || operation.method === 'GET' ? [] : findUnknownFields(operation.body, body)
  const isFine = broken.size === 0 && twice.length === 0 && others.length === 0
  if (fromPath.ok && fromQuery.ok && fromBody.ok && isFine) {
    return { path: fromPath.values, query: fromQuery.values, body: fromBody.values }
  }
  const problems = [
    ...problemsOf(fromPath),
    ...twice,
    ...Object.keys(operation.query)
      .filter((name) => broken.has(name))
      .map(brokenEscape),
    ...problemsOf(fromQuery).filter(({ field }) => !broken.has(field)),
    ...problemsOf(fromBody),
    ...others,
  ]
  if (others.length > 0 && unknown !== undefined && isOlderPage(unknown)) throw olderPage(problems)
  if (problems.length > 0 || !fromPath.ok || !fromQuery.ok || !fromBody.ok) throw invalidFields(problems)
  return { path: fromPath.values, query: fromQuery.values, body: fromBody.values }
}

/**
 * In the path and in the query: `DELETE /api/v1/users/activity?userId=u` would be about a user named activity, and
 * is meant of another one.
 */
function namedTwice({ pathParameters }: Operation, query: Asked['query']): readonly FieldProblem[] {
  if (pathParameters === undefined) return []
  const message = 'must be given once: the path names it already'
  return Object.keys(pathParameters)
    .filter((name) => Object.hasOwn(query, name))
    .map((field) => ({ field, rule: 'single', message }))
}

function problemsOf(reading: FieldsReading<Parameters>): readonly FieldProblem[] {
  return reading.ok ? [] : reading.problems
}

function brokenEscape(field: string): FieldProblem {
  return { field, rule: 'encoding', message: 'must be percent-encoded UTF-8' }
}
