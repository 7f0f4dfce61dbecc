import type { IncomingMessage, ServerResponse } from 'node:http'
import { parse } from 'fast-querystring'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Awaitable, whenSettled } from '@quoin/core/awaitable.ts'
import type { Ports } from '../../ports/ports.ts'
import { answerSlabs } from './answer-slabs.ts'
import { countHosts } from './answer-sockets.ts'
import { standBefore } from './stand-before.ts'

/** Flat: a name and its value, in turns, as Node takes them without a copy. */
export type FlatHeaders = readonly (string | number)[]

/** An answer that needs nothing of the framework. */
export interface PlainAnswer {
  readonly status: number
  readonly headers: FlatHeaders
  readonly bytes?: Buffer
  /** In place of bytes; it leaves in one piece with the headers, which is what a short answer costs least by. */
  readonly ascii?: string
}

export interface Asked {
  readonly raw: IncomingMessage
  readonly query: Readonly<Record<string, unknown>>
  /** The parameters of the path. */
  readonly params: Readonly<Record<string, unknown>>
  readonly body: unknown
  readonly requestId: string
}

/** The work of a hot path, apart from how it is answered. */
export interface Shortcut<Outcome> {
  readonly path: string
  /** The name of one more step behind the path. */
  readonly parameter?: string
  /** Does what is asked for. It happens once, whoever answers. */
  readonly resolve: (asked: Asked) => Awaitable<Outcome>
  /** The answer of a plain outcome; undefined leaves it to the framework's handler, like every error. */
  readonly answer: (outcome: Outcome, requestId: string) => PlainAnswer | undefined
}

type Needs = Pick<Ports, 'clock' | 'log' | 'meters' | 'newId'>

/**
 * Lets plain GET requests of a hot path, of which nearly all go well, be answered without the framework: routing, hooks
 * and its reply cost about as much as what they are for. Whatever is out of the ordinary, in the request or in what
 * comes of it, goes the long way: the framework's handler takes up the outcome with the function that is returned, and
 * presents it. There is thus one way to read, to prove and to decide, and one to tell of errors.
 */
export function mountShortcut<Outcome>(
  server: FastifyInstance,
  needs: Needs,
  shortcut: Shortcut<Outcome>,
): (request: FastifyRequest) => Awaitable<Outcome> {
  const resolved = new WeakMap<IncomingMessage, () => Outcome>()
  const { path, parameter } = shortcut
  const route = parameter === undefined ? path : `${path}/:${parameter}`
  let isClosing = false
  server.addHook('preClose', (done) => {
    // From here on connections are told to close, which is the framework's to say.
    isClosing = true
    done()
  })
  standBefore(server, (request, response, goOn) => {
    const url = request.url ?? ''
    const start = isClosing ? -1 : queryStart(url, shortcut)
    if (start < 0 || !isPlain(request)) return false
    const startedMs = needs.clock.monotonicMs()
    const requestId = `req_${needs.newId()}`
    const hand = (outcome: () => Outcome): void => {
      resolved.set(request, outcome)
      goOn()
    }
    const finish = (outcome: Outcome): void => {
      const plain = shortcut.answer(outcome, requestId)
      if (!plain) {
        hand(() => outcome)
        return
      }
      write(response, plain, requestId)
      note(needs, { route, status: plain.status, requestId, startedMs })
    }
    const fail = (error: unknown): void =>
      hand(() => {
        throw error
      })
    const query = parse(url.slice(start + 1))
    const params = parameter === undefined ? {} : { [parameter]: url.slice(path.length + 1, start) }
    const asked = { raw: request, query, params, body: undefined, requestId }
    whenSettled(() => shortcut.resolve(asked), finish, fail)
    return true
  })
  return (request) => resolved.get(request.raw)?.() ?? shortcut.resolve(askedOf(request))
}

export function askedOf({ raw, query, params, body, id }: FastifyRequest): Asked {
  type Texts = Readonly<Record<string, unknown>>
  return { raw, query: query as Texts, params: params as Texts, body, requestId: id } // Fastify makes records of both
}

/** Headers that make a request more than a question: a body, a browser's rules, an expectation. */
const special = ['content-length', 'transfer-encoding', 'origin', 'expect', 'upgrade'] as const

/** A step that reads as it stands, without decoding. */
const plainStep = /^\/[\w-]{1,100}$/

/** Where the query of an address begins that is the shortcut's; -1 where it is not. */
function queryStart(url: string, { path, parameter }: Pick<Shortcut<never>, 'path' | 'parameter'>): number {
  if (!url.startsWith(path)) return -1
  if (parameter === undefined) return url[path.length] === '?' ? path.length : -1
  const start = url.indexOf('?', path.length)
  return start >= 0 && plainStep.test(url.slice(path.length, start)) ? start : -1
}

function isPlain({ method, httpVersion, headers, rawHeaders }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersion !== '1.1') return false
  for (const name of special) if (headers[name] !== undefined) return false
  return countHosts(rawHeaders) === 1
}

function write(
  response: ServerResponse,
  { status, headers, bytes, ascii }: PlainAnswer,
  requestId: string,
): void {
  const length = ascii?.length ?? bytes?.length ?? 0
  response.writeHead(status, ['x-request-id', requestId, ...headers, 'content-length', length] as string[]) // Node writes numbers as well
  if (ascii !== undefined) response.end(ascii, 'latin1')
  else if (bytes) endWith(response, bytes)
  else response.end()
}

/** Their room is free again when they have been handed to the system. */
function endWith(response: ServerResponse, bytes: Buffer): void {
  response.once('finish', () => answerSlabs.giveBack(bytes))
  response.end(bytes)
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
