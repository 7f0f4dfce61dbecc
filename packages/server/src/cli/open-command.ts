import { randomBytes } from 'node:crypto'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { openLog } from '../adapters/log/log.ts'
import { openNewId } from '../adapters/crypto/new-id.ts'
import { openOutgoing } from '../adapters/outgoing-http/outgoing-http.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { type GivenSettings, readSettings, type Settings } from '../settings/config.ts'
import type { Ports } from '../ports/ports.ts'
import { openMasterSecret } from '../boot/master-secret.ts'
import { openExistingDatabase } from '../boot/open-database.ts'
import { commandSettings, contradictions } from '../boot/shared-settings.ts'
import { store } from '../store/index.ts'
import { printResult } from './print-result.ts'
import type { Database } from '../store/pg/database.ts'
import type { SnapshotName } from '../store/snapshots/snapshot-versions.ts'
import { terminal } from './terminal.ts'

/** The ports of a command: it keeps nothing in memory, so a refresh is the servers' own affair. */
export type CommandPorts = Pick<
  Ports,
  'db' | 'store' | 'clock' | 'random' | 'newId' | 'keyring' | 'settings' | 'log' | 'outgoing'
> & {
  readonly databaseUrl: string
  readonly snapshots: { refresh(name: SnapshotName): Promise<void> }
}

/** How a result is shown: to a person at a terminal by `print`, else, and with `--json`, as JSON. */
interface Shown<Result> {
  readonly json?: boolean | undefined
  readonly print?: (result: Result) => string
}

/** A command is one person's: the pool stays small beside the servers' own. */
const connections = 4

/**
 * Runs a command on the database of a running server, or on that of its folder, which is started and stopped again.
 * The returned value is printed as JSON.
 */
export async function runCommand<Result>(
  run: (ports: CommandPorts) => Promise<Result>,
  { user = 'command', json = false, print }: Shown<Result> & { user?: 'command' | 'accept' } = {},
): Promise<void> {
  const given = { ...readSettings(terminal().environment), databaseConnections: connections }
  const log = openLog('warn')
  const { database, url: databaseUrl, close } = await openExistingDatabase(given, log)
  const stops = new AsyncDisposableStack()
  stops.defer(close)
  try {
    const settings = await settingsOf(database, given)
    const policy = { allowed: settings.outgoingAllow, ports: settings.outgoingPorts }
    const outgoing = openOutgoing({ policy, clock: systemClock })
    stops.defer(async () => outgoing.close())
    // The database is there, so its secret is too: a command makes none.
    const secret = await openMasterSecret({ settings, db: database, isInUse: async () => true, user })
    const result = await run({
      db: database,
      databaseUrl,
      store,
      clock: systemClock,
      random: randomBytes,
      newId: openNewId(settings.cell),
      keyring: openKeyring({ current: secret, previous: given.previousSecret }),
      settings,
      log,
      outgoing,
      snapshots: { refresh: async () => {} },
    })
    const isForPeople = print !== undefined && !json && terminal().isInteractive
    terminal().print(isForPeople ? print(result) : printResult(result))
  } finally {
    await stops.disposeAsync()
  }
}

/** The server's settings at its start; a variable that says something else in this terminal is told of. */
async function settingsOf(database: Database, given: GivenSettings): Promise<Settings> {
  const left = (await store.serverSettings.findServerSettings(database))?.variables
  const sources = { environment: terminal().environment, left }
  for (const sentence of contradictions(sources)) terminal().printError(sentence)
  return commandSettings(sources, given)
}
