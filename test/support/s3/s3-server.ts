import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { answerS3 } from './answer-s3.ts'
import { findSignatureFault, type KnownKey } from './check-signature.ts'
import { openBucket, type S3Bucket } from './s3-bucket.ts'
import type { S3Reply } from './s3-reply.ts'

/** A request as the server understood it. */
export interface AskedS3 {
  readonly method: string
  /** Empty for the bucket itself. */
  readonly key: string
  readonly query: URLSearchParams
}

/** The way in which a request fails. */
interface Fault {
  readonly where: (asked: AskedS3) => boolean
  /** A status; or the connection breaks before the answer or in the middle of its body; or the body ends early. */
  readonly how: number | 'reset' | 'reset in the body' | 'end in the body' | 'error in 200' | 'silence'
  /** S3's word for a status. */
  readonly code?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Whether the request is done all the same, and its answer lost. */
  readonly isDone?: boolean
  /** For ever where it is not given. */
  times?: number
}

export interface S3Server {
  readonly url: string
  readonly key: KnownKey
  readonly bucket: S3Bucket
  readonly asked: readonly AskedS3[]
  /** The settings with which programs find it. */
  readonly environment: Readonly<Record<string, string>>
  fail(fault: Fault): void
  /** Nothing fails from now on, and nothing was asked. */
  reset(): void
  close(): Promise<void>
}

interface S3Options {
  readonly bucket?: string
  readonly region?: string
  /** Keys of a page of a listing at most. */
  readonly keysMax?: number
  readonly accessKeyId?: string
  readonly secretAccessKey?: string
  readonly sessionToken?: string
  /** How a condition of a request to write is taken. */
  readonly conditions?: 'decides' | 'refuses' | 'ignores'
  readonly takesChecksums?: boolean
  /** How far its clock is ahead. */
  readonly aheadMs?: number
}

/** An S3 on loopback, which looks at signatures and sums as AWS does, and fails as it is told. */
export async function startS3Server(options: S3Options = {}): Promise<S3Server> {
  const { region = 'us-east-1', aheadMs = 0 } = options
  const key: KnownKey = {
    accessKeyId: options.accessKeyId ?? 'AKIATESTS',
    secretAccessKey: options.secretAccessKey ?? 'a/secret+of/the/tests',
    sessionToken: options.sessionToken,
  }
  const bucket = openBucket(options.bucket ?? 'backups')
  const asked: AskedS3[] = []
  const faults: Fault[] = []

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(request)
    const { method = '', url = '', headers } = request
    const one = askedOf(method, url, bucket.name)
    asked.push(one)
    const fault = faults.find(({ where, times = 1 }) => times > 0 && where(one))
    if (fault?.times !== undefined) fault.times -= 1
    const inBody =
      fault?.how === 'reset in the body' || fault?.how === 'end in the body' ? fault.how : undefined
    if (fault !== undefined && fault.isDone !== true && inBody === undefined)
      return await fail(response, fault)
    const nowMs = Date.now() + aheadMs
    const code = findSignatureFault({ method, url, headers, body }, { key, region, nowMs })
    const reply =
      code === undefined
        ? answerS3({ ...one, headers, body }, bucket, options)
        : { status: code === 'AuthorizationHeaderMalformed' ? 400 : 403, code }
    if (fault?.isDone === true) return await fail(response, fault)
    send(response, one.method, reply, { region, nowMs, inBody })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo // It listens on a port.
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    key,
    bucket,
    asked,
    environment: {
      AWS_ENDPOINT_URL: url,
      AWS_REGION: region,
      AWS_ACCESS_KEY_ID: key.accessKeyId,
      AWS_SECRET_ACCESS_KEY: key.secretAccessKey,
      ...(key.sessionToken === undefined ? {} : { AWS_SESSION_TOKEN: key.sessionToken }),
    },
    fail: (fault) => void faults.push(fault),
    reset() {
      faults.length = 0
      asked.length = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** `/bucket/key?query` */
function askedOf(method: string, url: string, bucket: string): AskedS3 {
  const [path = '', query = ''] = url.split('?')
  const [, named = '', ...key] = path.split('/').map(decodeURIComponent)
  const known = named === bucket ? key.join('/') : `\0${named}`
  return { method, key: known, query: new URLSearchParams(query.replaceAll('+', '%2B')) }
}

async function fail(
  response: ServerResponse,
  { how, code = 'SlowDown', headers = {} }: Fault,
): Promise<void> {
  if (how === 'reset') return void response.socket?.resetAndDestroy()
  if (how === 'silence') return await delay(60_000, undefined, { ref: false })
  const status = how === 'error in 200' ? 200 : how
  response.writeHead(typeof status === 'number' ? status : 500, headers)
  response.end(errorOf(how === 'error in 200' ? 'InternalError' : code, ''))
}

interface Sending {
  readonly region: string
  readonly nowMs: number
  readonly inBody: 'reset in the body' | 'end in the body' | undefined
}

function send(response: ServerResponse, method: string, reply: S3Reply, sending: Sending): void {
  const { status, code, headers = {}, message = '' } = reply
  const body = code === undefined ? (reply.body ?? Buffer.alloc(0)) : errorOf(code, message, sending.region)
  const sent = method === 'HEAD' && code !== undefined ? Buffer.alloc(0) : body
  response.writeHead(status, {
    'content-length': sent.length,
    'x-amz-bucket-region': sending.region,
    date: new Date(sending.nowMs).toUTCString(),
    ...headers,
  })
  if (sending.inBody === undefined) return void response.end(method === 'HEAD' ? undefined : sent)
  response.write(sent.subarray(0, Math.floor(sent.length / 2)), () => {
    if (sending.inBody === 'end in the body') response.socket?.end()
    else response.socket?.resetAndDestroy()
  })
}

function errorOf(code: string, message: string, region = ''): Buffer {
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>${code}</Code><Message>${message}</Message><Region>${region}</Region></Error>`,
  )
}
