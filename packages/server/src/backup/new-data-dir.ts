import { lstat, mkdir, mkdtemp, readdir, realpath, rename, rmdir, statfs } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { TrialError } from './trial-error.ts'
import { giveToOwnerOf, syncFolder } from '@quoin/embedded-postgres/data-paths.ts'

/** The data directory that a restore is to make. */
interface Target {
  readonly path: string
  /** It is there, and empty. */
  readonly isThere: boolean
}

export async function findTarget(given: string): Promise<Target> {
  const wanted = resolve(given)
  const path = await realpath(wanted).catch(() => undefined)
  if (path === undefined) {
    const isLink = await lstat(wanted).then(
      () => true,
      () => false,
    )
    if (isLink) throw new Error(`${wanted} is a link to nowhere: nothing was restored`)
    return { path: wanted, isThere: false }
  }
  const entries = await readdir(path).catch((cause: Error) => {
    throw new Error(`${wanted} cannot be restored into: ${cause.message}`, { cause })
  })
  // A disk of its own has this folder from the beginning.
  if (entries.some((entry) => entry !== 'lost+found'))
    throw new Error(`${wanted} is not empty: restore into a folder that is not there yet, and move it then`)
  return { path, isThere: true }
}

/** A folder of nobody else's: inside of the target where that is there, which may be a disk of its own, else beside it. */
export async function makeDraft({ path, isThere }: Target): Promise<string> {
  if (!isThere) await mkdir(dirname(path), { recursive: true })
  const draft = await mkdtemp(isThere ? join(path, '.restoring-') : `${path}.restoring-`)
  await giveToOwnerOf(dirname(draft), draft)
  return draft
}

/** The database goes first: a start in between is refused, and makes no other one. */
export async function putInPlace(draft: string, { path, isThere }: Target): Promise<void> {
  if (isThere) {
    const entries = await readdir(draft)
    const ordered = [
      ...entries.filter((entry) => entry === 'postgres'),
      ...entries.filter((entry) => entry !== 'postgres'),
    ]
    for (const entry of ordered) await rename(join(draft, entry), join(path, entry))
    await rmdir(draft)
    await syncFolder(path)
  } else {
    await rename(draft, path)
  }
  await syncFolder(dirname(path))
}

/** Throws where a folder has no room for the database of a backup. */
export async function assertRoom(folder: string, bytes: number, logBytes = 0): Promise<void> {
  const shortage = await findShortage(folder, bytes, logBytes)
  if (shortage !== undefined)
    throw new TrialError(
      `${shortage.free} free, and the backup needs ${shortage.needed}: nothing was restored`,
    )
}

interface Shortage {
  /** `/srv has 12 MB` */
  readonly free: string
  /** `300 MB` */
  readonly needed: string
}

/**
 * Whether a folder lacks the room for a database of so many bytes, and for its log. Some more than the files is needed: the
 * log is read, and a checkpoint is written.
 */
export async function findShortage(
  folder: string,
  bytes: number,
  logBytes = 0,
): Promise<Shortage | undefined> {
  const needed = Math.ceil(bytes * 1.1) + 256 * 1024 * 1024 + logBytes
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize >= needed) return undefined
  const megabytes = (count: number): string => `${Math.ceil(count / 1024 / 1024)} MB`
  return { free: `${folder} has ${megabytes(bavail * bsize)}`, needed: megabytes(needed) }
}
