import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { dirname, join, normalize, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import { syncFolder } from './data-paths.ts'

/** The files of an archive, by their paths in it, with the sums of what was written. */
export type FoundFiles = ReadonlyMap<string, { size: number; sha256: string }>

/** A backup that is not as it was written. */
class BackupError extends Error {}

/** Writes the files of the archive, each on the disk, and returns their sizes and sums. */
export async function unpackCluster(openArchive: () => Readable, folder: string): Promise<FoundFiles> {
  const [archive, decompress, extract] = [openArchive(), createZstdDecompress(), tar.extract()]
  // Whoever fails has the others fail as well: the first one tells where it comes from, and why.
  let first: { stream: unknown; error: unknown } | undefined
  for (const stream of [archive, decompress, extract])
    stream.once('error', (error: unknown) => (first ??= { stream, error }))
  const found = new Map<string, { size: number; sha256: string }>()
  // Both have ended before anything is removed: none of them writes into a folder that goes.
  const [written, read] = await Promise.allSettled([
    writeEntries(extract, folder, found),
    pipeline(archive, decompress, extract),
  ])
  if (written.status === 'fulfilled' && read.status === 'fulfilled') return found
  const error: unknown = written.status === 'rejected' ? written.reason : undefined
  // The system says that a disk is full.
  if (error instanceof BackupError || (error instanceof Error && 'syscall' in error)) throw error
  // The reader says of a file that it is not the one that was written.
  if (first?.stream === archive) throw first.error
  throw new BackupError('The database in the backup is damaged: it cannot be unpacked', {
    cause: first?.error ?? error,
  })
}

async function writeEntries(
  extract: tar.Extract,
  folder: string,
  found: Map<string, { size: number; sha256: string }>,
): Promise<void> {
  const folders = new Set<string>([folder])
  for await (const entry of extract) {
    const { name, type } = entry.header
    const path = pathIn(folder, name)
    if (type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      folders.add(path)
      entry.resume()
    } else if (type === 'file') {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      found.set(name.replace(/^\.\//, ''), await writeEntry(path, entry))
    } else {
      throw new BackupError(`The backup has something that is neither a file nor a folder: ${name}`)
    }
  }
  for (const each of folders) await syncFolder(each)
}

/** A name that leads out of the folder is refused. */
function pathIn(folder: string, name: string): string {
  const path = normalize(join(folder, name))
  const isInside = path === folder || path === `${folder}${sep}` || path.startsWith(`${folder}${sep}`)
  if (!isInside || name.split('/').includes('..'))
    throw new BackupError(`The backup has a file outside of its folder: ${name}`)
  return path
}

async function writeEntry(
  path: string,
  entry: AsyncIterable<Buffer>,
): Promise<{ size: number; sha256: string }> {
  const sum = createHash('sha256')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of entry) {
      sum.update(chunk)
      size += chunk.length
      await file.writeFile(chunk)
    }
    await file.sync()
    if ((await file.stat()).size !== size) throw new Error(`${path} could not be written as a whole`)
  } finally {
    await file.close()
  }
  return { size, sha256: sum.digest('hex') }
}
