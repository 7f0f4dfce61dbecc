import { mkdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { splitHosts } from '@quoin/core/split-hosts.ts'
import type { Settings } from '../settings/config.ts'
import type { Clock, Log } from '../ports/ports.ts'
import { sharedVariables, type Variables } from './shared-settings.ts'
import type { Db } from '../store/pg/database.ts'
import { store } from '../store/index.ts'
import { version } from '../version.ts'
import { isSystemError, replacePrivateFile } from './process/private-file.ts'

/** The facts that a server leaves in its folder, so that a command there finds the same database. */
interface ServerFile {
  readonly baseUrl: string
  /** Null for the one in this folder. */
  readonly database: string | null
  readonly version: string
}

interface LeftBehind {
  readonly environment: Variables
  readonly settings: Settings
  readonly opened: { readonly database: Db; readonly url: string; readonly isEmbedded: boolean }
  readonly clock: Clock
  readonly log: Log
}

/** Leaves the settings of this server where commands find them: in its database and in its folder. */
export async function leaveSettings({
  environment,
  settings,
  opened,
  clock,
  log,
}: LeftBehind): Promise<void> {
  const variables = sharedVariables(environment, settings)
  const startedAtMs = clock.nowMs()
  await store.serverSettings.saveServerSettings(opened.database, { variables, version, startedAtMs })
  const database = opened.isEmbedded ? null : nameDatabase(opened.url)
  const file: ServerFile = { baseUrl: settings.baseUrl, database, version }
  try {
    await mkdir(settings.dataDir, { recursive: true, mode: 0o700 })
    await replacePrivateFile(serverFilePath(settings.dataDir), JSON.stringify(file, null, 2))
  } catch (error) {
    // With a database elsewhere the folder may be one that nobody can write to: commands are told by the database.
    if (opened.isEmbedded) throw error
    log.warn({ dataDir: settings.dataDir, err: error }, 'server.json not written')
  }
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
