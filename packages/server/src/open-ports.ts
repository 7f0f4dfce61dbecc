import { randomBytes } from 'node:crypto'
import { formatId } from '@quoin/core/click-id.ts'
import { unavailable } from '@quoin/core/errors.ts'
import { isBot } from './adapters/bots.ts'
import { openGeo } from './adapters/geo.ts'
import { openKeyring } from './adapters/keyring.ts'
import { type MeterRegistry, openMeters } from './adapters/meters.ts'
import { LocalRateLimiter } from './adapters/rate-limiter.ts'
import { GatheredUsage } from './adapters/usage-notes.ts'
import type { Settings } from './config.ts'
import { recordClaims } from './features/conversions/record-claims.ts'
import { assessDevices } from './features/devices/assess-devices.ts'
import { applyPostbacks } from './features/postbacks/apply-postbacks.ts'
import { recordClicks } from './features/tracking/record-clicks.ts'
import type { Clock, Log, Ports, Writers } from './ports.ts'
import { LiveExclusions } from './snapshots/live-exclusions.ts'
import { type OpenSnapshots, openSnapshots } from './snapshots/open-snapshots.ts'
import { Batcher, QueueFullError } from './store/batcher.ts'
import { type Database, isUnavailable } from './store/database.ts'
import { store } from './store/index.ts'

export interface World {
  readonly settings: Settings
  readonly secret: string
  readonly db: Database
  readonly databaseUrl: string
  readonly clock: Clock
  readonly log: Log
  readonly random?: (size: number) => Buffer
}

export interface OpenPorts {
  readonly ports: Ports
  readonly meters: MeterRegistry
  readonly snapshots: OpenSnapshots
  readonly exclusions: LiveExclusions
  /** Begins to keep up with other processes. */
  follow(): Promise<void>
  /** Writes what waits and stops every timer; the database stays open. */
  close(): Promise<void>
}

/** Puts the world together: the one place where features meet their adapters. */
export async function openPorts(world: World): Promise<OpenPorts> {
  const { settings, db, clock, log } = world
  const random = world.random ?? randomBytes
  const meters = openMeters()
  const usage = new GatheredUsage({ db, log, clock })
  const fallbackImageUrl = `${settings.baseUrl}/images/offer.svg`
  const [snapshots, geo] = await Promise.all([
    openSnapshots({ db, databaseUrl: world.databaseUrl, log, nowMs: () => clock.nowMs(), fallbackImageUrl }),
    openGeo(settings.geoDatabase === null ? {} : { path: settings.geoDatabase }),
  ])
  const exclusions = new LiveExclusions({ db, clock, log, isUnavailable })
  await exclusions.refreshCapped()
  const limiter = new LocalRateLimiter(clock)
  const base = {
    clock,
    random,
    newId: () => formatId(clock.nowMs(), random(10)),
    settings,
    log,
    db,
    store,
    snapshots,
    geo,
    isBot,
    keyring: openKeyring({ current: world.secret, previous: settings.previousSecret }),
    limiter,
    meters,
    usage,
    exclusions,
  }
  const queues = openQueues(base, meters, exclusions)
  const ports: Ports = { ...base, writers: writersOf(queues) }
  showGauges(meters, { db, limiter, queues })
  const stops: (() => Promise<void> | void)[] = []
  return {
    ports,
    meters,
    snapshots,
    exclusions,
    async follow() {
      stops.push(await snapshots.follow(), exclusions.follow())
    },
    async close() {
      for (const queue of Object.values(queues)) await queue.drain()
      for (const stop of stops) await stop()
      await usage.close()
    },
  }
}

/** Rows per commit, rows that may wait, and how long the oldest may have waited before new ones are refused. */
const bounds = { rowsMax: 500, queueMax: 20_000, ageMaxMs: 2_000 }

type QueuePorts = Omit<Ports, 'writers'>

function openQueues(ports: QueuePorts, meters: MeterRegistry, exclusions: LiveExclusions) {
  const queue = <Row, Outcome>(name: string, flush: (rows: readonly Row[]) => Promise<readonly Outcome[]>) =>
    new Batcher<Row, Outcome>({
      name,
      flush,
      ...bounds,
      monotonicMs: () => ports.clock.monotonicMs(),
      isUnavailable,
      onFlush: ({ rows, seconds }) => {
        meters.observe('flush_seconds', seconds, { queue: name })
        meters.observe('flush_rows', rows, { queue: name })
      },
    })
  return {
    clicks: queue('clicks', (clicks: Parameters<typeof recordClicks>[1]) => recordClicks(ports, clicks)),
    postbacks: queue('postbacks', async (reports: Parameters<typeof applyPostbacks>[1]) => {
      const outcomes = await applyPostbacks(ports, reports)
      // Before anyone is answered: the next list of this process must know what is used up.
      await exclusions.refreshCapped()
      return outcomes
    }),
    claims: queue('claims', (claims: Parameters<typeof recordClaims>[1]) => recordClaims(ports, claims)),
    devices: queue('devices', (sightings: Parameters<typeof assessDevices>[1]) =>
      assessDevices(ports, sightings),
    ),
  }
}

type Queues = ReturnType<typeof openQueues>

function writersOf({ clicks, postbacks, claims, devices }: Queues): Writers {
  return {
    recordClick: async (click) => void (await orBusy(clicks.add(click))),
    applyPostback: (report) => orBusy(postbacks.add(report)),
    recordClaim: (claim) => orBusy(claims.add(claim)),
    assessDevice: (sighting) => orBusy(devices.add(sighting)),
  }
}

async function orBusy<Outcome>(answer: Promise<Outcome>): Promise<Outcome> {
  try {
    return await answer
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    throw unavailable('The service is busy. Please try again.', { retryAfterSec: 1, cause: error })
  }
}

function showGauges(
  meters: MeterRegistry,
  { db, limiter, queues }: { db: Database; limiter: LocalRateLimiter; queues: Queues },
): void {
  for (const [name, queue] of Object.entries(queues)) {
    const labels = { queue: name }
    meters.gauge({
      name: 'queue_rows',
      help: 'Rows that wait to be written.',
      labels,
      read: () => queue.waiting,
    })
    meters.gauge({
      name: 'queue_oldest_seconds',
      help: 'Age of the oldest waiting row.',
      labels,
      read: () => queue.oldestAgeMs / 1000,
    })
  }
  for (const state of ['total', 'idle', 'waiting'] as const) {
    const labels = { state }
    const help = 'Connections of the pool.'
    meters.gauge({ name: 'database_connections', help, labels, read: () => db.poolState()[state] })
  }
  meters.gauge({ name: 'limiter_keys', help: 'API keys with calls in the window.', read: () => limiter.keys })
}
