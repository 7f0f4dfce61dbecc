import { unavailable } from '@quoin/core/errors.ts'
import type { FastifyReply } from 'fastify'
import type { AnyAnswer, SendEvent, StreamWatch, Subscribe } from '../route.ts'

type FileAnswer = Extract<AnyAnswer, { readonly file: unknown }>['file']

/** A file that a browser keeps instead of showing it. */
export function sendFile(reply: FastifyReply, { name, type, bytes }: FileAnswer): FastifyReply {
  return reply
    .header('content-type', type)
    .header('content-disposition', `attachment; filename="${name.replaceAll(/[^\w.-]/g, '_')}"`)
    .send(bytes)
}

/** Streams that are open in a process at once, of all readers. Each costs a connection; a browser's tab has one. */
const streamsMax = 200
/** How often something is sent on a silent stream: proxies end connections on which nothing happens. */
const heartbeatMs = 15_000
/** The most bytes that a client has not taken yet. One that reads no more is closed, and comes again when it does. */
const waitingMaxBytes = 256 * 1024

const open = new Set<() => Promise<void>>()

interface Stream {
  readonly subscribe: Subscribe
  readonly watch: StreamWatch
}

/** Server-sent events, until the client goes, may read no more, or the server closes. */
export function streamEvents(reply: FastifyReply, { subscribe, watch }: Stream): FastifyReply {
  if (open.size >= streamsMax) {
    void watch(() => {})()
    throw unavailable('Too many live views are open. Please try again.', { retryAfterSec: 10 })
  }
  const { raw } = reply
  reply.hijack()
  raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'x-accel-buffering': 'no',
    'x-request-id': String(reply.request.id),
  })
  const write = (text: string): void => {
    if (raw.destroyed || raw.writableEnded) return
    raw.write(text)
    // A connection keeps what is written until its answer ends (http/raw/gather-writes.ts); this one does not end.
    raw.socket?.uncork()
    if (raw.writableLength > waitingMaxBytes) raw.destroy()
  }
  const send: SendEvent = ({ name, data }) => write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`)
  const heartbeat = setInterval(() => write(': still here\n\n'), heartbeatMs)
  const close = async (): Promise<void> => {
    if (!open.delete(close)) return
    clearInterval(heartbeat)
    end()
    raw.end()
    await release()
  }
  open.add(close)
  const release = watch(() => void close())
  const end = subscribe(send, () => setImmediate(close))
  if (raw.destroyed) void close()
  else raw.once('close', close)
  write('retry: 2000\n\n')
  return reply
}

/** Ends every stream: what is open would keep a server from closing. */
export async function closeStreams(): Promise<void> {
  await Promise.all([...open].map((close) => close()))
}
