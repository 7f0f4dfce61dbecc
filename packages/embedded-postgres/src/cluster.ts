import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, realpath, rename, rm, stat, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

import { type Account, canEnter, identityOf } from './account.ts'
import type { Binaries } from './binaries.ts'
import {
  draftIn,
  isThere,
  type DataPaths,
  readPassword,
  removeDrafts,
  syncFolder,
  writeSecret,
} from './data-paths.ts'
import { childEnvironment } from './process-of.ts'
import { openRootFolder } from './root-folder.ts'

export const superuser = 'quoin'
export const majorVersion = '18'
const run = promisify(execFile)

interface Cluster {
  /** Where it really lies, links followed. */
  path: string
  isNew: boolean
}

interface Making {
  binaries: Binaries
  account: Account | undefined
  /** Is told when the program that makes it runs. */
  onLaunch: () => void
  /** The major version of data that was there before; none is made where it is another one than ours. */
  major?: string | undefined
}

/** Makes the cluster unless it is there. Two starts at once both go on with the one that was ready first. */
export async function prepareCluster(paths: DataPaths, making: Making): Promise<Cluster> {
  const { account, major = majorVersion } = making
  await removeDrafts(paths.dataDir)
  if (!(await isThere(paths.cluster))) {
    const { assertNoneKept } = await import('./kept-clusters.ts') // a start on a database loads no more than it needs
    await assertNoneKept(paths)
  }
  const isNew =
    major === majorVersion && !(await isThere(paths.cluster)) && (await makeCluster(paths, making))
  const path = await realpath(paths.cluster).catch((cause) => {
    throw new Error(
      `${paths.cluster} leads to a folder that is gone: restore it, or remove the link to start anew`,
      {
        cause,
      },
    )
  })
  await assertUsable(path, paths, { account, major })
  return { path, isNew }
}

async function makeCluster(paths: DataPaths, making: Making): Promise<boolean> {
  const { account } = making
  const password = await keepPassword(paths)
  const home = await homeOf(paths, account)
  await removeDrafts(home)
  const draft = draftIn(home)
  const passwordCopy = `${draft}.password`
  try {
    await mkdir(draft, { mode: 0o700 })
    await writeSecret(passwordCopy, password)
    if (account !== undefined) {
      await chown(draft, account.uid, account.gid)
      await chown(passwordCopy, account.uid, account.gid)
    }
    await initialise(draft, passwordCopy, making)
    return await publish(draft, paths, home)
  } finally {
    await rm(passwordCopy, { force: true })
    await rm(draft, { recursive: true, force: true })
  }
}

/**
 * Where the cluster may lie: in the data directory, or, when root's stand-in cannot reach that, on the shelf.
 */
export async function homeOf({ dataDir }: DataPaths, account: Account | undefined): Promise<string> {
  return account === undefined || (await canEnter(dataDir, account)) ? dataDir : openRootFolder()
}

async function initialise(
  draft: string,
  passwordCopy: string,
  { binaries: { initdb }, account, onLaunch }: Making,
): Promise<void> {
  const options = [
    `--pgdata=${draft}`,
    `--username=${superuser}`,
    `--pwfile=${passwordCopy}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]
  const surroundings = { ...identityOf(account), cwd: dirname(draft), env: childEnvironment }
  const initialised = run(initdb, options, surroundings)
  onLaunch()
  await initialised.catch((cause) => {
    // The file is there, so what is missing is the loader of its C library.
    const words =
      cause.code === 'ENOENT' ? 'its programs do not run on this system: set DATABASE_URL' : cause.stderr
    throw new Error(
      `The built-in PostgreSQL could not make a database in ${dirname(draft)}: ${oneLine(words)}`,
      {
        cause,
      },
    )
  })
}

/** The folder for closed pieces of the log: beside the cluster, where its account can write, and in no backup of it. */
export function archiveOf(cluster: string): string {
  return `${cluster}-archive`
}

export async function prepareArchive(cluster: string, account: Account | undefined): Promise<string> {
  const folder = archiveOf(cluster)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  if (account !== undefined) await chown(folder, account.uid, account.gid)
  return folder
}

/** Renames the finished cluster into place; false when another start was first. */
export async function publish(
  draft: string,
  { cluster, dataDir }: DataPaths,
  home: string,
): Promise<boolean> {
  try {
    if (home === dataDir) await rename(draft, cluster)
    else await link(draft, join(home, `data-${randomBytes(8).toString('hex')}`), cluster)
  } catch (error) {
    if (await isThere(cluster)) return false
    throw error
  }
  await syncFolder(home)
  await syncFolder(dataDir)
  return true
}

async function link(draft: string, place: string, cluster: string): Promise<void> {
  await rename(draft, place)
  try {
    await symlink(place, cluster)
  } catch (error) {
    await rm(place, { recursive: true })
    throw error
  }
}

async function keepPassword(paths: DataPaths): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  try {
    await writeSecret(paths.passwordFile, password)
  } catch (error) {
    // Another start was quicker, or an earlier one was killed after writing it: theirs counts.
    if (await isThere(paths.passwordFile)) return readPassword(paths)
    throw error
  }
  return password
}

async function assertUsable(
  path: string,
  paths: DataPaths,
  { account, major }: { account: Account | undefined; major: string },
): Promise<void> {
  const { uid } = await stat(path)
  if (process.getuid !== undefined && uid !== (account?.uid ?? process.getuid())) {
    throw new Error(
      `${paths.cluster} belongs to another account (number ${uid}): ` +
        'start Quoin as before, or give it to this user',
    )
  }
  if (account !== undefined && !(await canEnter(path, account))) {
    throw new Error(
      `PostgreSQL does not run as root, and the account ${account.name} cannot reach ${path}: ` +
        'open the folders above it (chmod o+x), start Quoin as the owner, or move the data and set DATA_DIR',
    )
  }
  const version = await readVersion(path)
  if (version === major) return
  const found = version === '' ? 'no PostgreSQL data' : `data of PostgreSQL ${version}`
  const isOlder = version !== '' && Number(version) < Number(major)
  const remedy = isOlder
    ? 'run npm run -s quoin -- upgrade-database, which copies it into a new one'
    : 'move it away'
  throw new Error(`${paths.cluster} holds ${found}, and this Quoin brings PostgreSQL ${major}: ${remedy}`)
}

/** The major version that a cluster was made by, such as `17`; empty where it is none. */
export async function readVersion(cluster: string): Promise<string> {
  return (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim()
}

function oneLine(text: unknown): string {
  return `${text}`.trim().split('\n').slice(-3).join(' ')
}
