import type { IncomingMessage, ServerResponse } from 'node:http'
import { presentError } from '@quoin/contract/envelope.ts'
import { prefersHtml } from '@quoin/core/detect/preferences.ts'
import { unavailable } from '@quoin/core/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock, Ports } from '../ports.ts'
import { metaOf } from './meta.ts'
import { standBefore } from './stand-before.ts'

/**
 * What is refused first when there is more to do than can be done (DESIGN §5.3): a list can be asked for again, a
 * network reports again when it hears 503, a visitor waits a second rather than read an error. Health and metrics
 * are always answered.
 */
export type Priority = 'list' | 'call' | 'report' | 'visit'

/** So late may requests be looked at, before those of a class are refused. */
const lagMaxMs: Record<Priority, number> = { list: 100, call: 150, report: 200, visit: 1_000 }

const retryAfterSec = 1
const headersOfAll = [
  ...['content-type', 'application/json; charset=utf-8'],
  ...['cache-control', 'no-store'],
  ...['retry-after', String(retryAfterSec)],
]
const labelsOf: Record<Priority, { readonly class: Priority }> = {
  list: { class: 'list' },
  call: { class: 'call' },
  report: { class: 'report' },
  visit: { class: 'visit' },
}
/** Made once: to note where an error was made costs as much as all the rest of a refusal. */
const refusal = unavailable('The service is busy. Please try again.', { retryAfterSec })

interface Shedding {
  readonly ports: Pick<Ports, 'clock' | 'newId' | 'meters' | 'writers'>
  /** How long a request waits until it is looked at. */
  readonly lagMs: () => number
  /** By route pattern. */
  readonly priorityOf: (url: string) => Priority | undefined
}

/**
 * Refuses what cannot be answered in time, before it costs anything: 503 with Retry-After. Under load most are refused
 * before the framework has seen them, which costs an eighth of an answer; whoever reads pages is refused by its hook.
 */
export function shedLoad(server: FastifyInstance, needs: Shedding): void {
  const isTooMuch = (priority: Priority): boolean => {
    const lagMs = needs.lagMs()
    return lagMs > lagMaxMs[priority] || needs.ports.writers.isCrowded(priority, lagMs)
  }
  const priorities = new Map<string, Priority>()
  server.addHook('onRoute', (route) => {
    const priority = needs.priorityOf(route.url)
    if (priority === undefined) return
    priorities.set(route.url, priority)
    const hooks = [route.onRequest ?? []].flat()
    route.onRequest = [(_request, _reply, done) => (isTooMuch(priority) ? done(refusal) : done()), ...hooks]
  })
  standBefore(server, (request, response, goOn) => {
    const priority = findPriority(priorities, request.url ?? '')
    if (priority === undefined || !isTooMuch(priority)) return false
    if (mayWantPage(priority, request)) goOn()
    else refuse(needs.ports, priority, response)
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

/** The whole answer but for the request's id: the same for a second. */
interface Prepared {
  readonly timestamp: number
  readonly beforeId: string
}

const afterId = '"}}'
let prepared: Prepared | undefined

function bodyOf(requestId: string, clock: Clock): string {
  const meta = metaOf('', clock)
  if (prepared?.timestamp !== meta.timestamp) {
    const envelope = JSON.stringify(presentError(refusal, meta))
    prepared = { timestamp: meta.timestamp, beforeId: envelope.slice(0, -afterId.length) }
  }
  return prepared.beforeId + requestId + afterId
}

type RefusalNeeds = Pick<Ports, 'clock' | 'newId' | 'meters'>

function refuse({ clock, newId, meters }: RefusalNeeds, priority: Priority, response: ServerResponse): void {
  const requestId = `req_${newId()}`
  // A string leaves in one piece with its headers; it is ASCII.
  const body = bodyOf(requestId, clock)
  const headersOfOne = ['content-length', String(body.length), 'x-request-id', requestId]
  response.writeHead(503, [...headersOfOne, ...headersOfAll])
  response.end(body, 'latin1')
  meters.count('shed_total', labelsOf[priority])
}
