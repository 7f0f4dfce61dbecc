import { connect } from 'node:net'

export interface RawAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * Writes bytes to a port of this machine and reads all answers until the other side closes, or until `answersMax` have
 * come. Bytes that no HTTP client would send can be sent with it.
 */
export function sendRaw(
  port: number,
  bytes: string | Buffer,
  { answersMax = 1, more }: { answersMax?: number; more?: Promise<string> } = {},
): Promise<RawAnswer[]> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    let received = Buffer.alloc(0)
    const finish = (): void => {
      socket.destroy()
      resolve(readAnswers(received))
    }
    socket.setTimeout(10_000, () => reject(new Error(`no answer to ${String(bytes).slice(0, 100)}`)))
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk])
      if (readAnswers(received).length >= answersMax) finish()
    })
    socket.on('error', (error) => (received.length > 0 ? finish() : reject(error)))
    socket.on('close', finish)
    socket.write(bytes)
    more?.then((text) => socket.write(text), reject)
  })
}

/** The complete answers at the beginning of what was received; each has a Content-Length, as ours do. */
export function readAnswers(received: Buffer): RawAnswer[] {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return []
  const [statusLine = '', ...lines] = received.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const status = Number(statusLine.split(' ')[1])
  const start = end + 4
  const length = status < 200 ? 0 : Number(headers['content-length'] ?? 0)
  if (received.length < start + length) return []
  const body = received.subarray(start, start + length).toString()
  return [{ status, headers, body }, ...readAnswers(received.subarray(start + length))]
}
