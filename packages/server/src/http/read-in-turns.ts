import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface TurnsNeeds<Connection> {
  readonly monotonicMs: () => number
  /** While it is not, what the connection's caller sends waits in the kernel. */
  readonly setReading: (connection: Connection, isReading: boolean) => void
  /** Calls back at the end of this turn of the event loop. */
  readonly atEndOfTurn: (callback: () => void) => void
}

/** How long a turn should take: the database's answers, timers and what was answered just now wait for its end. */
const turnMs = 10
/** So many are read in a turn, however long each takes: whoever has fewer connections never waits. */
const requestsMin = 256
const firstMsPerRequest = 0.05

/**
 * Reads connections in turns while there are more requests than one turn of the event loop can take. All that are ready
 * would be read in one: with thousands of them it takes a good part of a second, in which no flush goes on, and all that
 * was read grows old in memory. So whoever had his turn is read again when those before him had theirs. Nobody waits
 * while turns are short.
 */
export class ConnectionTurns<Connection> {
  readonly #needs: TurnsNeeds<Connection>
  /** Since when, in the order in which they are read again. */
  readonly #waiting = new Map<Connection, number>()
  #msPerRequest = firstMsPerRequest
  #requests = 0
  #beganMs: number | undefined

  constructor(needs: TurnsNeeds<Connection>) {
    this.#needs = needs
  }

  /** How long the next one has waited unread; 0 while nobody waits. */
  get waitMs(): number {
    const [sinceMs] = this.#waiting.values()
    return sinceMs === undefined ? 0 : this.#needs.monotonicMs() - sinceMs
  }

  /** Called for each request; a body that is still on its way must not wait. */
  noteRequest(connection: Connection, isWhole: boolean): void {
    const { monotonicMs, atEndOfTurn, setReading } = this.#needs
    if (this.#beganMs === undefined) {
      this.#beganMs = monotonicMs()
      atEndOfTurn(() => this.#end())
    }
    this.#requests += 1
    const isFull = this.#waiting.size > 0 || this.#requests > this.#requestsMax()
    if (!isFull || !isWhole || this.#waiting.has(connection)) return
    this.#waiting.set(connection, monotonicMs())
    setReading(connection, false)
  }

  #requestsMax(): number {
    return Math.max(requestsMin, turnMs / this.#msPerRequest)
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
    this.#readNext()
    atEndOfTurn(() => this.#end())
  }

  #readNext(): void {
    let left = this.#requestsMax()
    for (const connection of this.#waiting.keys()) {
      if (left < 1) return
      left -= 1
      this.#waiting.delete(connection)
      this.#needs.setReading(connection, true)
    }
  }
}

/** Returns how long connections wait for their turn. */
export function readInTurns({ server }: FastifyInstance, monotonicMs: () => number): () => number {
  const turns = new ConnectionTurns<Socket>({ monotonicMs, setReading, atEndOfTurn: setImmediate })
  server.prependListener('request', ({ socket, method }) => turns.noteRequest(socket, method === 'GET'))
  return () => turns.waitMs
}

/**
 * Node has no public way: `pause()` holds back what was read, while the HTTP parser reads from the handle itself. Without
 * a handle (closed, or a Node that names it otherwise) all are read at once, as if this were not here.
 */
function setReading(socket: Socket, isReading: boolean): void {
  const { _handle: handle } = socket as { _handle?: { readStart?(): void; readStop?(): void } | null }
  if (!isReading) handle?.readStop?.()
  // Node itself holds back who does not take his answers, and reads on when he does.
  else if (!socket.isPaused()) handle?.readStart?.()
}
