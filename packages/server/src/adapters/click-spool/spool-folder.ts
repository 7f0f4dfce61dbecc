import { randomUUID } from 'node:crypto'
import { link, open, readdir, readFile, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'

export interface SpoolFile {
  readonly path: string
  /** Without its state: it stays the same when it is sealed. */
  readonly name: string
  readonly startedMs: number
  readonly isSealed: boolean
}

const damagedName = /^clicks-\d{1,15}-[0-9a-f-]+\.damaged$/

/** Oldest first: names begin with the time. */
export async function listSpoolFiles(directory: string): Promise<SpoolFile[]> {
  const files = (await readdir(directory)).sort().map((entry): SpoolFile | undefined => {
    const [, name, startedMs, state] = /^(clicks-(\d{1,15})-[0-9a-f-]+)\.(open|sealed)$/.exec(entry) ?? []
    if (name === undefined) return undefined
    return { path: join(directory, entry), name, startedMs: Number(startedMs), isSealed: state === 'sealed' }
  })
  return files.filter((file) => file !== undefined)
}

/** Files with lines that could not be read or written: they are kept for a person. */
export async function countDamagedFiles(directory: string): Promise<number> {
  return (await readdir(directory)).filter((entry) => damagedName.test(entry)).length
}

/** Made once: of several processes that start together the first one's stands, and all read it. */
export async function openSpoolId(directory: string): Promise<string> {
  const path = join(directory, 'id')
  if (!(await isThere(path))) {
    const draft = `${path}.${randomUUID()}`
    const handle = await open(draft, 'wx', 0o600)
    await handle.writeFile(randomUUID())
    await handle.sync()
    await handle.close()
    // Unlike a rename, a link never replaces what is there.
    await link(draft, path).catch(async (error: unknown) => {
      if (!(await isThere(path))) throw error
    })
    await unlink(draft)
    await syncDirectory(directory)
  }
  return (await readFile(path, 'utf8')).trim()
}

/** Without it a power cut may forget the name of a file. Windows cannot open folders, and does not need it. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function isThere(path: string): Promise<boolean> {
  return (await sizeOf(path)) !== undefined
}

export async function sizeOf(path: string): Promise<number | undefined> {
  let size: number | undefined
  await unlessMissing(async () => {
    size = (await stat(path)).size
  })
  return size
}

/** Whether a file was there still: another process may have removed it. */
export async function unlessMissing(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false
    throw error
  }
}

const diskFaults = ['EACCES', 'EPERM', 'EIO', 'EISDIR', 'EROFS']

/** Whether one file could not be read, renamed or removed: a file of another user, a broken part of the disk. */
export function isDiskFault(error: unknown): boolean {
  return error instanceof Error && 'code' in error && diskFaults.includes(String(error.code))
}
