/** A part of a bucket. */
export interface S3Address {
  readonly bucket: string
  /** Without a slash at either end; empty for the whole bucket. */
  readonly prefix: string
}

/** Keys may have 1,024 bytes, of which ours take 200. */
const prefixBytesMax = 512

/** Whether a text means S3, rightly written or not. */
export function isS3Address(text: string): boolean {
  return /^s3:/i.test(text)
}

/** `s3://bucket/prefix`; an Error is the end of a sentence. */
export function readS3Address(text: string): S3Address | Error {
  const [, bucket = '', rest = ''] = /^s3:\/\/([^/]*)\/?(.*)$/is.exec(text) ?? []
  if (bucket === '') return new Error('must name a bucket: s3://bucket/prefix')
  if (!/^[A-Za-z0-9][\w.-]{1,61}[A-Za-z0-9]$/.test(bucket) || bucket.includes('..'))
    return new Error('must name a bucket of 3 to 63 letters, digits, dots and hyphens: s3://bucket/prefix')
  const prefix = rest.replace(/\/+$/, '')
  const parts = prefix === '' ? [] : prefix.split('/')
  // An address is rewritten where a part of it is empty or dots, and its signature would not fit.
  if (parts.some((part) => part === '' || part === '.' || part === '..'))
    return new Error('must have a prefix without empty parts, "." and ".."')
  if (/[\p{Cc}\\?#]/u.test(prefix) || new TextEncoder().encode(prefix).length > prefixBytesMax)
    return new Error(
      `must have a prefix of at most ${prefixBytesMax} bytes, without "?", "#" and backslashes`,
    )
  return { bucket, prefix }
}
