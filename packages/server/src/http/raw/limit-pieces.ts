import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** More than that, for a body of at most 64 KiB, would be pieces of less than 64 bytes. */
const piecesMax = 1_024

type OnBody = (this: Parser, bytes: Buffer) => unknown

/** Node's HTTP parser calls what stands in its places by number. */
const onBodyPlace = 3

/** Node uses a parser again for another connection, also for one of a client of its own. */
interface Parser {
  [onBodyPlace]?: OnBody | undefined
  incoming?: IncomingMessage | null
  socket?: Socket | null
}

const limited = new WeakSet<Parser>()
/** Connections of servers, and whom to tell of their end. */
const served = new WeakMap<Socket, () => void>()

/**
 * Closes a connection whose body comes in more pieces than anybody sends: a chunk of one byte costs as much as one of a
 * kilobyte, so that a few hundred connections would take all of the event loop.
 */
export function limitPieces({ server }: Pick<FastifyInstance, 'server'>, onClosed: () => void): void {
  server.on('connection', (socket: Socket & { parser?: Parser | null }) => {
    const { parser } = socket
    served.set(socket, onClosed)
    const onBody = parser?.[onBodyPlace]
    if (!parser || !onBody || limited.has(parser)) return
    limited.add(parser)
    parser[onBodyPlace] = limit(parser, onBody)
  })
}

function limit(parser: Parser, onBody: OnBody): OnBody {
  let body: Parser['incoming']
  let pieces = 0
  function takePiece(bytes: Buffer): unknown {
    if (body !== parser.incoming) pieces = 0
    body = parser.incoming
    pieces += 1
    const { socket } = parser
    const onClosed = pieces > piecesMax && socket ? served.get(socket) : undefined
    if (!socket || !onClosed) return onBody.call(parser, bytes)
    onClosed()
    // The rest of what was read is passed over; then the parser is another connection's.
    parser[onBodyPlace] = undefined
    socket.once('close', () => {
      parser[onBodyPlace] = takePiece
    })
    socket.destroy()
    return undefined
  }
  return takePiece
}
