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

/** Writes the files of the archive, each on the disk, and returns their sizes and sums. */
export async function unpackCluster(openArchive: () => Readable, folder: string): Promise<FoundFiles> {
  const archive = openArchive()
  const told: Error[] = []
  archive.on('error', (error) => told.push(error))
  try {
    return await unpackTar(archive, folder)
  } catch (error) {
    const [first] = told
    // The reader says of a file that it is not the one that was written, and the system that a disk is full.
    if (first !== undefined) throw first
    if (error instanceof Error && ('syscall' in error || error instanceof BackupError)) throw error
    throw new BackupError('The database in the backup is damaged: it cannot be unpacked', { cause: error })
  }
}

/** A backup that is not as it was written. */
class BackupError extends Error {}

async function unpackTar(archive: Readable, folder: string): Promise<FoundFiles> {
  const found = new Map<string, { size: number; sha256: string }>()
  const folders = new Set<string>([folder])
  const extract = tar.extract()
  const unpacked = pipeline(archive, createZstdDecompress(), extract)
  const wrote = (async () => {
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
  })()
  // Both have ended before anything is removed: none of them writes into a folder that goes.
  for (const end of await Promise.allSettled([unpacked, wrote]))
    if (end.status === 'rejected') throw end.reason
  for (const each of folders) await syncFolder(each)
  return found
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
