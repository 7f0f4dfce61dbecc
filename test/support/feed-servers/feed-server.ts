import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import type { Outgoing } from '../../../packages/server/src/ports/outgoing.ts'
import type { FeedNetwork, FeedQuestion, FeedReply } from './feed-network.ts'
import { type FeedTrouble, troubledOffers } from './feed-trouble.ts'
import type { NetworkOffer } from './network-offer.ts'
import { type SpoiledBody, spoiledBody } from './spoiled-body.ts'

interface FeedServerOptions {
  readonly key?: string
  readonly account?: Readonly<Record<string, string>>
  readonly offers?: readonly NetworkOffer[]
}

interface AskedQuestion extends FeedQuestion {
  /** The status that it was answered with. */
  readonly status: number
}

/** A network on loopback, for tests: it speaks as the network does, and has the faults that a test switches on. */
export class FeedServer {
  readonly key: string
  /** May change between runs. */
  offers: readonly NetworkOffer[]
  /** Each question in order, as it came. */
  readonly requests: AskedQuestion[] = []
  readonly #account: Readonly<Record<string, string>>
  readonly #network: FeedNetwork
  readonly #server: Server
  #trouble: FeedTrouble = {}
  #limited = 0

  constructor(network: FeedNetwork, options: FeedServerOptions) {
    this.key = options.key ?? 'key-of-tests-4711'
    this.offers = options.offers ?? []
    this.#account = options.account ?? {}
    this.#network = network
    this.#server = createServer((request, response) => void this.#serve(request, response))
  }

  async open(): Promise<this> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return this
  }

  /** Begins anew with each object: a rate limit counts from here. */
  set trouble(trouble: FeedTrouble) {
    this.#trouble = trouble
    this.#limited = 0
  }

  get origin(): string {
    const { port } = this.#server.address() as AddressInfo // It listens on a port.
    return `http://127.0.0.1:${port}`
  }

  /** The address here for one of the network; throws where a question would go to somebody else. */
  urlOf(url: string): string {
    const { hostname, pathname, search, origin } = new URL(url)
    if (origin !== this.origin && !this.#network.hosts.test(hostname))
      throw new Error(`${hostname} is no host of this network`)
    return `${this.origin}${pathname}${search}`
  }

  /** A client that asks here in place of the network. */
  through(outgoing: Outgoing): Outgoing {
    return {
      urlProblem: (url) => outgoing.urlProblem(url),
      send: (request, limits) => outgoing.send({ ...request, url: this.urlOf(request.url) }, limits),
    }
  }

  /** A process may end although it is open. */
  unref(): this {
    this.#server.unref()
    return this
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const url = new URL(request.url ?? '/', this.origin)
    const question: FeedQuestion = {
      method: request.method ?? '',
      path: url.pathname,
      query: url.searchParams,
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    const reply = this.#replyTo(question)
    const body = spoiledBody(reply, this.key, this.#trouble)
    const etag = `"${createHash('sha256').update(body.bytes).digest('hex').slice(0, 16)}"`
    const isKnown = this.#trouble.isConditional && request.headers['if-none-match'] === etag
    const status = isKnown ? 304 : reply.status
    this.requests.push({ ...question, status })
    response.statusCode = status
    if (this.#trouble.isConditional) response.setHeader('etag', etag)
    for (const [name, value] of Object.entries(reply.headers ?? {})) response.setHeader(name, value)
    if (isKnown) response.end()
    else deliver(response, body, { trouble: this.#trouble, accepted: request.headers['accept-encoding'] })
  }

  #replyTo(question: FeedQuestion): FeedReply {
    const trouble = this.#trouble
    if (trouble.redirectTo !== undefined)
      return { status: 302, type: 'text/html', headers: { location: trouble.redirectTo }, body: '' }
    if (trouble.isLoginPage) return loginPage
    const { rateLimit } = trouble
    if (rateLimit !== undefined && this.#limited < rateLimit.answers) {
      this.#limited += 1
      if (rateLimit.isOwnWay) return this.#network.limit(question)
      const { retryAfterSec } = rateLimit
      const headers: Record<string, string> =
        retryAfterSec === undefined ? {} : { 'retry-after': String(retryAfterSec) }
      return { status: 429, type: 'text/plain', headers, body: 'Too Many Requests' }
    }
    if (trouble.isKeyRefused) return this.#network.refuse(question, this.key)
    const offers = troubledOffers(this.offers, trouble)
    const reply = this.#network.answer(question, { key: this.key, account: this.#account, offers, trouble })
    const isFailing = trouble.failsFromPage !== undefined && (reply.page ?? 1) >= trouble.failsFromPage
    return isFailing ? { status: 500, type: 'text/html', body: '<h1>Internal Server Error</h1>' } : reply
  }
}

const loginPage: FeedReply = {
  status: 200,
  type: 'text/html',
  body: '<!doctype html><html><head><title>Log in</title></head><body><form method="post"><input name="password"></form></body></html>',
}

interface Delivery {
  readonly trouble: FeedTrouble
  readonly accepted: string | undefined
}

/** Sends a body with the faults of its way. */
function deliver(response: ServerResponse, body: SpoiledBody, { trouble, accepted = '' }: Delivery): void {
  response.setHeader('content-type', body.contentType)
  const isPacked = trouble.isPacked && accepted.includes('gzip')
  if (isPacked) response.setHeader('content-encoding', 'gzip')
  const whole = isPacked ? gzipSync(body.bytes) : body.bytes
  const half = whole.subarray(0, whole.length >> 1)
  const isCut = trouble.cutBody === 'length'
  if (trouble.hasEndlessBody) endless(response, whole)
  else if (trouble.dripMs !== undefined) drip(response, whole, trouble.dripMs)
  else if (trouble.cutBody === 'silent') response.end(half)
  else if (trouble.cutBody === 'chunked') {
    response.write(half, () => setTimeout(() => response.destroy(), 5))
  } else if (isCut || trouble.lengthOff !== undefined) {
    response.setHeader('content-length', whole.length + (trouble.lengthOff ?? 0))
    // Node would correct the length at an orderly end.
    response.write(isCut ? half : whole, () => response.socket?.end())
  } else {
    response.setHeader('content-length', whole.length)
    response.end(whole)
  }
}

function endless(response: ServerResponse, whole: Buffer): void {
  const blanks = Buffer.alloc(65_536, ' ')
  const more = (): void => void (response.destroyed || response.write(blanks, more))
  response.write(whole, more)
}

function drip(response: ServerResponse, whole: Buffer, everyMs: number): void {
  let at = 0
  const timer = setInterval(() => {
    if (at < whole.length) response.write(whole.subarray(at, at + 1))
    else response.end(() => clearInterval(timer))
    at += 1
  }, everyMs)
  response.once('close', () => clearInterval(timer))
}
