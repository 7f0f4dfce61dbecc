import { createHash, type Hash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'
import { xmlBytesMax } from './read-s3-xml.ts'
import { S3Error } from './s3-error.ts'
import type { S3Request } from './s3-request.ts'
import type { S3Target } from './s3-target.ts'
import { connectionFailureOf, s3FailureOf } from './tell-s3-failure.ts'
import { type S3Patience, tryAgain } from './try-again.ts'

/** A slower connection is none for backups. */
const bytesPerMsMin = 64

interface S3Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

/** An answer whose body is read by whoever has asked. */
export interface OpenAnswer {
  readonly status: number
  readonly headers: Headers
  readonly body: AsyncIterable<Uint8Array>
  /** Gives up a body that nobody has begun to read. */
  close(): Promise<void>
}

export interface S3Client {
  readonly target: S3Target
  readonly patience: S3Patience
  /** Whether the server takes checksums of objects: one that refuses them is not sent any more. */
  readonly takesChecksums: boolean
  /** Sends a request, again where that may help, and reads the answer to its end. Throws an S3Error. */
  ask(request: S3Request): Promise<S3Answer>
  /** The same, up to the body. */
  open(request: S3Request): Promise<OpenAnswer>
}

export function openS3Client(target: S3Target, patience: S3Patience): S3Client {
  const state = { takesChecksums: true }
  const keys = new Map<string, ArrayBuffer>()
  const send = async <T>(request: S3Request, read: (sent: Sent) => Promise<T>): Promise<T> =>
    await tryAgain(patience, request, async () => {
      try {
        return await sendOnce({ target, patience, keys, ...state }, request, read)
      } catch (error) {
        if (!state.takesChecksums || !isAboutChecksum(error)) throw error
        state.takesChecksums = false
        return await sendOnce({ target, patience, keys, ...state }, request, read)
      }
    })
  return {
    target,
    patience,
    get takesChecksums() {
      return state.takesChecksums
    },
    ask: async (request) =>
      await send(request, async ({ response, deadline }) => {
        const text = await readText(target, response)
        deadline.end()
        return { status: response.status, headers: response.headers, text }
      }),
    open: async (request) =>
      await send(request, async ({ response, deadline }) => ({
        status: response.status,
        headers: response.headers,
        body: chunksOf(response, deadline),
        async close() {
          deadline.end()
          await response.body?.cancel()
        },
      })),
  }
}

interface Sending {
  readonly target: S3Target
  readonly patience: S3Patience
  readonly keys: Map<string, ArrayBuffer>
  readonly takesChecksums: boolean
}

interface Sent {
  readonly response: Response
  readonly deadline: Deadline
}

async function sendOnce<T>(
  sending: Sending,
  request: S3Request,
  read: (sent: Sent) => Promise<T>,
): Promise<T> {
  const { target, patience } = sending
  const { method, body, signal } = request
  const deadline = openDeadline(patience.timeoutMs + (body?.length ?? 0) / bytesPerMsMin)
  try {
    const { url, headers } = await sign(sending, request)
    const response = await fetch(url, {
      method,
      headers,
      redirect: 'manual',
      signal: signal === undefined ? deadline.signal : AbortSignal.any([signal, deadline.signal]),
      ...(body === undefined ? {} : { body }),
    })
    if (response.ok) return await read({ response, deadline })
    const text = await readText(target, response)
    throw s3FailureOf(target, request, { status: response.status, headers: response.headers, text })
  } catch (error) {
    deadline.end()
    signal?.throwIfAborted()
    throw error instanceof S3Error ? error : connectionFailureOf(target, error)
  }
}

async function sign(
  { target, keys, takesChecksums }: Sending,
  { method, key, query = {}, headers = {}, body, isSummed = false }: S3Request,
): Promise<{ readonly url: URL; readonly headers: Headers }> {
  const sum = createHash('sha256').update(body ?? '')
  const path = key === undefined ? '' : `/${key.split('/').map(encoded).join('/')}`
  const search = Object.entries(query).map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
  const checksum = isSummed && takesChecksums ? checksumOf(body, sum.copy()) : {}
  const signer = new AwsV4Signer({
    method,
    url: `${target.url}${path}${search.length === 0 ? '' : `?${search.join('&')}`}`,
    headers: { ...headers, ...checksum, 'x-amz-content-sha256': sum.digest('hex') },
    service: 's3',
    region: target.region,
    cache: keys,
    ...target.credentials,
  })
  const signed = await signer.sign()
  // Packed on the way, a body has another size. Signed, the header would not fit where a proxy changes it.
  signed.headers.set('accept-encoding', 'identity')
  return signed
}

/** An upload in parts says what its parts will have. */
function checksumOf(body: Uint8Array | undefined, sum: Hash): Record<string, string> {
  return body === undefined
    ? { 'x-amz-checksum-algorithm': 'SHA256' }
    : { 'x-amz-checksum-sha256': sum.digest('base64') }
}

/** As RFC 3986 has it, and S3 counts on. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

/** Servers that keep no checksums refuse the headers; the signed sum of the body is looked at by all of them. */
function isAboutChecksum(error: unknown): boolean {
  const isRefused = error instanceof S3Error && (error.status === 400 || error.status === 501)
  return isRefused && /x-amz-checksum|checksum-(sha256|algorithm)/i.test(`${error.message} ${error.cause}`)
}

/** A limit of time that is moved on while something comes. */
interface Deadline {
  readonly signal: AbortSignal
  extend(): void
  end(): void
}

function openDeadline(ms: number): Deadline {
  const controller = new AbortController()
  const begin = () =>
    setTimeout(() => controller.abort(new DOMException('It took too long', 'TimeoutError')), ms)
  let timer = begin()
  const end = (): void => clearTimeout(timer)
  return {
    signal: controller.signal,
    extend() {
      end()
      timer = begin()
    },
    end,
  }
}

async function readText(target: S3Target, { body }: Response): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > xmlBytesMax)
      throw new S3Error(`${target.name}: ${target.host} answered with more than ${xmlBytesMax} bytes`, {
        isTransient: false,
      })
  }
  return Buffer.concat(chunks).toString()
}

async function* chunksOf({ body }: Response, deadline: Deadline): AsyncGenerator<Uint8Array> {
  try {
    for await (const chunk of body ?? []) {
      // Whoever reads may take longer than the server.
      deadline.end()
      yield chunk
      deadline.extend()
    }
  } finally {
    deadline.end()
  }
}
