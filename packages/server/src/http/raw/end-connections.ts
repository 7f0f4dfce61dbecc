import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isFollowed } from './answer-in-turn.ts'
import { standardLimits } from './socket-limits.ts'

/** The state that Node's HTTP server keeps on a connection: the response that is being written. */
type ServedSocket = Socket & {
  readonly _httpMessage?: Pick<ServerResponse, 'shouldKeepAlive' | 'writableEnded'> | null
}

const sweepEveryMs = 100

/** How long the others of a connection may keep a server from closing. */
interface EndBounds {
  /** Until they say their first word: browsers and balancers open connections that they may use later. */
  readonly silentMs: number
  /** Until the last request has come and its answer has left. Node watches over neither while it closes. */
  readonly allMs: number
}

/** A request on its way may take as long as ever; what was gathered is written in the time that is left of a stop. */
const endBounds: EndBounds = { silentMs: 1_000, allMs: standardLimits.requestMs }

/**
 * Ends each connection with its last answer when the server closes. Node ends those that are idle at that moment, and the
 * framework tells requests that come later; one that is under way would be answered with a promise to go on, and a proxy
 * that believes it keeps the server from closing for as long as connections are kept. Whatever is left after a time is cut.
 */
export function endConnections(server: FastifyInstance, { silentMs, allMs } = endBounds): void {
  const sockets = new Set<ServedSocket>()
  server.server.on('connection', (socket: ServedSocket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  keepLeaving(server, sockets)
  server.addHook('preClose', (done) => {
    for (const socket of sockets) endWithAnswer(socket)
    const cut = (isLeft: (socket: ServedSocket) => boolean): void => {
      for (const socket of sockets) if (isLeft(socket)) socket.destroy()
    }
    const timers = [
      // Where headers are written already, or a refusal stands before the framework, the connection is idle afterwards.
      setInterval(() => server.server.closeIdleConnections(), sweepEveryMs),
      setTimeout(() => cut(isSilent), silentMs),
      setTimeout(() => cut(() => true), allMs),
    ]
    for (const timer of timers) timer.unref()
    server.server.once('close', () => timers.forEach(clearTimeout))
    done()
  })
}

/** Node itself closes those that it takes for idle when the server closes, and cuts the answers that are leaving. */
function keepLeaving({ server }: FastifyInstance, sockets: ReadonlySet<ServedSocket>): void {
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => {
    if (![...sockets].some(isLeaving)) closeIdle()
  }
}

/** Read when the headers are written: by then another request may wait behind, which is answered as well. */
function endWithAnswer(socket: ServedSocket): void {
  const response = socket._httpMessage
  if (!response) return
  let isKept = response.shouldKeepAlive
  Object.defineProperty(response, 'shouldKeepAlive', {
    get: () => isKept && isFollowed(socket),
    set: (value: boolean) => {
      isKept = value
    },
  })
}

/** Node takes a connection for busy that has never sent anything. */
const isSilent = ({ bytesRead }: ServedSocket): boolean => bytesRead === 0

/** Node takes a connection for idle whose answer is complete, and has not left yet because it is read slowly. */
function isLeaving({ _httpMessage: response }: ServedSocket): boolean {
  return response?.writableEnded === true
}
