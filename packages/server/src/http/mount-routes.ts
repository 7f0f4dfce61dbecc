import { presentSuccess } from '@quoin/contract/envelope.ts'
import { routerPath } from '@quoin/contract/operation.ts'
import { assert, notFound } from '@quoin/core/errors.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Awaitable, whenKnown, whenSettled } from '@quoin/core/awaitable.ts'
import type { Ports } from '../ports/ports.ts'
import { clientOf } from './client.ts'
import { metaOf } from './meta.ts'
import { type Asker, noteCall } from './note-calls.ts'
import type { Attempt, Prover } from './prover.ts'
import { bodyRecord, UnreadableBody } from './read-json-body.ts'
import { readValues } from './read-values.ts'
import { nosniffHeaders } from './safe-answers.ts'
import type { AnyAnswer, Client, RouteOf } from './route.ts'
import { keepProven } from './staff/keep-proven.ts'
import { readWhere } from './staff/read-where.ts'
import { sendFile, streamEvents } from './staff/send-more.ts'
import { type Asked, askedOf, type FlatHeaders, mountShortcut, type PlainAnswer } from './raw/index.ts'

/** Mounts a plane's table. Each request goes: proof → rate limit → reading → handler → envelope. */
export function mountRoutes<Who>(
  server: FastifyInstance,
  routes: readonly RouteOf<Who>[],
  prover: Prover<Who>,
): void {
  for (const route of routes) {
    const { method, path, aliases = [], bodyMaxBytes } = route.operation
    for (const url of [path, ...aliases]) {
      server.route({
        method,
        url: routerPath(url),
        // HEAD would count against a rate limit for nothing: 404, like any other wrong method.
        exposeHeadRoute: false,
        ...(bodyMaxBytes === undefined ? {} : { bodyLimit: bodyMaxBytes }),
        handler: handlerOf(server, { route, url }, prover),
        errorHandler: async (error, request, reply) => {
          // Credentials are judged before a body that could not be taken in, too large or broken off.
          if (isBodyFault(error)) {
            const outcome = await resolve(route, { ...askedOf(request), body: {} }, prover, error)
            setHeaders(reply, outcome.responseHeaders)
            if ('error' in outcome) throw outcome.error
          }
          throw error
        },
      })
    }
  }
}

function handlerOf<Who>(
  server: FastifyInstance,
  { route, url }: { route: RouteOf<Who>; url: string },
  prover: Prover<Who>,
) {
  const find = route.isHot
    ? mountShortcut(server, prover.ports, {
        path: url,
        resolve: (asked) => resolve(route, asked, prover),
        answer: plainAnswer,
      })
    : (request: FastifyRequest) => resolve(route, askedOf(request), prover)
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { responseHeaders, ...outcome } = await find(request)
    setHeaders(reply, responseHeaders)
    if ('error' in outcome) throw outcome.error
    return send(outcome.result, request, reply, prover.ports)
  }
}

/** Headers that an answer has whatever came of the request. */
type ResponseHeaders = (string | number)[]

type Outcome = { readonly responseHeaders: ResponseHeaders } & (
  | { readonly result: AnyAnswer }
  | { readonly error: unknown }
)

/** The result of a request; with `fault`, of one whose body could not be taken in. */
function resolve<Who>(
  route: RouteOf<Who>,
  request: Asked,
  prover: Prover<Who>,
  fault?: unknown,
): Awaitable<Outcome> {
  const responseHeaders: ResponseHeaders = []
  const asker: Asker = {}
  const { ports } = prover
  const { id: operation } = route.operation
  const ended = { operation, requestId: request.requestId, startedMs: ports.clock.monotonicMs(), asker }
  return whenSettled<AnyAnswer, Outcome>(
    () => handle(route, request, { prover, responseHeaders, asker, fault }),
    (result) => {
      noteCall(ports, { ...ended, outcome: { status: ('status' in result && result.status) || 200 } })
      return { responseHeaders, result }
    },
    (error) => {
      noteCall(ports, { ...ended, outcome: { error } })
      return { responseHeaders, error }
    },
  )
}

