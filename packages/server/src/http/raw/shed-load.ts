import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Meta, presentError } from '@quoin/contract/envelope.ts'
import { prefersHtml } from '@quoin/core/detect/preferences.ts'
import { busy, busyRetryAfterSec } from '@quoin/core/errors.ts'
import type { FastifyInstance } from 'fastify'
import type { Ports } from '../../ports/ports.ts'
import { metaOf } from '../meta.ts'
import { standBefore } from './stand-before.ts'

/**
 * The order in which requests are refused when there is more to do than can be done: a list can be
 * asked for again, a network reports again when it hears 503, a visitor waits a second rather than read an error.
 * Health and metrics are always answered.
 */
export type Priority = 'list' | 'call' | 'report' | 'visit'

/** The lateness at which requests of a class are still looked at; later ones are refused. */
const lagMaxMs: Record<Priority, number> = { list: 100, call: 150, report: 200, visit: 1_000 }

const headersOfAll: readonly string[] = [
  ...['content-type', 'application/json; charset=utf-8'],
  ...['cache-control', 'no-store'],
  ...['x-content-type-options', 'nosniff'],
  ...['retry-after', String(busyRetryAfterSec)],
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
  /** By route pattern. */
  readonly priorityOf: (url: string) => Priority | undefined
}

/**
 * Refuses what cannot be answered in time, before it costs anything: 503 with Retry-After. Under load most are refused
 * before the framework has seen them; whoever reads pages is refused by its hook.
 */
export function shedLoad(server: FastifyInstance, needs: Shedding): void {
  const isTooMuch = (priority: Priority): boolean => {
    const lagMs = needs.lagMs()
    return lagMs > lagMaxMs[priority] || needs.ports.writers.isCrowded(priority, lagMs)
  }
  const refuse = openRefuser(needs.ports)
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
    else refuse(response, priority)
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

/** The part of the body that all answers of a second share. */
interface Prepared {
  readonly timestamp: number
  readonly beforeId: string
}

const afterId = '"}}'

/** Writes what a request of a class is told, and counts it. A string leaves in one piece with its headers; it is ASCII. */
function openRefuser({
  clock,
  newId,
  meters,
}: Pick<Ports, 'clock' | 'newId' | 'meters'>): (response: ServerResponse, priority: Priority) => void {
  let prepared: Prepared | undefined
  return (response, priority) => {
    const requestId = `req_${newId()}`
    const meta = metaOf('', clock)
    if (prepared?.timestamp !== meta.timestamp) prepared = prepare(meta)
    meters.count('shed_total', labelsOf[priority])
    const body = prepared.beforeId + requestId + afterId
    response.writeHead(503, [
      ...headersOfAll,
      'content-length',
      String(body.length),
      'x-request-id',
      requestId,
    ])
    response.end(body, 'latin1')
  }
}

function prepare(meta: Meta): Prepared {
  const envelope = JSON.stringify(presentError(refusal, meta))
  return { timestamp: meta.timestamp, beforeId: envelope.slice(0, -afterId.length) }
}
