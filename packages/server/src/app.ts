import { routerPath } from '@quoin/contract/operation.ts'
import { listOffers, submitFingerprint } from '@quoin/contract/operations.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { LoopLag } from './adapters/metrics/loop-lag.ts'
import { answerErrors, sendError } from './http/answer-errors.ts'
import {
  answerForNode,
  answerInTurn,
  answerSocketError,
  gatherWrites,
  limitPieces,
  openResponses,
  type Priority,
  readInTurns,
  type Responses,
  shedLoad,
  type SocketLimits,
  standardLimits,
} from './http/raw/index.ts'
import { BoundedLimiter } from './http/bounded-limiter.ts'
import { answerCrossOrigin } from './http/cors.ts'
import { guardAnswers } from './http/safe-answers.ts'
import { mountRoutes } from './http/mount-routes.ts'
import { readJsonBodies } from './http/read-json-body.ts'
import { logRequests } from './http/request-log.ts'
import { registerOperator, timelinePath } from './planes/operator/register-operator.ts'
import { registerPostback } from './planes/postback/register-postback.ts'
import { publisherRoutes } from './planes/publisher/routes.ts'
import { registerSystem, type SystemNeeds } from './planes/system/register-system.ts'
import { registerTracking } from './planes/tracking/register-tracking.ts'
import type { Ports } from './ports/ports.ts'

const sessionCallsPerMinute = 600

export interface AppNeeds extends SystemNeeds {
  /** How late the event loop runs; measured unless given. */
  readonly lagMs?: () => number
  readonly limits?: Partial<SocketLimits>
  readonly isUnavailable: (error: unknown) => boolean
}

/** The whole service as a Fastify instance that is not listening yet. */
export async function buildApp(ports: Ports, needs: AppNeeds): Promise<FastifyInstance> {
  const responses = openResponses()
  const server = createServer(ports, { ...standardLimits, ...needs.limits }, responses)
  const { clock, log, settings } = ports
  answerErrors(server, { clock, log, isUnavailable: needs.isUnavailable })
  readJsonBodies(server)
  logRequests(server, ports)
  answerForNode(server)
  guardAnswers(server)
  answerCrossOrigin(server, ports, [listOffers.path, submitFingerprint.path])
  const eventPaths = {
    track: mountPaths('/track', settings.trackUrl),
    postback: mountPaths('/postback', settings.postbackUrl),
  }
  shedLoad(server, {
    ports,
    lagMs: needs.lagMs ?? measureLag(server, ports),
    priorityOf: (url) => priorityOf(url, eventPaths),
    responses,
  })
  mountRoutes(server, publisherRoutes, {
    ports,
    guesses: new BoundedLimiter({ limit: settings.failedCredentialsPerMinute, clock }),
    sessionCalls: new BoundedLimiter({ limit: sessionCallsPerMinute, clock }),
  })
  for (const path of eventPaths.track) registerTracking(server, ports, path)
  for (const path of eventPaths.postback) registerPostback(server, ports, path)
  registerOperator(server, ports)
  registerSystem(server, ports, needs)
  await server.ready()
  return server
}

/**
 * A request without a body is one that has ended: reading nothing from it costs a tenth of an answer. Node knows it since
 * 24.12; its types do not yet.
 */
const emptyRequests = { optimizeEmptyRequests: true }

function createServer(
  { clock, log, meters, newId, settings }: Ports,
  limits: SocketLimits,
  { ServerResponse }: Responses,
): FastifyInstance {
  const server = Fastify({
    logger: false,
    bodyLimit: limits.bodyMaxBytes,
    genReqId: () => `req_${newId()}`,
    requestTimeout: limits.requestMs,
    connectionTimeout: limits.silenceMs,
    keepAliveTimeout: limits.keepAliveMs,
    maxRequestsPerSocket: limits.requestsMax,
    http: {
      headersTimeout: limits.headersMs,
      connectionsCheckingInterval: limits.checkEveryMs,
      maxHeaderSize: limits.headersMaxBytes,
      requireHostHeader: false,
      ServerResponse,
      ...emptyRequests,
    },
    // A user id has at most 255 characters, of up to two code units each.
    routerOptions: { maxParamLength: 512 },
    // While closing, what still comes over open connections is answered like before: the drain waits for it.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      sendError(invalidRequest('The address of the request is malformed.'), request, reply, { clock, log })
    },
    clientErrorHandler: (error, socket) => answerSocketError({ clock, newId }, error, socket),
  })
  gatherWrites(server)
  limitPieces(server, () => meters.count('bodies_cut_total'))
  answerInTurn(server, { onClosed: () => meters.count('pipelines_closed_total') })
  server.server.maxConnections = settings.connectionsMax
  return server
}

/** What waits in the kernel for its connection's turn is as late as what waits for the event loop. */
function measureLag(server: FastifyInstance, { clock, writers }: Ports): () => number {
  const lag = new LoopLag(clock.monotonicMs).start()
  const waitMs = readInTurns(server, {
    monotonicMs: clock.monotonicMs,
    isPressed: () => writers.isPressed(),
  })
  server.addHook('onClose', async () => lag.stop())
  return () => lag.ms + waitMs()
}

interface EventPaths {
  readonly track: readonly string[]
  readonly postback: readonly string[]
}

/** Health, metrics and documents have none: they are always answered. */
function priorityOf(url: string, { track, postback }: EventPaths): Priority | undefined {
  if (track.includes(url)) return 'visit'
  if (postback.some((path) => url === path || url === `${path}/:token`)) return 'report'
  if (url === listOffers.path) return 'list'
  const isCall = publisherRoutes.some(({ operation: { path, aliases = [] } }) =>
    [path, ...aliases].some((one) => routerPath(one) === url),
  )
  return isCall || url === timelinePath ? 'call' : undefined
}

/** The path of the public address, and the plain one behind a proxy that rewrites it. */
function mountPaths(standard: string, publicUrl: string): readonly string[] {
  const { pathname } = new URL(publicUrl)
  return [...new Set([standard, pathname])]
}
