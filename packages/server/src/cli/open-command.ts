import { randomBytes } from 'node:crypto'
import { findRunningEmbeddedPostgres } from '@quoin/embedded-postgres/embedded-postgres.ts'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { openLog } from '../adapters/log/log.ts'
import { newId } from '../adapters/crypto/new-id.ts'
import { openOutgoing } from '../adapters/outgoing-http/outgoing-http.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { type GivenSettings, readSettings, type Settings, withAddresses } from '../settings/config.ts'
import type { Log, Ports } from '../ports/ports.ts'
import { readDemoFile } from '../boot/demo/demo-file.ts'
import { openMasterSecret } from '../boot/master-secret.ts'
import { openMigrated, openServerDatabase } from '../boot/open-database.ts'
import { store } from '../store/index.ts'
import { printResult } from './print-result.ts'
import type { Database } from '../store/pg/database.ts'
import type { SnapshotName } from '../store/snapshots/snapshot-versions.ts'

/** What a command needs of the world: it keeps nothing in memory, so a refresh is the servers' own affair. */
export type CommandPorts = Pick<
  Ports,
  'db' | 'store' | 'clock' | 'random' | 'newId' | 'keyring' | 'settings' | 'log' | 'outgoing'
> & {
  readonly databaseUrl: string
  readonly snapshots: { refresh(name: SnapshotName): Promise<void> }
}

/** A command is one person's: the pool stays small beside the servers' own. */
const connections = 4

/**
 * Runs a command on the database of a running server, or on one that is started for it and stopped again.
 * What it returns is printed as JSON.
 */
export async function runCommand(
  run: (ports: CommandPorts) => Promise<unknown>,
  { user = 'command' }: { user?: 'command' | 'accept' } = {},
): Promise<void> {
  const given = { ...readSettings(process.env), databaseConnections: connections }
  const settings = await settingsOf(given)
  const log = openLog('warn')
  const { database, url: databaseUrl, close } = await openCommandDatabase(given, log)
  const outgoing = openOutgoing({
    policy: { allowed: given.outgoingAllow, ports: given.outgoingPorts },
    clock: systemClock,
  })
  try {
    const isInUse = async () => (await store.apps.listApps(database)).length > 0
    const secret = await openMasterSecret({ settings, db: database, isInUse, user })
    const result = await run({
      db: database,
      databaseUrl,
      store,
      clock: systemClock,
      random: randomBytes,
      newId,
      keyring: openKeyring({ current: secret, previous: given.previousSecret }),
      settings,
      log,
      outgoing,
      snapshots: { refresh: async () => {} },
    })
    console.log(printResult(result))
  } finally {
    outgoing.close()
    await close()
  }
}

/**
 * The addresses of the service, for the postback address of a network: given ones, else those of the demo.
 */
async function settingsOf(given: GivenSettings): Promise<Settings> {
  const settings = withAddresses(given, given.port)
  const isNamed = given.databaseUrl !== null || given.baseUrl !== null || given.postbackUrl !== null
  const demo = isNamed ? undefined : await readDemoFile(given.dataDir)
  if (demo === undefined) return settings
  const { baseUrl, trackUrl, postbackUrl } = demo
  return { ...settings, baseUrl, trackUrl, postbackUrl }
}

async function openCommandDatabase(
  given: GivenSettings,
  log: Log,
): Promise<{ database: Database; url: string; close(): Promise<void> }> {
  const running = given.databaseUrl === null ? await findRunningEmbeddedPostgres(given.dataDir) : undefined
  if (running === undefined) return await openServerDatabase(given, log, 'command')
  const database = await openMigrated(running, given, 'command')
  return { database, url: running, close: () => database.close() }
}
