import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isFollowed } from './answer-in-turn.ts'

/** The state that Node's HTTP server keeps on a connection: the response that is being written. */
type ServedSocket = Socket & {
  readonly _httpMessage?: Pick<ServerResponse, 'shouldKeepAlive' | 'writableEnded'> | null
}

const sweepEveryMs = 100

/**
 * Ends each connection with its last answer when the server closes. Node ends those that are idle at that moment, and the
 * framework tells requests that come later; one that is under way would be answered with a promise to go on, and a proxy
 * that believes it keeps the server from closing for as long as connections are kept.
 */
export function endConnections(server: FastifyInstance): void {
  const sockets = new Set<ServedSocket>()
  server.server.on('connection', (socket: ServedSocket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.addHook('preClose', (done) => {
    for (const socket of sockets) endWithAnswer(socket)
    // Where headers are written already, or a refusal stands before the framework, the connection is idle afterwards.
    const sweep = setInterval(() => {
      if (![...sockets].some(isLeaving)) server.server.closeIdleConnections()
    }, sweepEveryMs)
    server.server.once('close', () => clearInterval(sweep))
    sweep.unref()
    done()
  })
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

/** Node takes a connection for idle whose answer is complete, and has not left yet because it is read slowly. */
function isLeaving({ _httpMessage: response }: ServedSocket): boolean {
  return response?.writableEnded === true
}
