import { randomBytes } from 'node:crypto'
import { listObjects } from './list-objects.ts'
import type { S3Client } from './s3-client.ts'
import { S3Error } from './s3-error.ts'

/** The object that takes a name; it is no file of a backup. */
const markerName = '.claimed'

export function isMarker(name: string): boolean {
  return name === markerName || name.startsWith(`${markerName}-`)
}

/**
 * Takes a name for whoever asks first. A server decides it by `If-None-Match`; one that does not know it refuses the header,
 * or takes no notice of it: then each writes a marker of its own, and gives up where it sees another. Two that ask in the
 * same moment may both get nothing, and never both the name.
 */
export async function claimName(client: S3Client, path: string): Promise<boolean> {
  if ((await listKeys(client, `${path}/`)).length > 0) return false
  const token = randomBytes(16).toString('hex')
  const first = await putFirst(client, `${path}/${markerName}`, token)
  if (first === 'taken') return await isOurs(client, `${path}/${markerName}`, token)
  // The object is there now: a server that decides refuses it.
  const isDecided = first === 'put' && (await putFirst(client, `${path}/${markerName}`, token)) === 'taken'
  return isDecided || (await claimByMarkers(client, path, token))
}

async function putFirst(client: S3Client, key: string, token: string): Promise<'put' | 'taken' | 'unknown'> {
  try {
    const body = Buffer.from(token)
    await client.ask({ method: 'PUT', key, headers: { 'if-none-match': '*' }, body, isSummed: true })
    return 'put'
  } catch (error) {
    if (!(error instanceof S3Error)) throw error
    if (error.status === 412) return 'taken'
    // A server that does not know the condition says so by one of the two.
    if (error.status === 501 || (error.status === 400 && error.code !== undefined)) return 'unknown'
    throw error
  }
}

/** The answer to a first try may be lost, and the next one be refused for what the first has written. */
async function isOurs(client: S3Client, key: string, token: string): Promise<boolean> {
  return (await client.ask({ method: 'GET', key })).text === token
}

async function claimByMarkers(client: S3Client, path: string, token: string): Promise<boolean> {
  const own = `${path}/${markerName}-${token}`
  await client.ask({ method: 'PUT', key: own, body: Buffer.from(token), isSummed: true })
  const others = (await listKeys(client, `${path}/${markerName}-`)).filter((key) => key !== own)
  if (others.length === 0) return true
  await client.ask({ method: 'DELETE', key: own })
  return false
}

async function listKeys(client: S3Client, prefix: string): Promise<string[]> {
  for await (const { objects } of listObjects(client, { prefix })) return objects.map(({ key }) => key)
  return []
}
