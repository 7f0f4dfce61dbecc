import { type IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** The state that Node's HTTP server keeps on a connection: the response that is being written. */
type Writing = Socket & { _httpMessage?: unknown }

interface Refused {
  /** The status line and the headers, each with its end, but for what is said of the connection. */
  readonly head: string
  readonly body: string
}

/**
 * Stands where a ServerResponse would for a request that is refused: a text, and nothing else of what makes a
 * response. It has what Node's HTTP server asks of one.
 */
export class RefusalResponse {
  /**
   * Set by Node: whether the connection lives on, and for how long; it ends where it has had its number of
   * requests.
   */
  shouldKeepAlive = true
  maxRequestsOnConnectionReached = false
  _keepAliveTimeout = 0
  /** Read by Node when it is finished: whether the connection ends with it. */
  _last = false
  readonly #refused: Refused
  #socket: Writing | undefined
  #finish: (() => void) | undefined

  constructor(refused: Refused) {
    this.#refused = refused
  }

  assignSocket(socket: Writing): void {
    socket._httpMessage = this
    this.#socket = socket
  }

  detachSocket(socket: Writing): void {
    socket._httpMessage = null
    this.#socket = undefined
  }

  /** Nobody is told of anything but its end. */
  on(event: string, listener: () => void): this {
    if (event === 'finish') this.#finish = listener
    return this
  }

  emit(): boolean {
    return false
  }

  /** Called by Node for what comes behind the last request of a connection: that is refused as well. */
  writeHead(): this {
    return this
  }

  end(): this {
    const { head, body } = this.#refused
    const socket = this.#socket
    const finish = this.#finish
    // Whoever ends it again has had their answer.
    if (finish === undefined) return this
    this.#finish = undefined
    this._last = !this.shouldKeepAlive || this.maxRequestsOnConnectionReached
    const keepSec = Math.floor(this._keepAliveTimeout / 1000)
    const connection = this._last ? 'close' : `keep-alive\r\nkeep-alive: timeout=${keepSec}`
    socket?.write(`${head}connection: ${connection}\r\n\r\n${body}`, 'latin1')
    finish()
    // It leaves with the other answers of the turn (gather-writes.ts).
    socket?.uncork()
    return this
  }
}

/** Asked of each request when it begins: the refusal that answers it, if any. */
type Refuses = (request: IncomingMessage) => RefusalResponse | undefined

export interface Responses {
  /** The class for the server's options. */
  readonly ServerResponse: typeof ServerResponse
  refuses: Refuses
}

/** The responses of a server of whose requests some are refused at their beginning; `refuses` is set later. */
export function openResponses(): Responses {
  // Called with `new`, it returns what Node takes for the response.
  function Response(request: IncomingMessage, options: object): ServerResponse | RefusalResponse {
    const refusal = isPlain(request) ? opened.refuses(request) : undefined
    return refusal ?? new (ServerResponse as ResponseClass)(request, options)
  }
  const opened: Responses = {
    refuses: () => undefined,
    ServerResponse: Response as unknown as typeof ServerResponse, // as far as Node uses it
  }
  return opened
}

/** Node hands its own options on; its types leave them out. */
type ResponseClass = new (request: IncomingMessage, options: object) => ServerResponse

const special = ['content-length', 'transfer-encoding', 'expect', 'upgrade'] as const

/**
 * Nothing but a question, on a connection that can be written to: whatever else it is goes the long way, with what
 * comes behind an answer that is not done, and what is asked by who does not read.
 */
function isPlain({ method, httpVersion, headers, socket }: IncomingMessage): boolean {
  if (method !== 'GET' || httpVersion !== '1.1') return false
  if ((socket as Writing)._httpMessage || !socket.writable || socket.writableNeedDrain) return false
  for (const name of special) if (headers[name] !== undefined) return false
  return true
}
