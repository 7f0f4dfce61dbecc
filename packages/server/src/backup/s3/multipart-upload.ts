import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { S3Client } from './s3-client.ts'
import type { S3Request } from './s3-request.ts'
import { S3Error } from './s3-error.ts'
import { readS3Xml } from './read-s3-xml.ts'

/** An object that is sent in parts. It is there when it is complete, and not before. */
export interface Upload {
  /** The first part has the number 1. */
  sendPart(number: number, bytes: Buffer<ArrayBuffer>, signal: AbortSignal): Promise<void>
  complete(ends: Ends): Promise<void>
  /** Removes the parts. */
  abort(hurried: S3Client): Promise<void>
}

/** The signals that end a request. */
type Ends = Pick<S3Request, 'signal' | 'stopping'>

interface SentPart {
  readonly number: number
  readonly etag: string
  readonly sha256: string
}

export async function openUpload(client: S3Client, key: string, ends: Ends): Promise<Upload> {
  const uploadId = await begin(client, key, ends)
  const parts: SentPart[] = []
  let bytesSent = 0
  return {
    async sendPart(number, bytes, signal) {
      const { headers } = await client.ask({
        method: 'PUT',
        key,
        query: { partNumber: String(number), uploadId },
        body: bytes,
        isSummed: true,
        signal,
      })
      const etag = headers.get('etag')
      if (etag === null) throw strange(client, 'took a part without an ETag')
      parts.push({ number, etag, sha256: createHash('sha256').update(bytes).digest('base64') })
      bytesSent += bytes.length
    },
    complete: async (until) => await complete(client, key, { uploadId, parts, bytesSent, ends: until }),
    abort: async (hurried) => void (await hurried.ask({ method: 'DELETE', key, query: { uploadId } })),
  }
}

async function begin(client: S3Client, key: string, ends: Ends): Promise<string> {
  const { text } = await client.ask({ method: 'POST', key, query: { uploads: '' }, isSummed: true, ...ends })
  const uploadId = readS3Xml(text)?.text('UploadId')
  if (uploadId === undefined || uploadId === '') throw strange(client, 'began an upload without an id')
  return uploadId
}

interface SentParts {
  readonly uploadId: string
  readonly parts: readonly SentPart[]
  readonly bytesSent: number
  readonly ends: Ends
}

const completesMax = 4

/** It may be answered with 200 and an error, since the server begins its answer before it knows. */
async function complete(client: S3Client, key: string, sent: SentParts): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      const { text } = await client.ask({
        method: 'POST',
        key,
        query: { uploadId: sent.uploadId },
        headers: { 'content-type': 'application/xml' },
        body: Buffer.from(bodyOf(sent.parts, client.takesChecksums)),
        ...sent.ends,
      })
      const answer = readS3Xml(text)
      if (answer?.name === 'CompleteMultipartUploadResult') return
      const code = answer?.text('Code') ?? 'something that is no answer'
      if (tries >= completesMax || sent.ends.stopping?.aborted)
        throw strange(client, `could not put an upload together: ${code}`)
      await delay(client.patience.pauseMs * 2 ** tries)
    } catch (error) {
      // The answer to the first try was lost, and the object is whole.
      const isGone = error instanceof S3Error && error.code === 'NoSuchUpload'
      if (isGone && (await isThere(client, key, sent.bytesSent))) return
      throw error
    }
  }
}

async function isThere(client: S3Client, key: string, bytes: number): Promise<boolean> {
  const { headers } = await client.ask({ method: 'HEAD', key })
  return headers.get('content-length') === String(bytes)
}

function bodyOf(parts: readonly SentPart[], isSummed: boolean): string {
  const items = parts
    .toSorted((one, other) => one.number - other.number)
    .map(({ number, etag, sha256 }) => {
      const sum = isSummed ? `<ChecksumSHA256>${sha256}</ChecksumSHA256>` : ''
      return `<Part><PartNumber>${number}</PartNumber><ETag>${escaped(etag)}</ETag>${sum}</Part>`
    })
  return `<CompleteMultipartUpload xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${items.join('')}</CompleteMultipartUpload>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

function strange({ target }: S3Client, what: string): S3Error {
  return new S3Error(`${target.name}: ${target.host} ${what}`, { isTransient: false })
}
