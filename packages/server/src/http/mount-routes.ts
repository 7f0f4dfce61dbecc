import { presentSuccess } from '@quoin/contract/envelope.ts'
import { readFields } from '@quoin/contract/fields/field.ts'
import { type FieldProblem, invalidFields } from '@quoin/core/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { clientOf } from './client.ts'
import { metaOf } from './meta.ts'
import { type ProofNeeds, prove } from './prove.ts'
import { bodyRecord, UnreadableBody } from './read-json-body.ts'
import type { Answer, Call, Route } from './route.ts'

/** Mounts a plane's table. Each request goes: proof → rate limit → reading → handler → envelope (DECISIONS). */
export function mountRoutes(server: FastifyInstance, routes: readonly Route[], needs: ProofNeeds): void {
  for (const route of routes) {
    const { method, path, aliases = [] } = route.operation
    for (const url of [path, ...aliases]) {
      server.route({
        method,
        url,
        // HEAD would count against a rate limit for nothing: 404, like any other wrong method.
        exposeHeadRoute: false,
        handler: (request, reply) => answer(route, request, reply, needs),
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
  const { ports } = needs
  const client = clientOf(request, ports)
  const body = bodyRecord(request.body)
  const caller = await prove(needs, {
    request,
    reply,
    client,
    body: body instanceof UnreadableBody ? {} : body,
    acceptsSession: route.operation.proof === 'key+secret or session',
  })
  if (body instanceof UnreadableBody) throw body.error
  const values = readValues(route, request, body)
  const result = await route.handle({ ports, caller, client, requestId: request.id, ...values })
  return send(result, request, reply, needs)
}

function readValues(
  { operation }: Route,
  request: FastifyRequest,
  body: Readonly<Record<string, unknown>>,
): Pick<Call, 'query' | 'body'> {
  const query = request.query as Readonly<Record<string, unknown>> // Fastify's parser makes a record
  const fromQuery = readFields(operation.query, query, { repeats: 'refuse' })
  const fromBody = readFields(operation.body, body, { repeats: 'refuse' })
  const problems: FieldProblem[] = []
  if (!fromQuery.ok) problems.push(...fromQuery.problems)
  if (!fromBody.ok) problems.push(...fromBody.problems)
  if (!fromQuery.ok || !fromBody.ok) throw invalidFields(problems)
  return { query: fromQuery.values, body: fromBody.values }
}

function send(result: Answer, request: FastifyRequest, reply: FastifyReply, { ports }: ProofNeeds): FastifyReply {
  reply.header('content-type', 'application/json; charset=utf-8').header('cache-control', 'private, no-store')
  if ('bytes' in result) return reply.send(result.bytes)
  const meta = { ...metaOf(request.id, ports.clock), ...result.meta }
  return reply.code(result.status ?? 200).send(JSON.stringify(presentSuccess(result.data, meta, result.message)))
}
