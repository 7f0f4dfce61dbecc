import { type DiskForecast, forecastDisk } from '@quoin/core/alerts/disk-forecast.ts'
import { isWorkLate, periodicWorkNames } from '@quoin/core/alerts/periodic-work.ts'
import type { Ports } from '../../ports/ports.ts'
import type { ProcessFacts } from '../../ports/process-facts.ts'
import type {
  DatabaseFigures,
  Disk,
  DiskSpace,
  ServiceFigures,
  WorkFigure,
} from '../../ports/service-figures.ts'
import { rulesInForce } from '../alerts/alert-rules.ts'

/** The ports that the figures are read from. */
export type FigureNeeds = Pick<Ports, 'db' | 'store' | 'settings'> & {
  readonly disk: Disk
  readonly process: Pick<ProcessFacts, 'awayReason' | 'measureSpool' | 'steadyForMs'>
}

/** The figures of whoever is on call, as they are now. Without its database it tells of the disk alone. */
export async function readFigures(ports: FigureNeeds): Promise<ServiceFigures> {
  const [disks, spool] = await Promise.all([ports.disk.measure(), ports.process.measureSpool()])
  const isAway = ports.process.awayReason() !== undefined
  return { disks, spool, database: isAway ? undefined : await readDatabase(ports, disks) }
}

async function readDatabase(ports: FigureNeeds, disks: readonly DiskSpace[]): Promise<DatabaseFigures> {
  const { db, store } = ports
  const { version, timeline, bytes } = await store.systemFacts.findDatabaseFacts(db)
  return {
    version,
    timeline,
    bytes,
    isCopied: await store.systemFacts.isCopied(db),
    forecast: (await readForecast(ports, { disks, databaseBytes: bytes })) ?? null,
    statisticsBehindMs: (await store.stats.findRollUpLag(db)) ?? null,
    alertsOpen: await store.alerts.countOpenByRule(db),
    works: await listWorks(ports, (await rulesInForce(ports)).work_late.threshold),
  }
}

/** How each periodic work fares; one that is switched off is left out. */
export async function listWorks(
  { db, store, settings, process }: Pick<FigureNeeds, 'db' | 'store' | 'settings' | 'process'>,
  times: number,
): Promise<WorkFigure[]> {
  const successes = await store.workSuccesses.listSuccesses(db)
  const learns = settings.riskLearning !== 'off' && settings.riskWeights === null
  const steadyForMs = process.steadyForMs()
  return periodicWorkNames.flatMap((name) => {
    const success = successes.find((one) => one.name === name)
    if (success === undefined || (name === 'learning' && !learns)) return []
    const { succeededAtMs, ageMs } = success
    return [{ name, succeededAtMs, ageMs, isLate: isWorkLate(name, { ageMs, steadyForMs, times }) }]
  })
}

interface Sizes {
  readonly disks: readonly DiskSpace[]
  readonly databaseBytes: number
}

/** How the database has grown in a week, and when the disk is full if that goes on. */
export async function readForecast(
  { db, store, disk }: Pick<FigureNeeds, 'db' | 'store' | 'disk'>,
  { disks, databaseBytes }: Sizes,
): Promise<DiskForecast | undefined> {
  const first = await store.sizeSamples.findWeekAgo(db, disk.place)
  if (first === undefined) return undefined
  const freeBytes = fillingDisk(disks)?.freeBytes ?? null
  const now = { atMs: first.nowMs, databaseBytes, freeBytes }
  return forecastDisk({ first, now, isOnDisk: disks.some(({ uses }) => uses.includes('database')) })
}

/** The disk that the database is on, or else the data directory. */
export function fillingDisk(disks: readonly DiskSpace[]): DiskSpace | undefined {
  return (
    disks.find(({ uses }) => uses.includes('database')) ?? disks.find(({ uses }) => uses.includes('data'))
  )
}
