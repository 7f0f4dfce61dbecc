import type { Settings } from '../settings/config.ts'
import type { Clock, Log } from '../ports/ports.ts'
import { sharedVariables, type Variables } from './shared-settings.ts'
import type { Db } from '../store/pg/database.ts'
import { saveServerSettings } from '../store/settings/server-settings.ts'
import { version } from '../version.ts'
import { nameDatabase, writeServerFile } from './server-file.ts'

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
  await saveServerSettings(opened.database, { variables, version, startedAtMs })
  const database = opened.isEmbedded ? null : nameDatabase(opened.url)
  try {
    await writeServerFile(settings.dataDir, { baseUrl: settings.baseUrl, database, version })
  } catch (error) {
    // With a database elsewhere the folder may be one that nobody can write to: commands are told by the database.
    if (opened.isEmbedded) throw error
    log.warn({ dataDir: settings.dataDir, err: error }, 'server.json not written')
  }
}
