import { formatId } from '@quoin/core/tracking/click-id.ts'
import { ClickVelocity } from '@quoin/core/risk/behaviour/click-velocity.ts'
import { isBot } from '../../adapters/bots.ts'
import { openBackgroundDatabase } from '../../adapters/database-gate/background-database.ts'
import { gateDatabase } from '../../adapters/database-gate/gated-database.ts'
import { openKeyring } from '../../adapters/crypto/keyring.ts'
import { type MeterRegistry, openMeters } from '../../adapters/metrics/meters.ts'
import { openRateLimiter } from '../../adapters/rate-limiter/open-rate-limiter.ts'
import { openOutgoing } from '../../adapters/outgoing-http/outgoing-http.ts'
import { openPooledRandom } from '../../adapters/crypto/pooled-random.ts'
import { GatheredUsage } from '../../adapters/usage-notes.ts'
import type { Settings } from '../../settings/config.ts'
import { type OpenMemory, openMemory } from './open-memory.ts'
import { openOutages } from './open-outages.ts'
import { keyUser } from '../../features/devices/key-sighting.ts'
import { LiveLastDevices } from '../../snapshots/live/live-last-devices.ts'
import { openWriters } from './open-writers.ts'
import type { Clock, Log, Ports } from '../../ports/ports.ts'
import { LiveDeviceMemory } from '../../snapshots/memory/device-memory.ts'
import { showGauges } from './show-gauges.ts'
import type { Database } from '../../store/pg/database.ts'
import { store } from '../../store/index.ts'

interface World {
  readonly settings: Settings
  readonly secret: string
  readonly db: Database
  readonly databaseUrl: string
  readonly clock: Clock
  readonly log: Log
  readonly random?: (size: number) => Buffer
}

export interface OpenPorts
  extends Pick<OpenMemory, 'snapshots' | 'exclusions' | 'riskFigures' | 'review' | 'networkActivity'> {
  readonly ports: Ports
  /** For what nobody waits for: bounded, and without a say in whether the database is away. */
  readonly backgroundDb: Database
  readonly meters: MeterRegistry
  readonly usage: GatheredUsage
  /**
   * Why clicks go to the spool and everything else is refused, as the end of a sentence; undefined when they do
   * not.
   */
  awayReason(): string | undefined
  /** Is called after a commit of this process by which an app may be owed callbacks. */
  whenOwed(listener: (appId: number) => void): void
  /** Begins to keep up with other processes. */
  follow(): Promise<void>
  /** Writes what waits and stops every timer; the database stays open. */
  close(): Promise<void>
}

/** Puts the world together: the one place where features meet their adapters. */
export async function openPorts(world: World): Promise<OpenPorts> {
  const { settings, clock, log } = world
  const random = world.random ?? openPooledRandom()
  const newId = () => formatId(clock.nowMs(), random(10))
  const { gate, spool, noteLeftover, noteSpooling } = await openOutages({ ...world, newId })
  const db = gateDatabase(world.db, gate)
  const backgroundDb = openBackgroundDatabase(world.db, gate)
  const meters = openMeters()
  const usage = new GatheredUsage({ db, log, clock })
  const { follow, review, networkActivity, ...memory } = await openMemory({ ...world, db, gate })
  const { snapshots, exclusions, riskFigures } = memory
  const limiter = openRateLimiter(world)
  const policy = { allowed: settings.outgoingAllow, ports: settings.outgoingPorts }
  const outgoing = openOutgoing({ policy, clock })
  const keyring = openKeyring({ current: world.secret, previous: settings.previousSecret })
  const lastDevices = new LiveLastDevices({
    db,
    clock,
    keyOf: (user) => keyUser(keyring, user),
    isUnavailable: (error) => gate.isFault(error),
  })
  const base = {
    clock,
    random,
    newId,
    settings,
    log,
    db,
    store,
    ...memory,
    deviceMemory: new LiveDeviceMemory(clock.monotonicMs),
    clickVelocity: new ClickVelocity(random(4).readUInt32BE()),
    isBot,
    keyring,
    lastDevices,
    limiter,
    meters,
    usage,
    outgoing,
  }
  let tellOwed: (appId: number) => void = () => {}
  const onConversions = (appId: number): void => tellOwed(appId)
  const writing = openWriters(base, {
    ...{ backgroundDb, meters, exclusions, gate, spool, noteSpooling, onConversions },
  })
  showGauges(meters, { db, limiter, queues: writing.queues, gate, spool, review, networkActivity })
  // Before the first postback: what an earlier process has left on this disk is replayed while we serve.
  if (await noteLeftover()) void writing.replay()
  const stops: (() => Promise<void> | void)[] = []
  return {
    ports: { ...base, writers: writing.writers },
    backgroundDb,
    meters,
    snapshots,
    exclusions,
    usage,
    riskFigures,
    review,
    networkActivity,
    awayReason: () => gate.reason,
    whenOwed(listener) {
      tellOwed = listener
    },
    follow: async () => void stops.push(...(await follow())),
    async close() {
      await writing.close()
      for (const stop of stops) await stop()
      await usage.close()
      await limiter.close()
      outgoing.close()
    },
  }
}
