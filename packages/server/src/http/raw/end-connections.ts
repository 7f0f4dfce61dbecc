import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The state that Node's HTTP server keeps on a connection: the response that is being written. */
type ServedSocket = Socket & { readonly _httpMessage?: Pick<ServerResponse, 'shouldKeepAlive'> | null }

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
    // Read when the headers are written; where they are written already, the connection is idle afterwards.
    for (const { _httpMessage: response } of sockets) if (response) response.shouldKeepAlive = false
    const sweep = setInterval(() => server.server.closeIdleConnections(), sweepEveryMs)
    server.server.once('close', () => clearInterval(sweep))
    sweep.unref()
    done()
  })
}
