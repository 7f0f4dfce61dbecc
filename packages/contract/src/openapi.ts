import type { ErrorCode } from '@quoin/core/errors.ts'
import { errorCodes } from './error-codes.ts'
import type { Parameters } from './fields/field.ts'
import type { Operation, Proof } from './operation.ts'
import { operations } from './operations.ts'
import { errorEnvelope, successEnvelope } from './shapes/envelopes.ts'

export interface OpenApiOptions {
  readonly baseUrl: string
  /** Paths of the deployment: TRACK_URL and POSTBACK_URL may differ from the defaults. */
  readonly pathOf?: (operation: Operation) => string
  readonly version: string
}

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
  none: [],
}

const securitySchemes = {
  apiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key', description: 'Public key of the app.' },
  apiSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Secret',
    description: 'Secret: only from a server.',
  },
  apiKeyQuery: { type: 'apiKey', in: 'query', name: 'apiKey' },
  apiSecretQuery: { type: 'apiKey', in: 'query', name: 'apiSecret' },
  session: { type: 'http', scheme: 'bearer', description: 'Token of POST /api/v1/sessions.' },
}

const requestId = {
  'X-Request-Id': { schema: { type: 'string' }, description: 'As `meta.request_id`.' },
}

const rateHeaders = {
  'X-RateLimit-Limit': { schema: { type: 'integer' }, description: 'The limit per window of 60 seconds.' },
  'X-RateLimit-Remaining': { schema: { type: 'integer' }, description: 'Requests left in the window.' },
  'X-RateLimit-Reset': { schema: { type: 'integer' }, description: 'Unix seconds: the full quota is back.' },
}

const retryAfter = {
  'Retry-After': { schema: { type: 'integer' }, description: 'Seconds to wait.' },
}

/** Wrong credentials are refused before a call is counted, so that those answers know no limit. */
function headersOf({ proof }: Operation, status: number): object {
  const isCounted = proof.startsWith('key+secret') && status !== 401
  const isToRetry = status === 429 || status === 503
  return { ...requestId, ...(isCounted ? rateHeaders : {}), ...(isToRetry ? retryAfter : {}) }
}

/** The OpenAPI 3.1 document, printed from the tables that the server reads by. */
export function printOpenApi({ baseUrl, version, pathOf = ({ path }) => path }: OpenApiOptions): object {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    for (const path of [pathOf(operation), ...(operation.aliases ?? [])]) {
      paths[path] ??= {}
      const isAlias = path !== pathOf(operation)
      paths[path][operation.method.toLowerCase()] = printOperation(operation, isAlias ? 'Alias' : '')
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Quoin',
      version,
      description:
        'Offers, tracking links, postbacks and fraud scores. Every JSON answer is the envelope. Credentials are ' +
        'sent as headers, in the query, or with POST as the body fields `apiKey` and `apiSecret`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: baseUrl }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    components: { securitySchemes, schemas: { Error: errorEnvelope } },
  }
}

function printOperation(operation: Operation, suffix: string): object {
  const body = printBody(operation.body)
  return {
    operationId: operation.id + suffix,
    tags: [operation.tag],
    summary: operation.summary,
    description: operation.description,
    security: security[operation.proof],
    parameters: [...printIn('path', operation.pathParameters ?? {}), ...printIn('query', operation.query)],
    ...(body ? { requestBody: body } : {}),
    responses: { ...printSuccess(operation), ...printErrors(operation) },
  }
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

function printBody(body: Parameters): object | undefined {
  const entries = Object.entries(body)
  if (entries.length === 0) return undefined
  const schema = {
    type: 'object',
    required: entries.filter(([, { required }]) => required).map(([name]) => name),
    properties: Object.fromEntries(
      entries.map(([name, { field, description }]) => [name, { ...field.schema, description }]),
    ),
  }
  return { required: true, content: { 'application/json': { schema } } }
}

function printSuccess(operation: Operation): Record<string, object> {
  return Object.fromEntries(
    operation.success.map(({ status, description, data, meta }) => [
      String(status),
      {
        description,
        headers: headersOf(operation, status),
        ...(data ? { content: { 'application/json': { schema: successEnvelope(data, meta) } } } : {}),
      },
    ]),
  )
}

/** Codes that share a status share an entry: an answer names its code in the body. */
function printErrors(operation: Operation): Record<string, object> {
  const byStatus = new Map<number, ErrorCode[]>()
  for (const code of operation.errors) {
    const { status } = errorCodes[code]
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  }
  if (operation.errors.includes('SERVER_ERROR')) byStatus.set(503, ['SERVER_ERROR'])
  return Object.fromEntries(
    [...byStatus].map(([status, shared]) => [
      String(status),
      {
        description: shared.map((code) => `${code}: ${errorCodes[code].condition}`).join(' '),
        headers: headersOf(operation, status),
        content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
      },
    ]),
  )
}
