import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A server that speaks PostgreSQL's protocol (3.0) and is none. */
interface AnsweringServer {
  readonly url: string
  /** Every statement that was sent, in order. */
  readonly asked: readonly string[]
  close(): Promise<void>
}

/** Lets everybody in, answers `select version()` with a text, and all else with an error. */
export async function startAnsweringServer(version: string): Promise<AnsweringServer> {
  const asked: string[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    let isWelcome = false
    socket.on('data', (data) => {
      if (!isWelcome) {
        isWelcome = true
        // Let in without a password; ready for a statement.
        socket.write(Buffer.concat([message('R', int32(0)), ready]))
        return
      }
      if (data.toString('latin1', 0, 1) !== 'Q') return
      const text = data.toString('utf8', 5, data.readInt32BE(1))
      asked.push(text)
      socket.write(Buffer.concat([text.includes('version()') ? oneText(version) : unknown, ready]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  return {
    url: `postgres://quoin@127.0.0.1:${port}/quoin`,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

const int16 = (value: number): Buffer => Buffer.from([value >> 8, value & 255])
const int32 = (value: number): Buffer => Buffer.from([value >> 24, value >> 16, value >> 8, value])
const text = (value: string): Buffer => Buffer.from(`${value}\0`)

function message(kind: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body])
}

const ready = message('Z', Buffer.from('I'))
const unknown = message(
  'E',
  text('SERROR'),
  text('VERROR'),
  text('C42704'),
  text('Munrecognized'),
  Buffer.from([0]),
)

/** A row of one column of type text. */
function oneText(value: string): Buffer {
  const column = [text('version'), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]
  return Buffer.concat([
    message('T', int16(1), ...column),
    message('D', int16(1), int32(Buffer.byteLength(value)), Buffer.from(value)),
    message('C', text('SELECT 1')),
  ])
}
