import { systemClock } from '../adapters/system-clock.ts'
import type { Log } from '../ports/ports.ts'
import type { Settings } from '../settings/config.ts'
import { catalogueOwners } from './ports/catalogue-owners.ts'
import type { Kept } from '../snapshots/kept/kept-file.ts'
import { findKept } from '../snapshots/kept/kept-catalogue.ts'
import type { EarlyStart } from './early-start.ts'
import { findMasterSecret } from './master-secret.ts'
import { openSharedServices, type SharedServices } from './open-shared-services.ts'
import { openWhenThere } from './open-when-there.ts'
import { type OpenPorts, preparePorts } from './ports/open-ports.ts'
import { markStart } from './process/start-marks.ts'
import type { Variables } from './shared-settings.ts'

interface StartNeeds {
  readonly environment: Variables
  /** Ends the wait for a database that is away. */
  readonly stopping: AbortSignal
  readonly stops: AsyncDisposableStack
}

/** A start whose visitors can be answered already. */
export interface Start {
  readonly open: OpenPorts
  /** Whether an earlier process has kept what links are answered by. */
  readonly hasKept: boolean
  /** Whether everything can be answered in a moment: then nobody is let in before. */
  readonly isDatabaseOpen: boolean
  /** Resolves when the database is there, its tables are up to date and everything is loaded. */
  finish(): Promise<SharedServices>
}

/** Prepares the answers of a process, and then opens its database. */
export async function beginStart(early: EarlyStart, needs: StartNeeds): Promise<Start> {
  const { environment, stopping, stops } = needs
  const { log, settings, late } = early
  const known = await findMasterSecret(settings)
  let services: SharedServices | undefined
  const openServices = openServicesOnce(early, stops)
  const openNow = async (): Promise<SharedServices> => (services ??= await openServices())
  // The first start of all makes its secret with its database.
  const secret = known ?? (await openNow()).secret
  const kept = await findKeptBy(secret, settings, log)
  const open = await preparePorts({
    settings,
    secret,
    db: late.database,
    clock: systemClock,
    log,
    environment,
    kept,
    databaseUrl: () => services?.opened.url ?? '',
    server: () => services?.opened.server(),
    whyNotOpen: late.reason,
  })
  stops.defer(() => open.close())
  const openAll = async (): Promise<SharedServices> => {
    const opened = await openNow()
    markStart('services open')
    await open.load()
    markStart('memory loaded')
    return opened
  }
  return {
    open,
    hasKept: kept !== undefined,
    isDatabaseOpen: (await early.wasOpen) ?? services !== undefined,
    finish: () => openWhenThere(openAll, { late, canWait: kept !== undefined, stopping, log }),
  }
}

/** The last good catalogue of the database of these settings. */
export async function findKeptBy(
  secret: string,
  settings: Settings,
  log: Pick<Log, 'warn'>,
): Promise<Kept | undefined> {
  const owners = catalogueOwners(secret, settings)
  return await findKept({ dataDir: settings.dataDir, owners, nowMs: systemClock.nowMs(), log })
}

/** The database and what works on it, stopped after all that comes later. An attempt that fails leaves nothing behind. */
export function openServicesOnce(
  { settings, log, late, openDatabase }: EarlyStart,
  stops: AsyncDisposableStack,
): () => Promise<SharedServices> {
  const shared = new AsyncDisposableStack()
  stops.defer(() => shared.disposeAsync())
  return async () => {
    const attempt = new AsyncDisposableStack()
    try {
      const opened = await openDatabase()
      attempt.defer(() => opened.close())
      const services = await openSharedServices(settings, { opened, log, stops: attempt })
      shared.use(attempt)
      late.become(services.opened.database)
      return services
    } catch (error) {
      await attempt.disposeAsync()
      throw error
    }
  }
}
