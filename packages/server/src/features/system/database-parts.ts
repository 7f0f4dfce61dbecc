import { stateBeyond, type SystemPart } from '@quoin/core/alerts/system-part.ts'
import { differenceMaxMs } from '@quoin/core/time/trusted-clock.ts'
import type { DiskForecast } from '@quoin/core/alerts/disk-forecast.ts'
import type { Ports } from '../../ports/ports.ts'
import type { DatabaseFigures, DiskSpace } from '../../ports/service-figures.ts'
import { type ClicksToRewrite, findClicksToRewrite, hasRoom } from '../tracking/rewriting-room.ts'
import { tellReplicas } from './replica-parts.ts'
import { tellBytes } from './tell-bytes.ts'
import { withoutCopy } from './without-copy.ts'

export type DatabaseNeeds = Pick<Ports, 'db' | 'store' | 'clock' | 'settings' | 'process'>

const slowMs = 100
const verySlowMs = 1_000
const lagMs = 10_000
const group = 'database'

export function tellDatabaseAway(reason: string): SystemPart {
  const detail = `It is away: ${reason}. Clicks are kept on the disk, all else is refused.`
  return {
    part: 'database',
    group: 'database',
    title: 'Database',
    state: 'broken',
    value: null,
    unit: 'ms',
    limit: null,
    sinceMs: null,
    detail,
  }
}

/** The database, the connections to it, and the copies that follow it. */
export async function readDatabaseParts(
  ports: DatabaseNeeds,
  { bytes, timeline, forecast }: DatabaseFigures,
  disks: readonly DiskSpace[],
): Promise<SystemPart[]> {
  const { db, store, clock, settings, process } = ports
  const startedMs = clock.monotonicMs()
  const facts = await store.systemFacts.findDatabaseFacts(db)
  const tookMs = clock.monotonicMs() - startedMs
  const standbys = await store.systemFacts.listStandbys(db)
  const isWithoutCopy = settings.requireStandby && !(await store.systemFacts.isCopied(db))
  const toRewrite = await findClicksToRewrite(ports, disks)
  const { total, idle, waiting } = process.pool()
  const kind = settings.databaseUrl === null ? 'embedded' : 'of your own'
  return [
    {
      part: 'database',
      group,
      title: 'Database',
      unit: 'ms',
      limit: null,
      sinceMs: null,
      state: stateBeyond(tookMs, slowMs, verySlowMs),
      value: Math.round(tookMs),
      detail: `PostgreSQL ${facts.version}, ${kind}, schema ${facts.schemaVersion}; how long an answer took.`,
    },
    {
      part: 'database_size',
      group,
      title: 'Database size',
      unit: 'bytes',
      limit: null,
      sinceMs: null,
      state: 'ok',
      value: bytes,
      detail: tellGrowth(forecast),
    },
    {
      part: 'connections',
      group,
      title: 'Connections in use',
      unit: 'count',
      sinceMs: null,
      state: waiting > 0 ? 'warning' : 'ok',
      value: total - idle,
      limit: settings.databaseConnections,
      detail: `${waiting > 0 ? `${waiting === 1 ? 'A request waits' : `${waiting} requests wait`} for one` : 'Nobody waits for one'}; ${facts.sessions} of ${facts.connectionsMax} sessions of the server are open.`,
    },
    {
      part: 'timeline',
      group,
      title: 'Timeline',
      unit: 'count',
      limit: null,
      sinceMs: null,
      state: timeline === null ? 'idle' : 'ok',
      value: timeline,
      detail:
        timeline === null
          ? 'The database does not let its history be asked for.'
          : 'The history that is written to; it grows with each promotion of a standby.',
    },
    tellClock(process),
    { ...tellReplication(standbys), ...(isWithoutCopy && tellWithoutCopy(standbys)) },
    ...tellReplicas(process.replicas()),
    ...(toRewrite === undefined ? [] : [tellRewriting(toRewrite, settings.clickRewriting > 0)]),
  ]
}

/** It is told only where there was a version before the narrow tables of clicks. */
function tellRewriting(left: ClicksToRewrite, isOn: boolean): SystemPart {
  const { weeks, bytes, neededBytes, freeBytes } = left
  const isShort = isOn && !hasRoom(left)
  return {
    part: 'clicks_to_rewrite',
    group,
    title: 'Old clicks to rewrite',
    unit: 'bytes',
    limit: null,
    sinceMs: null,
    state: isShort ? 'warning' : isOn ? 'ok' : 'idle',
    value: bytes,
    detail: isShort
      ? `It waits for room on the disk: the next week needs ${tellBytes(neededBytes)}, and ${tellBytes(freeBytes ?? 0)} are free.`
      : `${weeks === 1 ? 'The last week' : `${weeks} weeks`} of clicks from before the upgrade; less than half of it remains. ${isOn ? 'It is done in the background.' : 'This process leaves it to others (CLICK_REWRITING).'}`,
  }
}

function tellClock(process: DatabaseNeeds['process']): SystemPart {
  const doubts = process.clockDoubts()
  return {
    part: 'clock',
    group,
    title: 'Clock',
    unit: 'ms',
    limit: differenceMaxMs,
    sinceMs: null,
    state: doubts.length > 0 ? 'warning' : 'ok',
    value: Math.round(Math.abs(process.clockDifferenceMs())),
    detail:
      doubts.length > 0
        ? `${doubts.join(' ')} Nothing that cannot be undone is decided by it.`
        : "This process and the database agree about the time, and the database's clock is trusted.",
  }
}

function tellGrowth(forecast: DiskForecast | null): string {
  if (forecast === null) return 'Its growth is told when there are samples of two days.'
  const perDay = forecast.databaseBytesPerDay
  return `It ${perDay < 0 ? 'shrank' : 'grew'} by ${tellBytes(Math.abs(perDay))} a day in the last week.`
}

type Standbys = Awaited<ReturnType<Ports['store']['systemFacts']['listStandbys']>>

function tellWithoutCopy(standbys: Standbys): Pick<SystemPart, 'state' | 'detail'> {
  const followed = standbys.length === 0 ? '' : ` ${tellReplication(standbys).detail}`
  return { state: 'broken', detail: `${withoutCopy[0]?.toUpperCase()}${withoutCopy.slice(1)}${followed}` }
}

function tellReplication(standbys: Standbys): SystemPart {
  const common = { part: 'replication', group, title: 'Replication', unit: 'ms', sinceMs: null } as const
  if (standbys.length === 0) {
    return { ...common, state: 'idle', value: null, limit: null, detail: 'No standby follows this database.' }
  }
  const worst = Math.max(0, ...standbys.map((one) => one.lagMs ?? 0))
  const isBehind = standbys.some(({ state }) => state !== null && state !== 'streaming')
  const names = standbys.map(({ name, state, isSynchronous }) =>
    [name, state ?? 'state unknown', isSynchronous ? 'synchronous' : 'asynchronous'].join(', '),
  )
  return {
    ...common,
    state: isBehind ? 'warning' : stateBeyond(worst, lagMs),
    value: worst,
    limit: lagMs,
    detail: `${names.join('; ')}.`,
  }
}
