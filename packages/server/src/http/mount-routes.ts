import { presentSuccess } from '@quoin/contract/envelope.ts'
import { routerPath } from '@quoin/contract/operation.ts'
import { type FieldsReading, type Parameters, readFields } from '@quoin/contract/fields/field.ts'
import { type FieldProblem, invalidFields, notFound } from '@quoin/core/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findBrokenEscapes } from './broken-escapes.ts'
import { clientOf } from './client.ts'
import { metaOf } from './meta.ts'
import { type ProofNeeds, prove } from './prove.ts'
import { bodyRecord, UnreadableBody } from './read-json-body.ts'
import type { Answer, Call, Caller, Client, Route } from './route.ts'

/** Mounts a plane's table. Each request goes: proof → rate limit → reading → handler → envelope (DECISIONS). */
export function mountRoutes(server: FastifyInstance, routes: readonly Route[], needs: ProofNeeds): void {
  for (const route of routes) {
    const { method, path, aliases = [] } = route.operation
    for (const url of [path, ...aliases]) {
      server.route({
        method,
        url: routerPath(url),
        // HEAD would count against a rate limit for nothing: 404, like any other wrong method.
        exposeHeadRoute: false,
        handler: (request, reply) => answer(route, request, reply, needs),
        errorHandler: async (error, request, reply) => {
          // Credentials are judged before a body that could not be taken in, too large or broken off.
          if (isBodyFault(error)) await proveCaller(route, request, reply, needs)
          throw error
        },
      })
    }
  }
}

async function answer(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  needs: ProofNeeds,
): Promise<FastifyReply> {
  checkSteps(request)
  const { client, caller } = await proveCaller(route, request, reply, needs)
  const body = bodyRecord(request.body)
  if (body instanceof UnreadableBody) throw body.error
  const values = readValues(route, request, body)
  const result = await route.handle({
    ports: needs.ports,
    caller,
    client,
    requestId: request.id,
    ...values,
  })
  return send(result, request, reply, needs)
}

/** A path with nothing where a parameter stands is none of ours; the router lets it through. */
function checkSteps({ params }: FastifyRequest): void {
  const steps = params as Readonly<Record<string, string>> // the router makes a record
  if (Object.values(steps).includes('')) throw notFound('There is no such endpoint.')
}

async function proveCaller(
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  needs: ProofNeeds,
): Promise<{ client: Client; caller: Caller }> {
  const client = clientOf(request, needs.ports)
  const body = bodyRecord(request.body)
  const caller = await prove(needs, {
    request,
    reply,
    client,
    body: body instanceof UnreadableBody ? {} : body,
    acceptsSession: route.operation.proof === 'key+secret or session',
  })
  return { client, caller }
}

/** The framework's own failures of reading a body; they come before the handler. */
function isBodyFault(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code.startsWith('FST_ERR_CTP_')
}

function readValues(
  { operation }: Route,
  request: FastifyRequest,
  body: Readonly<Record<string, unknown>>,
): Pick<Call, 'path' | 'query' | 'body'> {
  const query = request.query as Readonly<Record<string, unknown>> // Fastify's parser makes a record
  const path = request.params as Readonly<Record<string, unknown>> // the router makes a record
  const fromPath = readFields(operation.pathParameters ?? {}, path, { repeats: 'refuse' })
  const fromQuery = readFields(operation.query, query, { repeats: 'refuse' })
  const fromBody = readFields(operation.body, body, { repeats: 'refuse' })
  const broken = findBrokenEscapes(request.raw.url ?? '')
  const problems = [
    ...problemsOf(fromPath),
    ...Object.keys(operation.query)
      .filter((name) => broken.has(name))
      .map(brokenEscape),
    ...problemsOf(fromQuery).filter(({ field }) => !broken.has(field)),
    ...problemsOf(fromBody),
  ]
  if (problems.length > 0 || !fromPath.ok || !fromQuery.ok || !fromBody.ok) throw invalidFields(problems)
  return { path: fromPath.values, query: fromQuery.values, body: fromBody.values }
}

function problemsOf(reading: FieldsReading<Parameters>): readonly FieldProblem[] {
  return reading.ok ? [] : reading.problems
}

function brokenEscape(field: string): FieldProblem {
  return { field, rule: 'encoding', message: 'must be percent-encoded UTF-8' }
}

function send(
  result: Answer,
  request: FastifyRequest,
  reply: FastifyReply,
  { ports }: ProofNeeds,
): FastifyReply {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'private, no-store')
  if ('bytes' in result) return reply.send(result.bytes)
  const meta = { ...metaOf(request.id, ports.clock), ...result.meta }
  return reply
    .code(result.status ?? 200)
    .send(JSON.stringify(presentSuccess(result.data, meta, result.message)))
}
