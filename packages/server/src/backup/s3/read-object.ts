import { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import type { OpenAnswer, S3Client } from './s3-client.ts'
import { S3Error } from './s3-error.ts'
import { connectionFailureOf } from './tell-s3-failure.ts'

/** A connection that breaks again and again without a byte in between is none. */
const breaksMax = 6
/** For one object, whatever comes in between. */
const breaksInAllMax = 100

/** An object as a stream. One that breaks off in the middle goes on from there, if the object is the same still. */
export function readObject(client: S3Client, key: string): Readable {
  return Readable.from(bytesOf(client, key), { objectMode: false })
}

interface Reached {
  bytes: number
  /** The size of the whole object; undefined where the server does not say. */
  total: number | undefined
  etag: string | null
}

async function* bytesOf(client: S3Client, key: string): AsyncGenerator<Uint8Array> {
  const reached: Reached = { bytes: 0, total: undefined, etag: null }
  let breaks = 0
  for (let inAll = 0; inAll < breaksInAllMax; inAll += 1) {
    const answer = await openFrom(client, key, reached)
    const before = reached.bytes
    try {
      for await (const chunk of answer.body) {
        reached.bytes += chunk.length
        yield chunk
      }
      if (reached.total === undefined || reached.bytes === reached.total) return
    } catch (error) {
      const failure = connectionFailureOf(client.target, error)
      if (breaks >= breaksMax) throw failure
    }
    breaks = reached.bytes > before ? 1 : breaks + 1
    if (breaks > breaksMax || reached.bytes > (reached.total ?? Number.POSITIVE_INFINITY)) break
    const { pauseMs, pauseMaxMs } = client.patience
    await delay(Math.min(pauseMaxMs, pauseMs * 2 ** (breaks - 1)) * (0.5 + Math.random() / 2))
  }
  throw new S3Error(
    `${client.target.name}: ${key} broke off after ${reached.bytes} of ${reached.total} bytes, again and again`,
    { isTransient: true },
  )
}

async function openFrom(client: S3Client, key: string, reached: Reached): Promise<OpenAnswer> {
  const { bytes, etag } = reached
  const isBegun = bytes > 0
  const headers = isBegun
    ? { range: `bytes=${bytes}-`, ...(etag === null ? {} : { 'if-match': etag }) }
    : undefined
  const answer = await client
    .open({ method: 'GET', key, ...(headers === undefined ? {} : { headers }) })
    .catch((error: unknown) => {
      throw notFoundOf(client, key, error)
    })
  if (!isBegun) {
    reached.etag = answer.headers.get('etag')
    reached.total = numberIn(answer.headers.get('content-length'))
    return answer
  }
  const from = numberIn(/^bytes (\d+)-/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? null)
  if (answer.status === 206 && from === bytes) return answer
  await answer.close()
  throw new S3Error(
    `${client.target.name}: ${client.target.host} does not go on in the middle of an object`,
    {
      isTransient: false,
    },
  )
}

function notFoundOf(client: S3Client, key: string, error: unknown): unknown {
  if (!(error instanceof S3Error)) return error
  if (error.status === 404 && error.code !== 'NoSuchBucket')
    return Object.assign(new Error(`There is no ${key} in s3://${client.target.bucket}`), { code: 'ENOENT' })
  if (error.status === 412)
    return new Error(`${key} in s3://${client.target.bucket} was changed while it was read`)
  return error
}

function numberIn(text: string | null): number | undefined {
  return text !== null && /^\d{1,15}$/.test(text) ? Number(text) : undefined
}
