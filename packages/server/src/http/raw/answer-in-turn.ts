import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

interface PipelineBounds {
  /** Requests of one connection that may wait for the answers before theirs, and of all connections together. */
  readonly waitingMax: number
  readonly waitingOfAllMax: number
}

const pipelineBounds: PipelineBounds = { waitingMax: 16, waitingOfAllMax: 4_096 }

/** The parser calls this for each request whose headers are complete; it returns how the parser goes on. */
type OnIncoming = (request: IncomingMessage, keepAlive: boolean) => number

/** The state that Node's HTTP server keeps on a connection: its parser, and the response that is being written. */
type ServedSocket = Socket & {
  parser?: { onIncoming: OnIncoming } | null
  _httpMessage?: { once?(event: 'close', listener: () => void): void } | null
}

/** Connections on which a request waits for the answer before its own. */
const followed = new WeakSet<Socket>()

export const isFollowed = (socket: Socket): boolean => followed.has(socket)

/** Makes the parser stop: the bytes behind it are not looked at. */
const stopParsing = -1
const goOnParsing = 0

/**
 * Answers the requests of a connection one after the other. Node begins all of them at once, as many as a packet
 * holds, and keeps their answers until those before them have been read: a few hundred connections that send and do
 * not read take all of the memory and seconds of the event loop. Here the next one begins when the answer before it
 * has left; until then it is no more than its headers. A connection that sends more than may wait is closed.
 */
export function answerInTurn(
  { server }: Pick<FastifyInstance, 'server'>,
  { bounds = pipelineBounds, onClosed }: { bounds?: PipelineBounds; onClosed: () => void },
): void {
  let waitingOfAll = 0
  server.on('connection', (socket: ServedSocket) => {
    const { parser } = socket
    if (!parser) return
    const begin = parser.onIncoming
    let waiting: Parameters<OnIncoming>[] = []
    let isWatched = false
    const drop = (): void => {
      waitingOfAll -= waiting.length
      waiting = []
    }
    const beginNext = (): void => {
      while (!socket._httpMessage) {
        const next = socket.writable ? waiting.shift() : undefined
        if (next === undefined) return
        waitingOfAll -= 1
        if (waiting.length === 0) followed.delete(socket)
        begin(...next)
      }
      if (waiting.length > 0) socket._httpMessage.once?.('close', beginNext)
    }
    const add = (...request: Parameters<OnIncoming>): number => {
      if (!isWatched) socket.once('close', drop)
      isWatched = true
      followed.add(socket)
      if (waiting.push(request) === 1) socket._httpMessage?.once?.('close', beginNext)
      waitingOfAll += 1
      return goOnParsing
    }
    const close = (): number => {
      onClosed()
      parser.onIncoming = () => stopParsing
      socket.destroy()
      return stopParsing
    }
    parser.onIncoming = (request, keepAlive) => {
      const isFirst = !socket._httpMessage && waiting.length === 0
      // Node ends a connection that asks for another protocol.
      if (isFirst || request.method === 'CONNECT') return begin(request, keepAlive)
      const isFull = waiting.length >= bounds.waitingMax || waitingOfAll >= bounds.waitingOfAllMax
      return isFull ? close() : add(request, keepAlive)
    }
  })
}
