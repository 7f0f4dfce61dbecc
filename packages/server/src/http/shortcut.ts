import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'fast-querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { orElse, type Soon, whenKnown } from '@quoin/core/soon.ts'
import type { Ports } from '../ports.ts'
import { countHosts } from './answer-sockets.ts'
import { standBefore } from './stand-before.ts'

/** Flat: a name and its value, in turns, as Node takes them without a copy. */
export type FlatHeaders = readonly (string | number)[]

/** An answer that needs nothing of the framework. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: FlatHeaders
  readonly bytes?: Buffer
}

export interface Asked {
  readonly raw: IncomingMessage
  readonly query: Readonly<Record<string, unknown>>
  readonly requestId: string
}

/** The work of a hot path, apart from how it is answered. */
export interface Shortcut<Outcome> {
  readonly path: string
  /** Does what is asked for. It happens once, whoever answers. */
  readonly settle: (asked: Asked) => Soon<Outcome>
  /** The answer of a plain outcome; undefined leaves it to the framework's handler, like every error. */
  readonly answer: (outcome: Outcome) => PlainAnswer | undefined
}

type Needs = Pick<Ports, 'clock' | 'log' | 'meters' | 'newId'>

/**
 * Lets plain GET requests of a hot path, of which nearly all go well, be answered without the framework: routing, hooks and
 * its reply cost about as much as what they are for. Whatever is out of the ordinary, in the request or in what comes of it,
 * goes the long way: the framework's handler takes up the outcome with the function that is returned, and presents
 * it. So there is one way to read, to prove and to decide, and one to tell of errors.
 */
export function mountShortcut<Outcome>(
  server: FastifyInstance,
  needs: Needs,
  shortcut: Shortcut<Outcome>,
): (request: FastifyRequest) => Soon<Outcome> {
  const settled = new WeakMap<IncomingMessage, () => Outcome>()
  let isClosing = false
  server.addHook('preClose', (done) => {
    // From here on connections are told to close, which is the framework's to say.
    isClosing = true
    done()
  })
  standBefore(server, (request, response, goOn) => {
    if (isClosing || !isPlain(request, shortcut.path)) return false
    const startedMs = needs.clock.monotonicMs()
    const requestId = `req_${needs.newId()}`
    const hand = (outcome: () => Outcome): void => {
      settled.set(request, outcome)
      goOn()
    }
    const finish = (outcome: Outcome): void => {
      const plain = shortcut.answer(outcome)
      if (!plain) {
        hand(() => outcome)
        return
      }
      write(response, plain, requestId)
      note(needs, { route: shortcut.path, status: plain.status, requestId, startedMs })
    }
    const fail = (error: unknown): void =>
      hand(() => {
        throw error
      })
    const query = parse(request.url?.slice(shortcut.path.length + 1) ?? '')
    orElse(() => whenKnown(shortcut.settle({ raw: request, query, requestId }), finish), fail)
    return true
  })
  return (request) =>
    settled.get(request.raw)?.() ??
    shortcut.settle({ raw: request.raw, query: queryOf(request), requestId: request.id })
}

function queryOf({ query }: FastifyRequest): Asked['query'] {
  return query as Asked['query'] // Fastify's parser makes a record
}

/** Headers that make a request more than a question: a body, a browser's rules, an expectation. */
const special = ['content-length', 'transfer-encoding', 'origin', 'expect', 'upgrade'] as const

function isPlain(
  { method, url = '', httpVersion, headers, rawHeaders }: IncomingMessage,
  path: string,
): boolean {
  if (method !== 'GET' || httpVersion !== '1.1') return false
  if (!url.startsWith(path) || url[path.length] !== '?') return false
  for (const name of special) if (headers[name] !== undefined) return false
  return countHosts(rawHeaders) === 1
}

function write(response: ServerResponse, { status, headers, bytes }: PlainAnswer, requestId: string): void {
  const length = bytes?.length ?? 0
  response.writeHead(status, ['x-request-id', requestId, ...headers, 'content-length', length] as string[]) // Node writes numbers as well
  if (bytes) response.end(bytes)
  else response.end()
}

interface Answered {
  readonly route: string
  readonly status: number
  readonly requestId: string
  readonly startedMs: number
}

function note({ clock, log, meters }: Needs, { route, status, requestId, startedMs }: Answered): void {
  const ms = clock.monotonicMs() - startedMs
  meters.observe('http_request_seconds', ms / 1000, { method: 'GET', route, status: String(status) })
  log.debug({ requestId, method: 'GET', route, status, ms: Math.round(ms) }, 'request answered')
}
