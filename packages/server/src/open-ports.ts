import { formatId } from '@quoin/core/click-id.ts'
import { ClickVelocity } from '@quoin/core/risk/conduct/click-velocity.ts'
import { isBot } from './adapters/bots.ts'
import { gateDatabase } from './adapters/gated-database.ts'
import { FileAddressBook } from './adapters/address-book.ts'
import { openGeo } from './adapters/geo.ts'
import { openKeyring } from './adapters/keyring.ts'
import { type MeterRegistry, openMeters } from './adapters/meters.ts'
import { openPooledRandom } from './adapters/pooled-random.ts'
import { openOutgoing } from './adapters/outgoing-http.ts'
import { openRateLimiter } from './adapters/open-rate-limiter.ts'
import { GatheredUsage } from './adapters/usage-notes.ts'
import { WeightsFile } from './adapters/weights-file.ts'
import { addressFilesOf, type Settings } from './config.ts'
import { openOutages } from './open-outages.ts'
import { openWriters } from './open-writers.ts'
import type { Clock, Log, Ports } from './ports.ts'
import { showGauges } from './show-gauges.ts'
import { LiveExclusions } from './snapshots/live-exclusions.ts'
import { LiveReviewQueue } from './snapshots/live-review-queue.ts'
import { LiveRiskFigures } from './snapshots/live-risk-figures.ts'
import { type OpenSnapshots, openSnapshots } from './snapshots/open-snapshots.ts'
import type { Database } from './store/database.ts'
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
  readonly usage: GatheredUsage
  readonly riskFigures: LiveRiskFigures
  readonly review: LiveReviewQueue
  /** Whether clicks go to the spool and everything else is refused. */
  isDatabaseAway(): boolean
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
  const { gate, spool, noteLeftover } = await openOutages({ ...world, newId })
  const db = gateDatabase(world.db, gate)
  const meters = openMeters()
  const usage = new GatheredUsage({ db, log, clock })
  const fallbackImageUrl = `${settings.baseUrl}/images/offer.svg`
  const addresses = new FileAddressBook(addressFilesOf(settings), log)
  const asnOf = (address: string) => addresses.describe(address)?.asn
  const [snapshots, geo] = await Promise.all([
    openSnapshots({
      db,
      databaseUrl: world.databaseUrl,
      log,
      nowMs: () => clock.nowMs(),
      fallbackImageUrl,
      asnOf,
    }),
    openGeo(settings.geoDatabase === null ? {} : { path: settings.geoDatabase }),
  ])
  const weights = new WeightsFile(settings.riskWeights, log)
  const exclusions = new LiveExclusions({
    db,
    snapshots,
    clock,
    log,
    isUnavailable: (error) => gate.isFault(error),
  })
  await exclusions.refreshCapped()
  const riskFigures = new LiveRiskFigures({ db, clock, log })
  const limiter = openRateLimiter(world)
  const outgoing = openOutgoing({
    policy: { allowed: settings.outgoingAllow, ports: settings.outgoingPorts },
    clock,
  })
  const base = {
    clock,
    random,
    newId,
    settings,
    log,
    db,
    store,
    snapshots,
    geo,
    addresses,
    // A file of the operator's own wins over what was learned.
    riskWeights: () =>
      settings.riskWeights === null ? (snapshots.weights().active ?? weights.current()) : weights.current(),
    shadowWeights: () => (settings.riskWeights === null ? snapshots.weights().candidate : undefined),
    riskFigures,
    clickVelocity: new ClickVelocity(random(4).readUInt32BE()),
    isBot,
    keyring: openKeyring({ current: world.secret, previous: settings.previousSecret }),
    limiter,
    meters,
    usage,
    exclusions,
    outgoing,
  }
  let tellOwed: (appId: number) => void = () => {}
  const onConversions = (appId: number): void => tellOwed(appId)
  const writing = openWriters(base, { meters, exclusions, gate, spool, onConversions })
  const ports: Ports = { ...base, writers: writing.writers }
  const review = new LiveReviewQueue({ db, clock, log })
  showGauges(meters, { db, limiter, queues: writing.queues, gate, spool, review })
  // Before the first postback: what an earlier process has left on this disk is replayed while we serve.
  if (await noteLeftover()) void writing.replay()
  const stops: (() => Promise<void> | void)[] = []
  return {
    ports,
    meters,
    snapshots,
    exclusions,
    usage,
    riskFigures,
    review,
    isDatabaseAway: () => gate.isAway,
    whenOwed(listener) {
      tellOwed = listener
    },
    async follow() {
      stops.push(
        await snapshots.follow(),
        exclusions.follow(),
        addresses.follow(),
        weights.follow(),
        riskFigures.follow(),
        review.follow(),
      )
    },
    async close() {
      await writing.close()
      for (const stop of stops) await stop()
      await usage.close()
      await limiter.close()
      outgoing.close()
    },
  }
}