interface Handling<Who> {
  readonly prover: Prover<Who>
  readonly responseHeaders: ResponseHeaders
  readonly asker: Asker
  readonly fault: unknown
}

function handle<Who>(route: RouteOf<Who>, request: Asked, handling: Handling<Who>): Awaitable<AnyAnswer> {
  checkSteps(request)
  const { prover, fault } = handling
  const client = clientOf(request.raw, prover.ports)
  const attempt = attemptOf(request, { ...handling, client })
  return whenKnown(prover.prove(route.operation, attempt), (caller) => {
    if (fault !== undefined) throw fault
    const body = bodyRecord(request.body)
    if (body instanceof UnreadableBody) throw body.error
    const { requestId } = request
    const { ports, lasting, refusesUnknownFields } = prover
    const isSession = prover.isSession(caller)
    const unknown = refusesUnknownFields ? { version: ports.process.version, client } : undefined
    const { path, query, body: values } = readValues(route.operation, request, { body, isSession, unknown })
    const proveAgain = async () => await lasting?.proveAgain(route.operation, attempt, caller)
    const call = { caller, client, requestId, path, query, body: values, proveAgain }
    const answered = readWhere(
      { prover, operation: route.operation, caller, responseHeaders: handling.responseHeaders },
      (where) => route.handle({ ...call, ports: where }),
    )
    return whenKnown(answered, (answer) =>
      lasting === undefined || !('file' in answer || 'subscribe' in answer)
        ? answer
        : keepProven(ports, answer, { ...lasting.streamsOf(caller), proveAgain }),
    )
  })
}

/** The headers of every answer that tells of success. */
const answerHeaders: FlatHeaders = [
  'content-type',
  'application/json; charset=utf-8',
  'cache-control',
  'private, no-store',
  ...nosniffHeaders,
]

/** Finished bytes are answered as they are. */
function plainAnswer(outcome: Outcome): PlainAnswer | undefined {
  if (!('result' in outcome) || !('bytes' in outcome.result)) return undefined
  return { status: 200, headers: [...answerHeaders, ...outcome.responseHeaders], bytes: outcome.result.bytes }
}

function setHeaders(reply: FastifyReply, responseHeaders: FlatHeaders): void {
  for (let index = 0; index < responseHeaders.length; index += 2)
    reply.header(String(responseHeaders[index]), responseHeaders[index + 1])
}

/** A path with nothing where a parameter stands is none of ours; the router lets it through. */
function checkSteps({ params }: Asked): void {
  for (const name in params) if (params[name] === '') throw notFound('There is no such endpoint.')
}

function attemptOf<Who>(
  request: Asked,
  { client, responseHeaders, asker }: Handling<Who> & { readonly client: Client },
): Attempt {
  const body = bodyRecord(request.body)
  return {
    headers: request.raw.headers,
    query: request.query,
    client,
    body: body instanceof UnreadableBody ? {} : body,
    responseHeaders,
    asker,
  }
}

/** The framework's own failures of reading a body; they come before the handler. */
function isBodyFault(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' && code.startsWith('FST_ERR_CTP_')
}

function send(
  result: AnyAnswer,
  request: FastifyRequest,
  reply: FastifyReply,
  { clock }: Pick<Ports, 'clock'>,
): FastifyReply {
  if ('subscribe' in result) {
    const { subscribe, watch } = result
    assert(watch !== undefined, 'only a plane whose callers are proved again has streams')
    return streamEvents(reply, { subscribe, watch })
  }
  setHeaders(reply, answerHeaders)
  if ('file' in result) return sendFile(reply, result.file)
  if ('bytes' in result) return reply.send(result.bytes)
  const meta = { ...metaOf(request.id, clock), ...result.meta }
  return reply
    .code(result.status ?? 200)
    .send(JSON.stringify(presentSuccess(result.data, meta, result.message)))
}
