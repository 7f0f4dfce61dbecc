import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { layOut, restore } from '@quoin/core/catalogue/buffer-layout.ts'
import { recordSize } from '@quoin/core/catalogue/offer-record.ts'
import type { KeptContent } from './kept-content.ts'

/**
 * Another number whenever the content or its writing changes: a file of another format is not read. The test of this
 * file finds a change that was forgotten here; a record with more fields is another format by itself.
 */
export const keptFormat = 3_000 + recordSize

/** The first line of the file: JSON, for people as well. */
interface Header {
  readonly format: number
  /** The versions of the snapshots that were kept. */
  readonly versions: string
  readonly keptAtMs: number
  /** A print of the secret and the database that it belongs to. */
  readonly owner: string
  /** The second line, and all that follows it. */
  readonly describedBytes: number
  readonly arrayBytes: number
  /** SHA-256 of both, in hexadecimal. */
  readonly checksum: string
}

export interface Kept extends Pick<Header, 'versions' | 'keptAtMs' | 'owner'> {
  readonly content: KeptContent
}

const headerMaxBytes = 1_024
const chunkBytes = 1024 * 1024
/** Far more than the largest catalogue takes: a damaged header must not ask for all memory. */
const arrayBytesMax = 4 * 1024 * chunkBytes

/** Replaces the file as a whole: whoever reads it, also after a crash, finds the one before or this one. */
export async function writeKept(path: string, { content, versions, keptAtMs, owner }: Kept): Promise<void> {
  const { offers, ...plain } = content
  const { layout, size, views } = layOut(offers)
  const described = Buffer.from(`${JSON.stringify({ ...plain, layout })}\n`)
  const parts = [described, ...withGaps(views, size)]
  const sum = createHash('sha256')
  for await (const chunk of chunksOf(parts)) sum.update(chunk)
  const header: Header = {
    format: keptFormat,
    versions,
    keptAtMs,
    owner,
    describedBytes: described.length,
    arrayBytes: size,
    checksum: sum.digest('hex'),
  }
  const draft = `${path}.${randomUUID()}.draft`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const file = await open(draft, 'w', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(header)}\n`)
      for await (const chunk of chunksOf(parts)) await file.writeFile(chunk)
      await file.datasync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

/** Throws where the file is of another format, damaged, or cannot be read. */
export async function readKept(path: string): Promise<Kept> {
  const file = await open(path, 'r')
  try {
    const start = await readBytes(file, 0, headerMaxBytes)
    const headerEnd = start.indexOf('\n')
    const { format, versions, keptAtMs, owner, describedBytes, arrayBytes, checksum } = readHeader(
      start,
      headerEnd,
    )
    if (format !== keptFormat) throw new Error(`it is of format ${format} and not ${keptFormat}`)
    if (describedBytes > arrayBytesMax || arrayBytes > arrayBytesMax) throw new Error('it is damaged')
    const described = await readBytes(file, headerEnd + 1, describedBytes)
    const arrays = await readBytes(file, headerEnd + 1 + describedBytes, arrayBytes)
    const sum = createHash('sha256').update(described).update(arrays).digest('hex')
    if (sum !== checksum) throw new Error('it is damaged')
    const { layout, ...plain } = JSON.parse(described.toString('utf8')) as Record<string, unknown> // as written above
    const offers = restore(layout, arrays.buffer)
    return { versions, keptAtMs, owner, content: { ...plain, offers } as KeptContent }
  } finally {
    await file.close()
  }
}

function readHeader(start: Buffer, end: number): Header {
  try {
    return JSON.parse(start.toString('utf8', 0, end)) as Header // as written above
  } catch {
    throw new Error('it is damaged')
  }
}

/** Into a buffer of its own, so that arrays begin where their elements do. Shorter at the end of the file. */
async function readBytes(file: FileHandle, from: number, size: number): Promise<Buffer<ArrayBuffer>> {
  const bytes = Buffer.from(new ArrayBuffer(size))
  let read = 0
  while (read < size) {
    const { bytesRead } = await file.read(bytes, read, size - read, from + read)
    if (bytesRead === 0) break
    read += bytesRead
  }
  return bytes.subarray(0, read)
}

/** The views with what lies between them, so that each stands at its place. */
function withGaps(views: ReturnType<typeof layOut>['views'], size: number): Uint8Array[] {
  return views.flatMap(({ view, offset }, index) => {
    const end = views[index + 1]?.offset ?? size
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    return [bytes, new Uint8Array(end - offset - view.byteLength)]
  })
}

/** The loop is free between two of them: a large catalogue is tens of megabytes. */
async function* chunksOf(parts: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    for (let at = 0; at < part.length; at += chunkBytes) {
      yield part.subarray(at, at + chunkBytes)
      await endOfTurn()
    }
  }
}
