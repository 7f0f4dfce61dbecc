import type { S3Bucket } from './s3-bucket.ts'
import type { S3Reply } from './s3-reply.ts'

interface ListedKey {
  readonly name: string
  readonly isPrefix: boolean
}

/** ListObjectsV2: in the order of the bytes, a page after the other, prefixes counted as keys. */
export function listKeys({ objects }: S3Bucket, query: URLSearchParams, keysMax: number): S3Reply {
  const prefix = query.get('prefix') ?? ''
  const delimiter = query.get('delimiter')
  const after = Buffer.from(query.get('continuation-token') ?? '', 'base64').toString()
  const listed = new Map<string, ListedKey>()
  for (const key of [...objects.keys()].sort()) {
    if (!key.startsWith(prefix)) continue
    const end = delimiter === null ? -1 : key.indexOf(delimiter, prefix.length)
    const name = end === -1 ? key : key.slice(0, end + 1)
    if (name > after) listed.set(name, { name, isPrefix: end !== -1 })
  }
  const max = Math.min(keysMax, Number(query.get('max-keys') ?? 1_000))
  const page = [...listed.values()].slice(0, max)
  const isMore = listed.size > page.length
  const next = Buffer.from(page.at(-1)?.name ?? '').toString('base64')
  const items = page.map(({ name, isPrefix }) => {
    if (isPrefix) return `<CommonPrefixes><Prefix>${encoded(name)}</Prefix></CommonPrefixes>`
    const object = objects.get(name)
    const at = new Date(object?.atMs ?? 0).toISOString()
    return `<Contents><Key>${encoded(name)}</Key><LastModified>${at}</LastModified><ETag>&quot;x&quot;</ETag><Size>${object?.bytes.length}</Size></Contents>`
  })
  const more = isMore ? `<NextContinuationToken>${next}</NextContinuationToken>` : ''
  const text = `<?xml version="1.0" encoding="UTF-8"?>\n<ListBucketResult xmlns="http://s3.amazonaws.com/doc/2006-03-01/"><Prefix>${encoded(prefix)}</Prefix><IsTruncated>${isMore}</IsTruncated>${more}${items.join('')}</ListBucketResult>`
  return { status: 200, headers: { 'content-type': 'application/xml' }, body: Buffer.from(text) }
}

function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2F', '/').replaceAll('%20', '+')
}
