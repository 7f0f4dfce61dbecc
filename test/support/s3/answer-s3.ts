import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { listKeys } from './list-keys.ts'
import { type BegunUpload, type S3Bucket, storedOf } from './s3-bucket.ts'
import type { S3Reply } from './s3-reply.ts'

interface UnderstoodRequest {
  readonly method: string
  readonly key: string
  readonly query: URLSearchParams
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

interface Rules {
  readonly keysMax?: number
  readonly conditions?: 'decides' | 'refuses' | 'ignores'
  readonly takesChecksums?: boolean
}

/** The answer to a request whose signature is good, as AWS documents it. */
export function answerS3(request: UnderstoodRequest, bucket: S3Bucket, rules: Rules): S3Reply {
  const { method, key, query, headers } = request
  if (key.startsWith('\0')) return { status: 404, code: 'NoSuchBucket' }
  const unknown = Object.keys(headers).find((name) => name.startsWith('x-amz-checksum'))
  if (unknown !== undefined && rules.takesChecksums === false)
    return {
      status: 400,
      code: 'InvalidArgument',
      message: `Unsupported header &apos;${unknown}&apos; received for this API call.`,
    }
  if (key === '') return listKeys(bucket, query, rules.keysMax ?? 1_000)
  const uploadId = query.get('uploadId')
  if (method === 'POST' && query.has('uploads')) return begin(request, bucket)
  if (uploadId !== null) {
    const upload = bucket.uploads.get(uploadId)
    if (upload === undefined || upload.key !== key) return { status: 404, code: 'NoSuchUpload' }
    return answerUpload(request, bucket, { uploadId, upload })
  }
  switch (method) {
    case 'PUT':
      return put(request, bucket, rules)
    case 'DELETE':
      bucket.objects.delete(key)
      return { status: 204 }
    case 'GET':
    case 'HEAD':
      return get(request, bucket)
    default:
      return { status: 405, code: 'MethodNotAllowed' }
  }
}

function put({ key, headers, body }: UnderstoodRequest, bucket: S3Bucket, { conditions }: Rules): S3Reply {
  if (headers['if-none-match'] !== undefined && conditions !== 'ignores') {
    if (conditions === 'refuses') return { status: 501, code: 'NotImplemented' }
    if (bucket.objects.has(key)) return { status: 412, code: 'PreconditionFailed' }
  }
  if (!isSumRight(headers, body)) return { status: 400, code: 'BadDigest' }
  const { etag } = bucket.put(key, body, checksumIn(headers))
  return { status: 200, headers: { etag } }
}

function get({ key, headers }: UnderstoodRequest, { objects }: S3Bucket): S3Reply {
  const object = objects.get(key)
  if (object === undefined) return { status: 404, code: 'NoSuchKey' }
  const { bytes, etag, atMs } = object
  if (headers['if-match'] !== undefined && headers['if-match'] !== etag)
    return { status: 412, code: 'PreconditionFailed' }
  const about = { etag, 'last-modified': new Date(atMs).toUTCString() }
  const from = /^bytes=(\d+)-$/.exec(headers.range ?? '')?.[1]
  if (from === undefined)
    return { status: 200, headers: { ...about, 'content-length': bytes.length }, body: bytes }
  const part = bytes.subarray(Number(from))
  const range = `bytes ${from}-${bytes.length - 1}/${bytes.length}`
  return {
    status: 206,
    headers: { ...about, 'content-range': range, 'content-length': part.length },
    body: part,
  }
}

function begin({ key, headers }: UnderstoodRequest, { uploads }: S3Bucket): S3Reply {
  const uploadId = `upload+/=${uploads.size}-${key.length}-${Date.now()}`
  const isSummed = headers['x-amz-checksum-algorithm'] === 'SHA256'
  uploads.set(uploadId, { key, isSummed, parts: new Map() })
  return xml(
    'InitiateMultipartUploadResult',
    `<Bucket>b</Bucket><Key>k</Key><UploadId>${uploadId}</UploadId>`,
  )
}

const partBytesMin = 5 * 1024 * 1024

interface Begun {
  readonly uploadId: string
  readonly upload: BegunUpload
}

function answerUpload(request: UnderstoodRequest, bucket: S3Bucket, { uploadId, upload }: Begun): S3Reply {
  const { method, query, headers, body } = request
  if (method === 'DELETE') {
    bucket.uploads.delete(uploadId)
    return { status: 204 }
  }
  if (method === 'PUT') {
    const number = Number(query.get('partNumber'))
    if (!(number >= 1 && number <= 10_000)) return { status: 400, code: 'InvalidArgument' }
    const isSummed = checksumIn(headers) !== undefined
    if (isSummed !== upload.isSummed) return { status: 400, code: 'InvalidRequest' }
    if (!isSumRight(headers, body)) return { status: 400, code: 'BadDigest' }
    const part = storedOf(body, checksumIn(headers))
    upload.parts.set(number, part)
    return { status: 200, headers: { etag: part.etag } }
  }
  return complete(request, bucket, { uploadId, upload })
}

/** Each part is named by its number, its ETag and its checksum, in order; all but the last have a size at least. */
function complete({ key, body }: UnderstoodRequest, bucket: S3Bucket, { uploadId, upload }: Begun): S3Reply {
  const named = [
    ...body
      .toString()
      .matchAll(
        /<Part><PartNumber>(\d+)<\/PartNumber><ETag>([^<]+)<\/ETag>(?:<ChecksumSHA256>([^<]+)<\/ChecksumSHA256>)?<\/Part>/g,
      ),
  ]
  const chosen: Buffer[] = []
  let last = 0
  for (const [, number = '', etag, checksum] of named) {
    if (Number(number) <= last) return { status: 400, code: 'InvalidPartOrder' }
    last = Number(number)
    const part = upload.parts.get(last)
    if (part === undefined || part.etag !== etag || part.checksum !== checksum)
      return { status: 400, code: 'InvalidPart' }
    chosen.push(part.bytes)
  }
  if (chosen.length === 0) return { status: 400, code: 'MalformedXML' }
  // Tests with small parts say so by their name.
  const isSmall = chosen.slice(0, -1).some((part) => part.length < partBytesMin)
  if (isSmall && !key.includes('small-parts')) return { status: 400, code: 'EntityTooSmall' }
  bucket.uploads.delete(uploadId)
  bucket.put(key, Buffer.concat(chosen))
  return xml('CompleteMultipartUploadResult', '<ETag>&quot;of-parts-1&quot;</ETag>')
}

function checksumIn(headers: IncomingHttpHeaders): string | undefined {
  const checksum = headers['x-amz-checksum-sha256']
  return typeof checksum === 'string' ? checksum : undefined
}

function isSumRight(headers: IncomingHttpHeaders, body: Buffer): boolean {
  const checksum = checksumIn(headers)
  return checksum === undefined || checksum === createHash('sha256').update(body).digest('base64')
}

function xml(name: string, inside: string): S3Reply {
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="http://s3.amazonaws.com/doc/2006-03-01/">${inside}</${name}>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) }
}
