import { chmod, chown, lstat, mkdir, open, readFile, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** What lies in a data directory of Quoin and belongs to its PostgreSQL. */
export interface Places {
  dataDir: string
  /** The cluster; for root with a closed home a symbolic link to where PostgreSQL's account can reach it. */
  cluster: string
  passwordFile: string
  logFile: string
}

export function placesIn(dataDir: string): Places {
  const full = resolve(dataDir)
  return {
    dataDir: full,
    cluster: join(full, 'postgres'),
    passwordFile: join(full, 'postgres-password'),
    logFile: join(full, 'postgres.log'),
  }
}

/** Makes the data directory; root leaves it passable, since PostgreSQL's account must get through it. */
export async function makeDataDir({ dataDir }: Places): Promise<void> {
  if (await isThere(dataDir)) return
  await mkdir(dataDir, { recursive: true })
  await chmod(dataDir, isRoot() ? 0o711 : 0o700)
  await giveToOwnerOf(dirname(dataDir), dataDir)
}

/** Writes a file that must not exist yet and that nobody else may read, and has it on disk. */
export async function writeSecret(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(`${text}\n`)
    await file.sync()
  } finally {
    await file.close()
  }
}

export async function readPassword({ passwordFile }: Places): Promise<string> {
  const text = await readFile(passwordFile, 'utf8').catch((cause) => {
    const remedy =
      cause.code === 'ENOENT'
        ? 'is missing, so the database beside it cannot be opened: restore it from a backup'
        : 'cannot be read: run Quoin as the user who started it first'
    throw new Error(`${passwordFile} ${remedy}`, { cause })
  })
  return text.trim()
}

/**
 * What root makes in the folder of an ordinary user becomes that user's: one start with sudo must not lock the
 * user out of the next.
 */
export async function giveToOwnerOf(folder: string, path: string): Promise<void> {
  if (!isRoot()) return
  const { uid, gid } = await stat(folder)
  await chown(path, uid, gid)
}

/** A rename is on disk only when its folder is. Windows cannot open folders, and does not need it. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync()
  await folder.close()
}

/** Whether the name is taken, be it by a link to nowhere. */
export async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => undefined)) !== undefined
}

export function isRoot(): boolean {
  return process.getuid?.() === 0
}
