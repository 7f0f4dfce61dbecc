import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { splitHosts } from '@quoin/core/split-hosts.ts'
import { isSystemError, replacePrivateFile } from './process/private-file.ts'

/** The facts that a server leaves in its folder, so that a command there finds the same database. */
interface ServerFile {
  readonly baseUrl: string
  /** Null for the one in this folder. */
  readonly database: string | null
  readonly version: string
}

export async function writeServerFile(dataDir: string, file: ServerFile): Promise<void> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await replacePrivateFile(serverFilePath(dataDir), JSON.stringify(file, null, 2))
}

/** Where a server of this folder keeps its rows, when that is not the folder itself. */
export async function findDatabaseElsewhere(dataDir: string): Promise<string | undefined> {
  try {
    const file: ServerFile = JSON.parse(await readFile(serverFilePath(dataDir), 'utf8'))
    return file.database ?? undefined
  } catch (error) {
    if (isSystemError(error, 'ENOENT') || isSystemError(error, 'ENOTDIR')) return undefined
    throw error
  }
}

/** `quoin at db.example:5432`: without the user and the password. */
export function nameDatabase(url: string): string {
  const hosts = splitHosts(url).map((one) => new URL(one))
  return `${hosts[0]?.pathname.slice(1)} at ${hosts.map(({ host }) => host).join(', ')}`
}

function serverFilePath(dataDir: string): string {
  return join(resolve(dataDir), 'server.json')
}
