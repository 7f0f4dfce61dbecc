import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { type Meta, presentError } from '@quoin/contract/envelope.ts'
import { prefersHtml } from '@quoin/core/detect/preferences.ts'
import { busy, busyRetryAfterSec } from '@quoin/core/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Ports } from '../../ports/ports.ts'
import { metaOf } from '../meta.ts'
import { RefusalResponse, type Responses } from './refusal-response.ts'
import { standBefore } from './stand-before.ts'

/**
 * The order in which requests are refused when there is more to do than can be done: a list can be
 * asked for again, a network reports again when it hears 503, a visitor waits a second rather than read an error.
 * Health and metrics are always answered.
 */
export type Priority = 'list' | 'call' | 'report' | 'visit'

/** The lateness at which requests of a class are still looked at; later ones are refused. */
const lagMaxMs: Record<Priority, number> = { list: 100, call: 150, report: 200, visit: 1_000 }

const headersOfAll = [
  ['content-type', 'application/json; charset=utf-8'],
  ['cache-control', 'no-store'],
  ['x-content-type-options', 'nosniff'],
  ['retry-after', String(busyRetryAfterSec)],
]
const labelsOf: Record<Priority, { readonly class: Priority }> = {
  list: { class: 'list' },
  call: { class: 'call' },
  report: { class: 'report' },
  visit: { class: 'visit' },
}
/** Made once: to note where an error was made costs as much as all the rest of a refusal. */
const refusal = busy()

interface Shedding {
  readonly ports: Pick<Ports, 'clock' | 'newId' | 'meters' | 'writers'>
  /** How long a request waits until it is looked at. */
  readonly lagMs: () => number
  /** Whether only visitors can be answered yet. */
  readonly isStarting: () => boolean
  /** By route pattern. */
  readonly priorityOf: (url: string) => Priority | undefined
  /** Where the server makes its responses: some are refusals from the beginning. */
  readonly responses?: Responses
}

/**
 * Refuses what cannot be answered in time, before it costs anything: 503 with Retry-After. Under load most are refused
 * before the framework has seen them; whoever reads pages is refused by its hook.
 */
export function shedLoad(server: FastifyInstance, needs: Shedding): void {
  const isTooMuch = (priority: Priority): boolean => {
    if (priority !== 'visit' && needs.isStarting()) return true
    const lagMs = needs.lagMs()
    return lagMs > lagMaxMs[priority] || needs.ports.writers.isCrowded(priority, lagMs)
  }
  const compose = openComposer(needs.ports)
  const priorities = new Map<string, Priority>()
  server.addHook('onRoute', (route) => {
    const priority = needs.priorityOf(route.url)
    if (priority === undefined) return
    priorities.set(route.url, priority)
    const hooks = [route.onRequest ?? []].flat()
    route.onRequest = [(_request, _reply, done) => (isTooMuch(priority) ? done(refusal) : done()), ...hooks]
  })
  /** The last one that was let through when its response was made: a moment before all others see it. */
  let letThrough: IncomingMessage | undefined
  if (needs.responses) {
    needs.responses.refuses = (request) => {
      // The framework opens another server for the other address of a name, which has the framework alone before it.
      if ((request.socket as ServedSocket).server !== server.server) return undefined
      const priority = findPriority(priorities, request.url ?? '')
      if (priority !== undefined && isTooMuch(priority)) {
        return mayWantPage(priority, request) ? undefined : refusalOf(compose(priority))
      }
      letThrough = request
      return undefined
    }
  }
  standBefore(server, (request, response, goOn) => {
    if (response instanceof RefusalResponse) {
      response.end()
      return true
    }
    if (request === letThrough) return false
    const priority = findPriority(priorities, request.url ?? '')
    if (priority === undefined || !isTooMuch(priority)) return false
    if (mayWantPage(priority, request)) goOn()
    else refuse(response, compose(priority))
    return true
  })
}

/** Routes with a parameter are few and their parameter is the last part; others wait for the hook. */
function findPriority(priorities: ReadonlyMap<string, Priority>, url: string): Priority | undefined {
  const end = url.indexOf('?')
  const path = end < 0 ? url : url.slice(0, end)
  return priorities.get(path) ?? priorities.get(`${path.slice(0, path.lastIndexOf('/'))}/:token`)
}

/** Pages are for visitors; their hook renders them. */
function mayWantPage(priority: Priority, { headers }: IncomingMessage): boolean {
  return priority === 'visit' && prefersHtml(headers.accept)
}

/** Node names the server that a connection came to. */
type ServedSocket = Socket & { readonly server?: unknown }

/** The part that all answers of a second share. */
interface Prepared {
  readonly timestamp: number
  readonly beforeId: string
  readonly head: string
}

interface Composed {
  readonly requestId: string
  readonly body: string
  readonly head: string
}

const afterId = '"}}'

/** Tells what a request of a class is told, and counts it. */
function openComposer({
  clock,
  newId,
  meters,
}: Pick<Ports, 'clock' | 'newId' | 'meters'>): (priority: Priority) => Composed {
  let prepared: Prepared | undefined
  return (priority) => {
    const requestId = `req_${newId()}`
    const meta = metaOf('', clock)
    if (prepared?.timestamp !== meta.timestamp) prepared = prepare(meta)
    meters.count('shed_total', labelsOf[priority])
    return { requestId, body: prepared.beforeId + requestId + afterId, head: prepared.head }
  }
}

function prepare(meta: Meta): Prepared {
  const { timestamp } = meta
  const envelope = JSON.stringify(presentError(refusal, meta))
  const date = ['date', new Date(timestamp * 1000).toUTCString()]
  const lines = [...headersOfAll, date].map((header) => `${header.join(': ')}\r\n`)
  const head = `HTTP/1.1 503 Service Unavailable\r\n${lines.join('')}`
  return { timestamp, beforeId: envelope.slice(0, -afterId.length), head }
}

function refusalOf({ requestId, body, head }: Composed): RefusalResponse {
  const headersOfOne = `content-length: ${body.length}\r\nx-request-id: ${requestId}\r\n`
  return new RefusalResponse({ head: head + headersOfOne, body })
}

/** Where the request is more than a question. A string leaves in one piece with its headers; it is ASCII. */
function refuse(response: ServerResponse, { requestId, body }: Composed): void {
  const headersOfOne = ['content-length', String(body.length), 'x-request-id', requestId]
  response.writeHead(503, [...headersOfOne, ...headersOfAll.flat()])
  response.end(body, 'latin1')
}
