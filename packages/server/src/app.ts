import { routerPath } from '@quoin/contract/operation.ts'
import { listOffers, submitFingerprint } from '@quoin/contract/operations.ts'
import { invalidRequest } from '@quoin/core/errors.ts'
import Fastify, { type FastifyInstance } from 'fastify'
import { LogSampler } from './adapters/log/log-sampler.ts'
import { LoopLag } from './adapters/metrics/loop-lag.ts'
import { answerErrors, sendError } from './http/answer-errors.ts'
import {
  answerForNode,
  answerInTurn,
  answerSocketError,
  endConnections,
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
import { openPublisherProver } from './http/prove.ts'
import { logRequests } from './http/request-log.ts'
import { operatorRoutes } from './planes/operator/routes.ts'
import { peopleRoutes } from './planes/people/routes.ts'
import { manageRoutes } from './planes/manage/routes.ts'
import { openMemberProver } from './http/staff/prove-member.ts'
import { openStaffProver } from './http/staff/prove-staff.ts'
import { WallFiles } from './adapters/wall/wall-files.ts'
import { openVisitorProver } from './http/staff/prove-visitor.ts'
import { TryLimits } from './http/staff/try-limits.ts'
import { closeStreams } from './http/staff/send-more.ts'
import { type DashboardNeeds, registerDashboard } from './planes/dashboard/register-dashboard.ts'
import { registerPostback } from './planes/postback/register-postback.ts'
import { publisherRoutes } from './planes/publisher/routes.ts'
import { registerSystem, type SystemNeeds } from './planes/system/register-system.ts'
import { registerTracking } from './planes/tracking/register-tracking.ts'
import { registerWallFiles } from './planes/wall/register-files.ts'
import { registerWall } from './planes/wall/register-wall.ts'
import { openStaffDatabase } from './adapters/database-gate/staff-database.ts'
import type { Ports } from './ports/ports.ts'

const sessionCallsPerMinute = 600
/** Calls of one person or token: a page of the dashboard makes about ten. */
const staffCallsPerMinute = 1_200

/** Calls of the sign-in and account pages from one address. */
const visitsPerMinute = 300

export interface AppNeeds extends SystemNeeds, DashboardNeeds {
  /** How late the event loop runs; measured unless given. */
  readonly lagMs?: () => number
  readonly limits?: Partial<SocketLimits>
  readonly isUnavailable: (error: unknown) => boolean
  /** Whether the rows that answers are made of are not read yet; links alone are followed then. */
  readonly isStarting?: () => boolean
}

/** The whole service as a Fastify instance that is not listening yet. */
export async function buildApp(ports: Ports, needs: AppNeeds): Promise<FastifyInstance> {
  const responses = openResponses()
  const server = createServer(ports, { ...standardLimits, ...needs.limits }, responses)
  const { clock, log, meters, settings } = ports
  answerErrors(server, { clock, log, isUnavailable: needs.isUnavailable })
  readJsonBodies(server)
  const refusals = new LogSampler({
    log,
    clock,
    level: 'info',
    event: 'request refused',
    leftOutEvent: 'refused requests left out of the log',
  })
  logRequests(server, { log, meters, refusals })
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
    isStarting: needs.isStarting ?? (() => false),
    responses,
  })
  mountApis(server, ports)
  for (const path of eventPaths.track) registerTracking(server, ports, path)
  for (const path of eventPaths.postback) registerPostback(server, ports, path)
  registerDashboard(server, ports, needs)
  const wall = new WallFiles()
  registerWall(server, ports, wall)
  registerWallFiles(server, ports, wall)
  registerSystem(server, ports, needs)
  await server.ready()
  ports.console.connect((request) => server.inject(request))
  return server
}

/** The APIs: what publishers call, what the people of the platform do, and what those of publishers do. */
function mountApis(server: FastifyInstance, ports: Ports): void {
  const { settings, clock } = ports
  const perMinute = (limit: number) => new BoundedLimiter({ limit, clock })
  const staffPorts = { ...ports, db: openStaffDatabase(ports.db, settings.databaseConnections) }
  const guesses = perMinute(settings.failedCredentialsPerMinute)
  const sessionCalls = perMinute(sessionCallsPerMinute)
  mountRoutes(server, publisherRoutes, openPublisherProver({ ports, guesses, sessionCalls }))
  const ownGuesses = perMinute(settings.failedCredentialsPerMinute)
  const calls = perMinute(staffCallsPerMinute)
  mountRoutes(server, operatorRoutes, openStaffProver({ ports: staffPorts, guesses: ownGuesses, calls }))
  const members = {
    guesses: perMinute(settings.failedCredentialsPerMinute),
    calls: perMinute(staffCallsPerMinute),
  }
  mountRoutes(server, manageRoutes, openMemberProver({ ports: staffPorts, ...members }))
  const visits = perMinute(visitsPerMinute)
  const tries = new TryLimits(clock)
  mountRoutes(server, peopleRoutes, openVisitorProver({ ports, calls: visits, tries }))
  server.addHook('preClose', closeStreams)
}

/**
 * A request without a body is one that has ended: reading nothing from it costs a tenth of an answer. Node knows it since
 * 24.12; its types do not yet.
 */
const emptyRequests = { optimizeEmptyRequests: true }

/** No route has a schema of the framework's kind, whose two compilers are a hundred files that it would load otherwise. */
const noSchemas = (): never => {
  throw new Error('Routes are read by the contract, and not by schemas of the framework')
}

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
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    // A user id has at most 255 characters, of up to two code units each.
    routerOptions: { maxParamLength: 512 },
    // While closing, what still comes over open connections is answered like before: the drain waits for it.
    return503OnClosing: false,
    frameworkErrors: (_error, request, reply) => {
      sendError(invalidRequest('The address of the request is malformed.'), request, reply, { clock, log })
    },
    clientErrorHandler: (error, socket) => answerSocketError({ clock, newId }, error, socket),
  })
  endConnections(server)
  gatherWrites(server)
  limitPieces(server, () => meters.count('bodies_cut_total'))
  answerInTurn(server, { onClosed: () => meters.count('pipelines_closed_total') })
  server.server.maxConnections = settings.connectionsMax
  return server
}

/**
 * The lag counts both: a request in the kernel that waits for its connection's turn is as late as one that waits for
 * the event loop.
 */
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

const dashboardPaths: ReadonlySet<string> = new Set(
  [...operatorRoutes, ...manageRoutes].map(({ operation }) => routerPath(operation.path)),
)

/** Health, metrics and documents have none: they are always answered. */
function priorityOf(url: string, { track, postback }: EventPaths): Priority | undefined {
  if (track.includes(url)) return 'visit'
  if (postback.some((path) => url === path || url === `${path}/:token`)) return 'report'
  if (url === listOffers.path) return 'list'
  const isCall = publisherRoutes.some(({ operation: { path, aliases = [] } }) =>
    [path, ...aliases].some((one) => routerPath(one) === url),
  )
  return isCall || dashboardPaths.has(url) ? 'call' : undefined
}

/** The path of the public address, and the plain one behind a proxy that rewrites it. */
function mountPaths(standard: string, publicUrl: string): readonly string[] {
  const { pathname } = new URL(publicUrl)
  return [...new Set([standard, pathname])]
}
