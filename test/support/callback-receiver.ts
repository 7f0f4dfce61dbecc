import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEachFile } from './clear-up.ts'

/** A request that a receiver was sent. */
export interface Received {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
  /** The id that must be the same in every attempt: `webhook-id`, or the parameter `id`. */
  readonly id: string
}

/** How a receiver answers; what it does not answer hangs until the receiver is closed. */
export type Behaviour = (received: Received, response: ServerResponse, request: IncomingMessage) => void

export interface CallbackReceiver {
  readonly url: string
  readonly port: number
  readonly received: readonly Received[]
  behave(behaviour: Behaviour): void
  close(): Promise<void>
}

export const answer =
  (status: number, body = 'OK', headers: Record<string, string> = {}): Behaviour =>
  (_received, response) => {
    response.writeHead(status, headers).end(body)
  }

export const hang: Behaviour = () => {}

export const reset: Behaviour = (_received, _response, request) => {
  request.socket.destroy()
}

const open = new Set<() => Promise<void>>()

/** Also those of a test that failed: the process would go on for them. */
afterEachFile(async () => {
  await Promise.all([...open].map((close) => close()))
  open.clear()
})

/** A publisher's server on loopback, closed after the file's tests if not before. */
export async function openReceiver(first: Behaviour = answer(200)): Promise<CallbackReceiver> {
  const received: Received[] = []
  let behaviour = first
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const path = request.url ?? '/'
      const given = {
        method: request.method ?? '',
        path,
        headers: request.headers,
        body: Buffer.concat(chunks).toString(),
        id: String(request.headers['webhook-id'] ?? new URLSearchParams(path.split('?')[1]).get('id') ?? ''),
      }
      received.push(given)
      behaviour(given, response, request)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // it listens on a port, not on a path
  const close = async () => {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.closeAllConnections()
    server.close()
    await closed
  }
  open.add(close)
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    received,
    behave(next) {
      behaviour = next
    },
    close,
  }
}
