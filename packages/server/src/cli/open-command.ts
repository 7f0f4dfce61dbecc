import { randomBytes } from 'node:crypto'
import { formatId } from '@quoin/core/click-id.ts'
import { findRunningEmbeddedPostgres } from '../adapters/embedded-postgres.ts'
import { openKeyring } from '../adapters/keyring.ts'
import { openLog } from '../adapters/log.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { readSettings, withAddresses } from '../config.ts'
import type { Ports, SnapshotName } from '../ports.ts'
import { readDemoFile } from '../serve/demo-file.ts'
import { openMasterSecret } from '../serve/master-secret.ts'
import { openServerDatabase } from '../serve/open-database.ts'
import { openDatabase } from '../store/database.ts'
import { store } from '../store/index.ts'
import { migrate, migrationsDirectory } from '../store/migrate.ts'

/** What a command needs of the world: it keeps nothing in memory, so a refresh is the servers' own affair. */
export type CommandPorts = Pick<
  Ports,
  'db' | 'store' | 'clock' | 'random' | 'newId' | 'keyring' | 'settings' | 'log'
> & { readonly snapshots: { refresh(name: SnapshotName): Promise<void> } }

/**
 * Runs a command on the database of a running server, or on one that is started for it and stopped again. What it
 * returns is printed as JSON.
 */
export async function runCommand(run: (ports: CommandPorts) => Promise<unknown>): Promise<void> {
  const given = { ...readSettings(process.env), databaseConnections: 4 }
  const demo = given.databaseUrl === null ? await readDemoFile(given.dataDir) : undefined
  const settings = { ...withAddresses(given, given.port), ...(given.baseUrl === null && demo ? addressesOf(demo) : {}) }
  const opened = await openCommandDatabase(given)
  try {
    const secret = await openMasterSecret(given)
    const result = await run({
      db: opened.database,
      store,
      clock: systemClock,
      random: randomBytes,
      newId: () => formatId(systemClock.nowMs(), randomBytes(10)),
      keyring: openKeyring({ current: secret, previous: given.previousSecret }),
      settings,
      log: openLog('warn'),
      snapshots: { refresh: async () => {} },
    })
    if (result !== undefined) console.log(JSON.stringify(result, null, 2))
  } finally {
    await opened.close()
  }
}

function addressesOf({ baseUrl, trackUrl, postbackUrl }: { baseUrl: string; trackUrl: string; postbackUrl: string }) {
  return { baseUrl, trackUrl, postbackUrl }
}

async function openCommandDatabase(given: ReturnType<typeof readSettings>) {
  const running = given.databaseUrl === null ? await findRunningEmbeddedPostgres(given.dataDir) : undefined
  if (running === undefined) return await openServerDatabase(given)
  const database = await openDatabase({
    url: running,
    connectionsMax: given.databaseConnections,
    statementTimeoutMs: 30_000,
  })
  await migrate(database, migrationsDirectory)
  return { database, close: () => database.close() }
}
