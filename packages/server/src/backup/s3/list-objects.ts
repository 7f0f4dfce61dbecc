import type { S3Client } from './s3-client.ts'
import { S3Error } from './s3-error.ts'
import { readS3Xml, type S3Xml } from './read-s3-xml.ts'

export interface ListedObject {
  readonly key: string
  readonly bytes: number
  readonly atMs: number
}

/** A page of a listing: objects, and what folders would be. */
interface ObjectPage {
  readonly objects: readonly ListedObject[]
  /** Each ends in a slash. */
  readonly prefixes: readonly string[]
}

interface Listed {
  readonly prefix: string
  /** With it, keys that go on behind a slash are told once, as a prefix. */
  readonly isFlat?: boolean
  /** 1,000 where it is not given. */
  readonly keysMax?: number
}

/** A million keys; ours have some thousands. */
const pagesMax = 1_000

/** All keys of a prefix, a page after the other. */
export async function* listObjects(client: S3Client, listed: Listed): AsyncGenerator<ObjectPage> {
  let next: string | undefined
  for (let pages = 0; pages < pagesMax; pages += 1) {
    const page = await askPage(client, listed, next)
    yield { objects: objectsOf(page), prefixes: prefixesOf(page) }
    next = page.text('IsTruncated') === 'true' ? page.text('NextContinuationToken') : undefined
    if (next === undefined) return
  }
  throw new S3Error(`${client.target.name}: there are too many objects under ${listed.prefix}`, {
    isTransient: false,
  })
}

async function askPage(
  client: S3Client,
  { prefix, isFlat = false, keysMax }: Listed,
  next: string | undefined,
): Promise<S3Xml> {
  const query = {
    'list-type': '2',
    'encoding-type': 'url',
    prefix,
    ...(isFlat ? { delimiter: '/' } : {}),
    ...(keysMax === undefined ? {} : { 'max-keys': String(keysMax) }),
    ...(next === undefined ? {} : { 'continuation-token': next }),
  }
  const { text } = await client.ask({ method: 'GET', query })
  const page = readS3Xml(text)
  if (page?.name === 'ListBucketResult') return page
  throw new S3Error(
    `${client.target.name}: ${client.target.host} answered with something that is no listing: is it an S3?`,
    { isTransient: false },
  )
}

function objectsOf(page: S3Xml): ListedObject[] {
  return page.list('Contents').map((object) => ({
    key: decoded(object.text('Key')),
    bytes: Number(object.text('Size') ?? 0),
    atMs: Date.parse(object.text('LastModified') ?? ''),
  }))
}

function prefixesOf(page: S3Xml): string[] {
  return page.list('CommonPrefixes').map((common) => decoded(common.text('Prefix')))
}

/** Some servers write a blank as a form does. */
function decoded(text = ''): string {
  return decodeURIComponent(text.replaceAll('+', ' '))
}
