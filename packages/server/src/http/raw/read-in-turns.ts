import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface TurnsNeeds<Connection> {
  readonly monotonicMs: () => number
  /** While it is not, what the connection's caller sends waits in the kernel. */
  readonly setReading: (connection: Connection, isReading: boolean) => void
  /** Whether more reports come than can be written: then the database's answers come first. */
  readonly isPressed: () => boolean
  /** Calls back at the end of this turn of the event loop. */
  readonly atEndOfTurn: (callback: () => void) => void
}

interface TurnBounds {
  /** How long a turn should take: the database's answers, timers and what was answered just now wait for its end. */
  readonly turnMs: number
  /** The number that is read in a turn, however long each takes: whoever has fewer connections never waits. */
  readonly requestsMin: number
}

const calm: TurnBounds = { turnMs: 10, requestsMin: 256 }
/** A flush of reports waits for three answers of the database, and each of them for the end of a turn. */
const pressed: TurnBounds = { turnMs: 4, requestsMin: 64 }
const firstMsPerRequest = 0.05

/**
 * Reads connections in turns while there are more requests than one turn of the event loop can take. All that are ready
 * would be read in one: with thousands of them it takes a good part of a second, in which no flush goes on, and all
 * that was read grows old in memory. A connection that had its turn is therefore read again when those before it had
 * theirs. Nobody waits while turns are short.
 */
export class ConnectionTurns<Connection> {
  readonly #needs: TurnsNeeds<Connection>
  /** Since when, in the order in which they are read again. */
  readonly #waiting = new Map<Connection, number>()
  /** Since when the first of them waits: a map finds its first entry by going over all that were deleted before it. */
  #nextSinceMs = 0
  #msPerRequest = firstMsPerRequest
  #requestsMax = calm.requestsMin
  #requests = 0
  #turnMs = calm.turnMs
  #beganMs: number | undefined
  /** The connection of the last request; bytes read with it are counted with it. */
  #noted: Connection | undefined

  constructor(needs: TurnsNeeds<Connection>) {
    this.#needs = needs
  }

  /** How long the next one has waited unread; 0 while nobody waits. */
  get waitMs(): number {
    return this.#waiting.size === 0 ? 0 : this.#needs.monotonicMs() - this.#nextSinceMs
  }

  /** Called for each request; a body that is still on its way must not wait. */
  noteRequest(connection: Connection, isWhole: boolean): void {
    this.#begin()
    this.#noted = connection
    this.#requests += 1
    const isFull = this.#waiting.size > 0 || this.#requests > this.#requestsMax
    if (isFull && isWhole) this.#hold(connection)
  }

  /** Called when something was read: what is no request, parts of bodies for one, has the time of a turn. */
  noteRead(connection: Connection): void {
    const isCounted = this.#noted === connection
    this.#noted = undefined
    if (isCounted) return
    const beganMs = this.#begin()
    if (this.#needs.monotonicMs() - beganMs > this.#turnMs) this.#hold(connection)
  }

  #begin(): number {
    if (this.#beganMs !== undefined) return this.#beganMs
    const { monotonicMs, atEndOfTurn } = this.#needs
    this.#beganMs = monotonicMs()
    this.#bound()
    atEndOfTurn(() => this.#end())
    return this.#beganMs
  }

  #hold(connection: Connection): void {
    const { monotonicMs, setReading } = this.#needs
    if (this.#waiting.has(connection)) return
    const nowMs = monotonicMs()
    if (this.#waiting.size === 0) this.#nextSinceMs = nowMs
    this.#waiting.set(connection, nowMs)
    setReading(connection, false)
  }

  #end(): void {
    const { monotonicMs, atEndOfTurn } = this.#needs
    const nowMs = monotonicMs()
    const tookMs = nowMs - (this.#beganMs ?? nowMs)
    if (this.#requests > 0) this.#msPerRequest += (tookMs / this.#requests - this.#msPerRequest) / 4
    this.#requests = 0
    this.#beganMs = undefined
    if (this.#waiting.size === 0) return
    this.#beganMs = nowMs
    this.#bound()
    this.#readNext()
    atEndOfTurn(() => this.#end())
  }

  #bound(): void {
    const { turnMs, requestsMin } = this.#needs.isPressed() ? pressed : calm
    this.#turnMs = turnMs
    this.#requestsMax = Math.max(requestsMin, turnMs / this.#msPerRequest)
  }

  #readNext(): void {
    let left = this.#requestsMax
    for (const [connection, sinceMs] of this.#waiting) {
      this.#nextSinceMs = sinceMs
      if (left < 1) return
      left -= 1
      this.#waiting.delete(connection)
      this.#needs.setReading(connection, true)
    }
  }
}

/** Node's HTTP parser calls what stands in its places by number; Node puts this one there for each connection. */
const onReadPlace = 5
type Parser = { [onReadPlace]?: ((parsed: unknown) => unknown) | null }

/** Returns how long connections wait for their turn. */
export function readInTurns(
  { server }: FastifyInstance,
  needs: Pick<TurnsNeeds<Socket>, 'monotonicMs' | 'isPressed'>,
): () => number {
  const turns = new ConnectionTurns<Socket>({ ...needs, setReading, atEndOfTurn: setImmediate })
  server.prependListener('request', ({ socket, method }) => turns.noteRequest(socket, method === 'GET'))
  server.on('connection', (socket: Socket & { parser?: Parser | null }) => {
    const onRead = socket.parser?.[onReadPlace]
    if (!socket.parser || !onRead) return
    socket.parser[onReadPlace] = (parsed) => {
      turns.noteRead(socket)
      return onRead(parsed)
    }
  })
  return () => turns.waitMs
}

/**
 * Node has no public way: `pause()` holds back what was read, while the HTTP parser reads from the handle itself.
 * Without a handle (closed, or a Node that names it otherwise) all are read at once, as if this were not here.
 */
function setReading(socket: Socket, isReading: boolean): void {
  const { _handle: handle } = socket as { _handle?: { readStart?(): void; readStop?(): void } | null }
  if (!isReading) handle?.readStop?.()
  // Node itself holds back who does not take their answers, and reads on when they do.
  else if (!socket.isPaused()) handle?.readStart?.()
}
