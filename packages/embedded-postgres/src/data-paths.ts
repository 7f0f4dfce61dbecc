import { randomBytes } from 'node:crypto'
import {
  access,
  chmod,
  chown,
  constants,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  rm,
  stat,
} from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

import { type Account, canEnter } from './account.ts'
import { isAlive } from './process-of.ts'

/** The files of a Quoin's data directory that belong to its PostgreSQL. */
export interface DataPaths {
  dataDir: string
  /** The cluster; for root with a closed home a symbolic link to where PostgreSQL's account can reach it. */
  cluster: string
  passwordFile: string
  logFile: string
}

export function dataPathsIn(dataDir: string): DataPaths {
  const full = resolve(dataDir)
  return {
    dataDir: full,
    cluster: join(full, 'postgres'),
    passwordFile: join(full, 'postgres-password'),
    logFile: join(full, 'postgres.log'),
  }
}

/**
 * Makes the data directory, closed to others, and lets PostgreSQL's account through when that is not ours.
 */
export async function prepareDataDir({ dataDir }: DataPaths, account: Account | undefined): Promise<void> {
  if (!(await isThere(dataDir))) {
    await mkdir(dataDir, { recursive: true })
    await chmod(dataDir, 0o700)
    await giveToOwnerOf(dirname(dataDir), dataDir)
  }
  await access(dataDir, constants.W_OK | constants.X_OK).catch((cause) => {
    throw new Error(
      `${dataDir} is closed to this user: ` +
        'start Quoin as the user who made it, or set DATA_DIR to another directory',
      { cause },
    )
  })
  if (account !== undefined && !(await canEnter(dataDir, account))) await letThrough(dataDir, account)
}

/**
 * A folder of root's own, shared with no group, is lent to the account's group: it may pass, but not look
 * around.
 */
async function letThrough(folder: string, account: Account): Promise<void> {
  const { uid, mode } = await stat(folder)
  const isOursAlone = uid === 0 && (mode & 0o070) === 0
  if (!isOursAlone || !(await canEnter(dirname(folder), account))) return
  await chown(folder, 0, account.gid)
  await chmod(folder, (mode & 0o777) | 0o010)
}

/** Another program of the same number may have been killed: in containers most have the same. */
const ownPrefix = `postgres.new-${process.pid}-${randomBytes(4).toString('hex')}-`

/** A name for what is not finished; what a killed start leaves under it goes with the next one. */
export function draftIn(folder: string): string {
  return join(folder, `${ownPrefix}${randomBytes(4).toString('hex')}`)
}

/** Removes the drafts of killed starts; that of a living process is another start at work. */
export async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const pid = Number(/^postgres\.new-(\d+)-/.exec(name)?.[1])
    if (Number.isNaN(pid) || name.startsWith(ownPrefix)) continue
    if (pid === process.pid || !isAlive(pid)) await rm(join(folder, name), { recursive: true, force: true })
  }
}

/**
 * Writes a file that must not exist yet and that nobody else may read, and has it on disk. It gets its name when it is
 * whole and has its owner: another start never reads a part of it.
 */
export async function writeSecret(path: string, text: string): Promise<void> {
  const draft = draftIn(dirname(path))
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${text}\n`)
      await file.sync()
    } finally {
      await file.close()
    }
    await giveToOwnerOf(dirname(path), draft)
    await giveName(draft, path)
  } finally {
    await rm(draft, { force: true })
  }
}

/** Codes of file systems that have no second names for a file. */
const withoutLinks = new Set(['ENOSYS', 'ENOTSUP', 'EOPNOTSUPP', 'EPERM'])

/** Fails where the name is taken. */
async function giveName(draft: string, path: string): Promise<void> {
  await link(draft, path).catch(async (error) => {
    if (!withoutLinks.has(error.code)) throw error
    await copyFile(draft, path, constants.COPYFILE_EXCL)
    await giveToOwnerOf(dirname(path), path)
  })
}

export async function readPassword({ passwordFile }: DataPaths): Promise<string> {
  const text = await readFile(passwordFile, 'utf8').catch((cause) => {
    const remedy =
      cause.code === 'ENOENT'
        ? 'is missing, so the database beside it cannot be opened: restore it from a backup'
        : 'cannot be read: run Quoin as the user who started it first'
    throw new Error(`${passwordFile} ${remedy}`, { cause })
  })
  return text.trim()
}

/** The password of the database in a data directory. */
export async function readEmbeddedPassword(dataDir: string): Promise<string> {
  return await readPassword(dataPathsIn(dataDir))
}

/**
 * Files that root makes in the folder of an ordinary user become that user's: one start with sudo must not lock the
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

function isRoot(): boolean {
  return process.getuid?.() === 0
}
