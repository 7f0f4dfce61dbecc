import { resolve } from 'node:path'
import { Command } from 'commander'
import { findRunningEmbeddedPostgres } from '@quoin/embedded-postgres/embedded-postgres.ts'
import { openLog } from '../../adapters/log/log.ts'
import { systemClock } from '../../adapters/system-clock.ts'
import { moveDatabase } from '../../backup/move-database.ts'
import { countServers } from '../../backup/rows/count-servers.ts'
import { writeMovedFile } from '../../boot/moved-file.ts'
import { openExistingDatabase } from '../../boot/open-database.ts'
import { nameDatabase } from '../../boot/server-file.ts'
import { readSettings } from '../../settings/config.ts'
import { databaseUrl } from '../../settings/setting-readers.ts'
import { printResult } from '../print-result.ts'
import { terminal } from '../terminal.ts'

/** `quoin move …` */
export function moveCommand(): Command {
  return new Command('move')
    .requiredOption(
      '--into <url>',
      'an empty database of PostgreSQL 15 or newer, such as postgres://quoin@db.example/quoin; its password may stand in PGPASSWORD',
    )
    .action(move)
}

/** An address of PostgreSQL. It is not read as an option is: a wrong one would be printed with its password. */
export function databaseFrom(text: string): string {
  const url = databaseUrl(text)
  if (url instanceof Error) throw new Error(`--into ${url.message} with a host`)
  return url
}

async function move({ into: given }: { readonly into: string }): Promise<void> {
  const into = databaseFrom(given)
  const begunMs = systemClock.nowMs()
  const settings = { ...readSettings(terminal().environment), databaseConnections: 4 }
  const { databaseUrl: from, dataDir } = settings
  const to = nameDatabase(into)
  const isServed =
    from === null
      ? (await findRunningEmbeddedPostgres(dataDir)) !== undefined
      : (await countServers(from)) > 0
  if (isServed) throw new Error('Quoin is running on this database: stop it first, everywhere')
  const { database, url, close } = await openExistingDatabase(settings, openLog('warn'))
  try {
    const moved = await moveDatabase({
      from: { db: database, url },
      to: into,
      leave: async () => {
        if (from !== null) return
        await writeMovedFile(dataDir, { to, at: new Date(systemClock.nowMs()).toISOString() })
      },
    })
    const seconds = Math.round((systemClock.nowMs() - begunMs) / 1000)
    const next =
      from === null
        ? `Start it with DATABASE_URL set to that database, QUOIN_SECRET to what is in ${resolve(dataDir)}/secret, and DATA_DIR as before. The old database stays in that folder. BACKUP_TO ends with it: leave it out.`
        : 'Start it with DATABASE_URL set to that database. The old one stays as it is: start nothing on it.'
    terminal().print(printResult({ into: to, ...moved, seconds, next }))
  } finally {
    await close()
  }
}
