import type { ErrorCode } from '@quoin/core/errors.ts'
import { errorCodes } from './error-codes.ts'
import { exampleOf } from './example-of.ts'
import type { Parameters } from './fields/field.ts'
import { closeSchema } from './fields/unknown-fields.ts'
import type { Operation, Proof, SuccessShape } from './operation.ts'
import { metaShape, successEnvelope } from './shapes/envelopes.ts'
import { tagDescriptions } from './tag-descriptions.ts'

const security: Record<Proof, readonly Record<string, readonly string[]>[]> = {
  'key+secret': [
    { apiKey: [], apiSecret: [] },
    { apiKeyQuery: [], apiSecretQuery: [] },
  ],
  'key+secret or session': [
    { apiKey: [], apiSecret: [] },
    { apiKeyQuery: [], apiSecretQuery: [] },
    { session: [] },
  ],
  key: [],
  network: [],
  staff: [{ operatorToken: [] }, { staffSession: [] }],
  member: [{ publisherToken: [] }, { staffSession: [] }],
  person: [{ staffSession: [] }],
  none: [],
}

const requestId = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'The same as `meta.request_id`.' },
}

const rateHeaders = {
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'The limit per window of 60 seconds.' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left in the window.' },
  'X-RateLimit-Reset': { schema: { type: 'integer' }, description: 'Unix seconds: the full quota is back.' },
}

const retryAfter = {
  'Retry-After': { schema: { type: 'integer' }, description: 'The seconds to wait before the next call.' },
}

const dataAge = {
  'X-Data-Age': {
    schema: { type: 'integer' },
    description: 'The most seconds that the data may be old; absent where it is of the moment.',
  },
}

/** Wrong credentials are refused before a call is counted, so that those answers know no limit. */
function headersOf({ proof, reads }: Operation, status: number): object {
  const isCounted = proof.startsWith('key+secret') && status !== 401
  const isToRetry = status === 429 || status === 503
  const isOfStandby = reads === 'elsewhere' && status === 200
  return {
    ...requestId,
    ...(isCounted ? rateHeaders : {}),
    ...(isToRetry ? retryAfter : {}),
    ...(isOfStandby ? dataAge : {}),
  }
}

export function printTags(served: readonly Operation[]): object[] {
  const names = new Set(served.map(({ tag }) => tag))
  return [...names].map((name) => ({ name, description: tagDescriptions[name] }))
}

interface PrintOptions {
  /** Bodies hold nothing but the fields of their operation. */
  readonly isClosed?: boolean
}

export function printPaths(
  served: readonly Operation[],
  pathOf: (operation: Operation) => string | undefined,
  options: PrintOptions = {},
): Record<string, Record<string, object>> {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of served) {
    const main = pathOf(operation) ?? operation.path
    for (const path of [main, ...(operation.aliases ?? [])]) {
      paths[path] ??= {}
      const isAlias = path !== main
      paths[path][operation.method.toLowerCase()] = printOperation(operation, isAlias ? 'Alias' : '', options)
    }
  }
  return paths
}

function printOperation(operation: Operation, suffix: string, options: PrintOptions): object {
  const body = printBody(operation, options)
  return {
    operationId: operation.id + suffix,
    tags: [operation.tag],
    summary: operation.summary,
    description: describe(operation),
    security: security[operation.proof],
    parameters: [...printIn('path', operation.pathParameters ?? {}), ...printIn('query', operation.query)],
    ...(body ? { requestBody: body } : {}),
    responses: { ...printSuccess(operation), ...printErrors(operation) },
  }
}

function describe({ description, role }: Operation): string {
  return role === undefined ? description : `${description} Role: ${role}.`
}

function printIn(place: 'path' | 'query', parameters: Parameters): object[] {
  return Object.entries(parameters).map(([name, { field, required, description }]) => ({
    name,
    in: place,
    required,
    description,
    schema: field.schema,
  }))
}

function printBody(
  { body, bodyTypes = ['application/json'] }: Operation,
  { isClosed = false }: PrintOptions,
): object | undefined {
  const entries = Object.entries(body)
  if (entries.length === 0) return undefined
  const schema = {
    type: 'object',
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { field, description }]) => [
        name,
        { ...(isClosed ? closeSchema(field.schema) : field.schema), description },
      ]),
    ),
    ...(isClosed && { additionalProperties: false }),
  }
  const content = { schema, example: exampleOf(schema) }
  return { required: true, content: Object.fromEntries(bodyTypes.map((type) => [type, content])) }
}

function printSuccess(operation: Operation): Record<string, object> {
  return Object.fromEntries(
    operation.success.map((success) => {
      const { status, description, headers = {} } = success
      const content = printContent(success)
      const own = Object.entries(headers).map(([name, says]) => [
        name,
        { schema: { type: 'string' }, description: says },
      ])
      return [
        String(status),
        {
          description,
          headers: { ...headersOf(operation, status), ...Object.fromEntries(own) },
          ...(Object.keys(content).length > 0 ? { content } : {}),
        },
      ]
    }),
  )
}

function printContent({ description, data, meta, plain = {} }: SuccessShape): Record<string, object> {
  const pages = Object.entries(plain).map(([type, schema]) => {
    const example = exampleOf(schema)
    // A whole page is no example that anybody reads: it is told in words.
    return [
      type,
      { schema, example: example === '…' && 'description' in schema ? schema.description : example },
    ]
  })
  if (!data) return Object.fromEntries(pages)
  const schema = successEnvelope(data, meta)
  const example = Object.assign({}, exampleOf(schema), { message: description })
  return { 'application/json': { schema, example }, ...Object.fromEntries(pages) }
}

/** Codes that share a status share an entry: an answer names its code in the body. */
function printErrors(operation: Operation): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of operation.errors) {
    const { status } = errorCodes[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  // A path with nothing in the place of a parameter is none.
  const hasPathParameters = Object.keys(operation.pathParameters ?? {}).length > 0
  if (hasPathParameters && !byStatus.has(404)) byStatus.set(404, ['RESOURCE_NOT_FOUND'])
  if (operation.errors.includes('SERVER_ERROR')) byStatus.set(503, ['SERVER_ERROR'])
  return Object.fromEntries(
    [...byStatus].map(([status, shared]) => [
      String(status),
      {
        description: shared.map((code) => `${code}: ${errorCodes[code].condition}`).join(' '),
        headers: headersOf(operation, status),
        content: printError(operation, shared),
      },
    ]),
  )
}

function printError({ query, body, hasErrorPages }: Operation, codes: readonly ErrorCode[]): object {
  const [field = 'userId'] = Object.keys({ ...query, ...body })
  const problem = { field, rule: 'required', message: 'is required' }
  const [code] = codes
  const details = code === 'INVALID_REQUEST' ? [problem] : null
  const error = { code, message: code === undefined ? '' : errorCodes[code].condition, details }
  const example = { success: false, error, meta: exampleOf(metaShape) }
  const page = { schema: { type: 'string', description: 'A small page, in the language of the visitor.' } }
  return {
    'application/json': { schema: { $ref: '#/components/schemas/Error' }, example },
    ...(hasErrorPages ? { 'text/html': page } : {}),
  }
}
