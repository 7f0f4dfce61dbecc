import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { connect as connectTcp } from 'node:net'
import type { OutgoingAnswer, OutgoingResult } from '@quoin/core/outgoing/outgoing-answer.ts'
import { type AddressPolicy, outgoingUrlProblem, portOf } from '@quoin/core/outgoing/address-policy.ts'
import type { Outgoing, OutgoingLimits, OutgoingRequest } from '../../ports/outgoing.ts'
import type { Clock } from '../../ports/ports.ts'
import { version } from '../../version.ts'
import { type GuardedAgents, openGuardedAgents } from './guarded-agents.ts'
import { HostGate } from './host-gate.ts'
import { codeOf, OutgoingError, readError } from './outgoing-error.ts'
import { openResolver, type ResolveHost } from './resolve-host.ts'

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
const standardLimits: OutgoingLimits = { totalMs: totalMaxMs, excerptBytes: 4_096 }
/** A body is read to its end so that the connection can be used again, but not further than this. */
const bodyMaxBytes = 256 * 1024
const headersMaxBytes = 16 * 1024
/** Filled macros make an address longer than its template, but no server takes more. */
const urlLengthMax = 16 * 1024
const inFlightMax = 512
const perHostMax = 32

/** The only HTTP client of the server (docs/decisions/0011-outgoing-http.md). */
export function openOutgoing({ policy, clock, ...outside }: OutgoingOptions): OpenOutgoing {
  const agents = openGuardedAgents({ policy, resolve: openResolver(), connectTcp, ...outside })
  const pools: Pools = { agents, gate: new HostGate(perHostMax) }
  let inFlight = 0
  return {
    urlProblem: (url) => outgoingUrlProblem(policy, url),
    async send(request, limits = {}) {
      const startedMs = clock.monotonicMs()
      const latencyMs = () => Math.round(clock.monotonicMs() - startedMs)
      inFlight += 1
      try {
        if (inFlight > inFlightMax) throw new OutgoingError('connect', 'Too many requests are under way.')
        const answer = await exchange(pools, checked(policy, request), { ...standardLimits, ...limits })
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

/** Checked again at each sending: the operator's ranges may have changed since the URL was stored. */
function checked(policy: AddressPolicy, request: OutgoingRequest): OutgoingRequest {
  const problem = outgoingUrlProblem(policy, request.url, urlLengthMax)
  if (problem !== undefined) throw new OutgoingError('refused_address', problem)
  return request
}

interface Pools {
  readonly agents: GuardedAgents
  readonly gate: HostGate
}

type Answered = Omit<OutgoingAnswer, 'latencyMs'>

/** One request and its answer, within the time; a kept connection that turns out to be dead is replaced once. */
async function exchange(pools: Pools, request: OutgoingRequest, limits: OutgoingLimits): Promise<Answered> {
  const timeout = new AbortController()
  const tooLate = () => timeout.abort(new OutgoingError('timeout', 'The answer took too long.'))
  const timer = setTimeout(tooLate, Math.min(limits.totalMs, totalMaxMs))
  let leave = () => {}
  try {
    leave = await pools.gate.enter(new URL(request.url).host, timeout.signal)
    return await attempt(pools, request, limits, timeout.signal)
  } catch (error) {
    if (!(error instanceof DeadConnectionError)) throw error
    return await attempt(pools, request, limits, timeout.signal)
  } finally {
    clearTimeout(timer)
    leave()
  }
}

/** The receiver had closed a kept connection before our request reached it. */
class DeadConnectionError extends Error {}

function attempt(
  { agents }: Pools,
  { method, url, headers, body }: OutgoingRequest,
  limits: OutgoingLimits,
  timeout: AbortSignal,
): Promise<Answered> {
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
      headers: headersOf(target, headers, body),
      maxHeaderSize: headersMaxBytes,
    })
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
      reject(isDeadConnection(request, error) ? new DeadConnectionError() : error),
    )
    request.once('response', (response) => {
      isAnswered = true
      readAnswer(response, limits).then(resolve, reject)
    })
    request.end(body ?? undefined)
  })
}

function isDeadConnection(request: ClientRequest, error: Error): boolean {
  return request.reusedSocket && ['ECONNRESET', 'EPIPE'].includes(codeOf(error))
}

function headersOf(
  { host }: URL,
  headers: OutgoingRequest['headers'],
  body: string | null,
): Record<string, string> {
  return {
    host,
    'user-agent': `Quoin/${version}`,
    accept: '*/*',
    'accept-encoding': 'identity',
    ...(body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
    ...headers,
  }
}

async function readAnswer(
  response: IncomingMessage,
  { excerptBytes, bytesMax }: OutgoingLimits,
): Promise<Answered> {
  const readMax = bytesMax ?? bodyMaxBytes
  const chunks: Buffer[] = []
  let readBytes = 0
  for await (const chunk of response) {
    const bytes: Buffer = chunk // no encoding is set, so that chunks are bytes
    chunks.push(bytes)
    readBytes += bytes.length
    if (readBytes > readMax) break // leaving the loop ends the connection
  }
  const whole = Buffer.concat(chunks)
  const body = whole.subarray(0, bodyMaxBytes)
  const isKept = bytesMax !== undefined && readBytes <= readMax
  return {
    kind: 'answer',
    status: response.statusCode ?? 0,
    headers: textHeaders(response),
    body: textOf(body),
    bodyExcerpt: textOf(body.subarray(0, excerptBytes)),
    ...(isKept ? { bytes: whole } : {}),
  }
}

function textHeaders({ headers }: IncomingMessage): Record<string, string> {
  const entries = Object.entries(headers).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.join(', ') : (value ?? ''),
  ])
  return Object.fromEntries(entries)
}

/** PostgreSQL stores no NUL, and a character cut in two is left out. */
function textOf(bytes: Buffer): string {
  return new TextDecoder().decode(bytes, { stream: true }).replaceAll('\u0000', '\ufffd')
}
