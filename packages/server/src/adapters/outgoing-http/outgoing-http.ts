import { type ClientRequest, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTcp } from 'node:net'
import type { OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import { type AddressPolicy, outgoingUrlProblem, portOf } from '@quoin/core/outgoing/address-policy.ts'
import type { Outgoing, OutgoingLimits, OutgoingRequest } from '../../ports/outgoing.ts'
import type { Clock } from '../../ports/ports.ts'
import { version } from '../../version.ts'
import { type GuardedAgents, openGuardedAgents } from './guarded-agents.ts'
import { HostGate } from './host-gate.ts'
import { codeOf, OutgoingError, readError } from './outgoing-error.ts'
import { type Answered, readAnswer } from './read-answer.ts'
import { canBeRedirected, isRedirect, redirectedRequest } from './redirected-request.ts'
import { openResolver, type ResolveHost } from './resolve-host.ts'
import { packings } from './unpacked-body.ts'

interface OutgoingOptions {
  readonly policy: AddressPolicy
  readonly clock: Pick<Clock, 'monotonicMs'>
  /** For tests: names are resolved by it instead of the system's name servers. */
  readonly resolve?: ResolveHost
  /** For tests: sockets are opened by it instead of node:net. */
  readonly connectTcp?: typeof connectTcp
  /** For tests: certificates are checked against it instead of what Node trusts. */
  readonly ca?: string
}

export interface OpenOutgoing extends Outgoing {
  close(): void
}

const totalMaxMs = 10_000
/** For what is fetched in the background: catalogues of networks have tens of megabytes. */
const fetchMaxMs = 120_000
const standardLimits: OutgoingLimits = { totalMs: totalMaxMs, excerptBytes: 4_096 }
const headersMaxBytes = 16 * 1024
/** Filled macros make an address longer than its template, but no server takes more. */
const urlLengthMax = 16 * 1024
const inFlightMax = 512
const redirectsMaxMax = 10
const perHostMax = 32

/** The only HTTP client of the server (docs/decisions/0011-outgoing-http.md). */
export function openOutgoing({ policy, clock, ...outside }: OutgoingOptions): OpenOutgoing {
  const agents = openGuardedAgents({ policy, resolve: openResolver(), connectTcp, ...outside })
  const pools: Pools = { policy, agents, gate: new HostGate(perHostMax) }
  let inFlight = 0
  return {
    urlProblem: (url) => outgoingUrlProblem(policy, url),
    async send(request, limits = {}) {
      const startedMs = clock.monotonicMs()
      const latencyMs = () => Math.round(clock.monotonicMs() - startedMs)
      inFlight += 1
      try {
        if (inFlight > inFlightMax) throw new OutgoingError('connect', 'Too many requests are under way.')
        const answer = await exchange(pools, request, { ...standardLimits, ...limits })
        return { ...answer, latencyMs: latencyMs() } satisfies OutgoingResult
      } catch (error) {
        const { reason, message } = readError(error)
        return { kind: 'failure', reason, detail: message, latencyMs: latencyMs() }
      } finally {
        inFlight -= 1
      }
    },
    close: agents.close,
  }
}

interface Pools {
  readonly policy: AddressPolicy
  readonly agents: GuardedAgents
  readonly gate: HostGate
}

/** One request and its answer, with the redirects between them, within the time of all. */
async function exchange(pools: Pools, request: OutgoingRequest, limits: OutgoingLimits): Promise<Answered> {
  const timeout = new AbortController()
  const tooLate = () => timeout.abort(new OutgoingError('timeout', 'The answer took too long.'))
  const longestMs = limits.bytesMax === undefined ? totalMaxMs : fetchMaxMs
  const timer = setTimeout(tooLate, Math.min(limits.totalMs, longestMs))
  try {
    return await follow(pools, request, limits, timeout.signal)
  } finally {
    clearTimeout(timer)
  }
}

async function follow(
  pools: Pools,
  first: OutgoingRequest,
  limits: OutgoingLimits,
  timeout: AbortSignal,
): Promise<Answered> {
  const redirectsMax = canBeRedirected(first) ? Math.min(limits.redirectsMax ?? 0, redirectsMaxMax) : 0
  let request = checked(pools.policy, first)
  for (let redirects = 0; ; redirects += 1) {
    const answer = await ask(pools, request, limits, timeout, redirectsMax > 0)
    if (!('redirect' in answer)) return answer
    if (redirects === redirectsMax) {
      throw new OutgoingError('refused_address', `The answers lead on more than ${redirectsMax} times.`)
    }
    request = checked(pools.policy, redirectedRequest(request, answer.redirect), 'The answer leads on. ')
  }
}

/** Checked again at each sending: the operator's ranges may have changed since the URL was stored. */
function checked(policy: AddressPolicy, request: OutgoingRequest, before = ''): OutgoingRequest {
  const problem = outgoingUrlProblem(policy, request.url, urlLengthMax)
  if (problem !== undefined) throw new OutgoingError('refused_address', `${before}${problem}`)
  return request
}

/** One request to one host; a kept connection that turns out to be dead is replaced once. */
async function ask(
  pools: Pools,
  request: OutgoingRequest,
  limits: OutgoingLimits,
  timeout: AbortSignal,
  isFollowing: boolean,
): Promise<Answered | Redirect> {
  const leave = await pools.gate.enter(new URL(request.url).host, timeout)
  try {
    return await attempt(pools, request, limits, timeout, isFollowing)
  } catch (error) {
    if (!(error instanceof DeadConnectionError)) throw error
    return await attempt(pools, request, limits, timeout, isFollowing)
  } finally {
    leave()
  }
}

/** An answer that is followed, of which nothing else counts. */
interface Redirect {
  readonly redirect: string
}

/** The receiver had closed a kept connection before our request reached it. */
class DeadConnectionError extends Error {}

function attempt(
  { agents }: Pools,
  { method, url, headers, body }: OutgoingRequest,
  limits: OutgoingLimits,
  timeout: AbortSignal,
  isFollowing: boolean,
): Promise<Answered | Redirect> {
  const target = new URL(url)
  const isSecure = target.protocol === 'https:'
  return new Promise((resolve, reject) => {
    const send = isSecure ? requestHttps : requestHttp
    const request = send({
      agent: isSecure ? agents.https : agents.http,
      host: target.hostname,
      port: portOf(target),
      path: target.pathname + target.search,
      method,
      headers: { ...ownHeaders(target, body, limits), ...headers },
      maxHeaderSize: headersMaxBytes,
    })
    // A kept connection is given up after some seconds without a byte; one in use has the time of its request.
    request.once('socket', (socket) => socket.setTimeout(0))
    let isAnswered = false
    const tooLate = () => {
      reject(timeout.reason)
      request.destroy()
    }
    timeout.addEventListener('abort', tooLate, { once: true })
    request.once('close', () => {
      timeout.removeEventListener('abort', tooLate)
      // An answer that switches protocols ends the request with neither a response nor an error.
      if (!isAnswered) reject(new OutgoingError('reset', 'The connection ended without an answer.'))
    })
    request.once('error', (error) =>
      reject(!isAnswered && isDeadConnection(request, error) ? new DeadConnectionError() : error),
    )
    request.once('response', (response) => {
      isAnswered = true
      const { location } = response.headers
      if (isFollowing && isRedirect(response.statusCode ?? 0, location)) {
        response.destroy()
        resolve({ redirect: location })
        return
      }
      readAnswer(response, limits).then(resolve, reject)
    })
    request.end(body ?? undefined)
  })
}

function isDeadConnection(request: ClientRequest, error: Error): boolean {
  return request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(codeOf(error))
}

function ownHeaders(
  { host }: URL,
  body: string | null,
  { isPacked = false }: OutgoingLimits,
): Record<string, string> {
  return {
    host,
    'user-agent': `Quoin/${version}`,
    accept: '*/*',
    'accept-encoding': isPacked ? packings : 'identity',
    ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }
}
