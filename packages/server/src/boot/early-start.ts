import cluster from 'node:cluster'
import { openLog } from '../adapters/log/log.ts'
import { systemClock } from '../adapters/system-clock.ts'
import { type GivenSettings, type Settings, withAddresses } from '../settings/config.ts'
import { type LateDatabase, openLateDatabase } from '../store/pg/late-database.ts'
import { type OpenedDatabase, openServerDatabase } from './open-database.ts'
import { hearPrimaryDatabase } from './primary-database.ts'
import { choosePort } from './process/choose-port.ts'
import { tellMigrations } from './tell-migrations.ts'

/**
 * The part of a start that needs little of the program: the database is opened while all the rest is loaded. Whatever it
 * imports keeps the database waiting.
 */
export interface EarlyStart {
  readonly log: ReturnType<typeof openLog>
  readonly settings: Settings
  readonly late: LateDatabase
  /** Whether the primary had the database open already; a worker's alone. */
  readonly wasOpen?: Promise<boolean>
  /** Resolves when the database is on its way without us, and the process may be busy with something else. */
  readonly launched: Promise<unknown>
  /** The database that is on its way; after a failure another attempt. */
  openDatabase(): Promise<OpenedDatabase>
  /** Ends what is on its way and was never asked for. */
  close(): Promise<void>
}

/** Begins a start. A port that cannot be had is said before a database is started for nothing. */
export async function startEarly(given: GivenSettings, stopping: AbortSignal): Promise<EarlyStart> {
  const log = openLog(given.logLevel)
  // The workers of a cluster share the primary's port.
  const port = cluster.isWorker ? given.port : await choosePort(given)
  const settings = { ...withAddresses(given, port), port }
  const late = openLateDatabase()
  const openAt = async (
    databaseUrl: Settings['databaseUrl'],
    onLaunch: () => void = () => {},
  ): Promise<OpenedDatabase> => {
    const onMigration = tellMigrations({ log, monotonicMs: systemClock.monotonicMs, wait: late.wait })
    return await openServerDatabase({ ...settings, databaseUrl, onMigration, onLaunch }, log)
  }
  if (!cluster.isWorker) {
    const isElsewhere = settings.databaseUrl !== null
    const ahead = openAhead((onLaunch) => openAt(settings.databaseUrl, onLaunch), {
      isTriedAgain: isElsewhere,
    })
    // A database elsewhere runs, or is away for longer than anybody waits.
    const launched = isElsewhere ? Promise.resolve() : ahead.launched
    return { log, settings, late, ...ahead, launched }
  }
  const primary = hearPrimaryDatabase(late, stopping)
  return {
    log,
    settings,
    late,
    wasOpen: primary.wasOpen,
    launched: Promise.resolve(),
    openDatabase: async () => await openAt(await primary.url),
    close: async () => {},
  }
}

/**
 * Begins to open it now; whoever asks first gets that one. Where it failed, and may have for want of a process that was
 * busy loading and read no answer in time, they get another attempt.
 */
export function openAhead(
  open: (onLaunch?: () => void) => Promise<OpenedDatabase>,
  { isTriedAgain = false } = {},
): Pick<EarlyStart, 'launched' | 'openDatabase' | 'close'> {
  const launched = Promise.withResolvers<void>()
  let ahead: Promise<OpenedDatabase> | undefined = open(launched.resolve)
  // Nobody may be waiting for it in this moment.
  ahead
    .then(
      () => {},
      () => {},
    )
    .then(launched.resolve)
  const take = (): Promise<OpenedDatabase> | undefined => {
    const taken = ahead
    ahead = undefined
    return taken
  }
  return {
    launched: launched.promise,
    openDatabase: () => (isTriedAgain ? take()?.catch(() => open()) : take()) ?? open(),
    close: async () =>
      await take()?.then(
        (opened) => opened.close(),
        () => {},
      ),
  }
}
