import { setTimeout as delay } from 'node:timers/promises'
import { openSmallImages } from '../../adapters/images/small-images.ts'
import { formatId, idRandomBytes } from '@quoin/core/tracking/click-id.ts'
import { ImpressionGate } from '@quoin/core/impressions/impression-gate.ts'
import { AlikeArrivals } from '@quoin/core/devices/alike-arrivals.ts'
import { ClickVelocity } from '@quoin/core/risk/behaviour/click-velocity.ts'
import { isBot } from '../../adapters/bots.ts'
import { openBackgroundDatabase } from '../../adapters/database-gate/background-database.ts'
import { gateDatabase } from '../../adapters/database-gate/gated-database.ts'
import { openKeyring } from '../../adapters/crypto/keyring.ts'
import { type MeterRegistry, openMeters } from '../../adapters/metrics/meters.ts'
import { openRateLimiter } from '../../adapters/rate-limiter/open-rate-limiter.ts'
import { openOutgoing } from '../../adapters/outgoing-http/outgoing-http.ts'
import { openMail } from '../../adapters/mail/open-mail.ts'
import { openAuthenticator } from '../../adapters/people/authenticator.ts'
import { type PasswordCost, standardCost } from '../../adapters/people/password-hash.ts'
import { openPeople } from '../../adapters/people/live-people.ts'
import { peopleSecrets } from '../../adapters/people/people-secrets.ts'
import { offerFiles } from '../../adapters/offer-files/offer-files.ts'
import { openPooledRandom } from '../../adapters/crypto/pooled-random.ts'
import { learnInThread } from '../../adapters/risk-weights/learn-in-thread.ts'
import { openDisk } from '../../adapters/disk.ts'
import { GatheredCalls } from '../../adapters/calls/gathered-calls.ts'
import { InjectedConsole } from '../../adapters/console/injected-console.ts'
import { GatheredImpressions } from '../../adapters/impressions/gathered-impressions.ts'
import { GatheredUsage } from '../../adapters/usage-notes.ts'
import type { Settings } from '../../settings/config.ts'
import { tellSettings } from '../../settings/tell-settings.ts'
import { openProcessFacts } from '../../adapters/process-facts.ts'
import type { Variables } from '../shared-settings.ts'
import { version } from '../../version.ts'
import type { Kept } from '../../snapshots/kept/kept-file.ts'
import { catalogueOwners } from './catalogue-owners.ts'
import { openBackups } from './open-backups.ts'
import { openElsewhere } from './open-elsewhere.ts'
import { type OpenMemory, openMemory } from './open-memory.ts'
import { openOutages } from './open-outages.ts'
import { withTestReceiver } from '../../features/first-run/test-receiver.ts'
import { withDemoReceiver } from '../../features/demo/month/demo-receiver.ts'
import { keyUser } from '../../features/devices/key-sighting.ts'
import { LiveLastDevices } from '../../snapshots/live/live-last-devices.ts'
import { listQueues, openWriters } from './open-writers.ts'
import type { Clock, Log, Ports } from '../../ports/ports.ts'
import { LiveDeviceMemory } from '../../snapshots/memory/device-memory.ts'
import { showServiceGauges } from './show-service-gauges.ts'
import { readFigures } from '../../features/system/read-figures.ts'
import { WorkNotes } from '../../jobs/work-notes.ts'
import { LiveServiceFigures } from '../../snapshots/live/live-service-figures.ts'
import { showGauges } from './show-gauges.ts'
import { showReplicaGauges } from './show-replica-gauges.ts'
import { notOpenYet } from '../../store/pg/late-database.ts'
import type { Database } from '../../store/pg/database.ts'
import type { ServerSeen } from '../../store/pg/session.ts'
import { store } from '../../store/index.ts'

interface World {
  readonly settings: Settings
  readonly secret: string
  readonly db: Database
  /** Is asked for when the database is there. */
  readonly databaseUrl: () => string
  /** The server that is written to, as far as it tells. */
  readonly server?: () => ServerSeen | undefined
  /** The last good catalogue, to follow links before the database is there. */
  readonly kept?: Kept | undefined
  /** Why the database is not there yet, as the end of a sentence. */
  readonly whyNotOpen?: () => string
  readonly clock: Clock
  readonly log: Log
  readonly random?: (size: number) => Buffer
  /** How much work a password is; less in tests. */
  readonly passwordCost?: PasswordCost
  /** The environment that the program was started with, to tell where settings come from. */
  readonly environment?: Variables
}

export interface OpenPorts
  extends Pick<
    OpenMemory,
    'snapshots' | 'exclusions' | 'riskFigures' | 'ranking' | 'review' | 'networkActivity'
  > {
  readonly ports: Ports
  readonly figures: LiveServiceFigures
  /** For what nobody waits for: bounded, and without a say in whether the database is away. */
  readonly backgroundDb: Database
  readonly meters: MeterRegistry
  readonly usage: GatheredUsage
  readonly impressions: GatheredImpressions
  readonly calls: GatheredCalls
  /**
   * Why clicks go to the spool and everything else is refused, as the end of a sentence; undefined when they do
   * not.
   */
  awayReason(): string | undefined
  /** Is called after a commit of this process by which an app may be owed callbacks. */
  whenOwed(listener: (appId: number) => void): void
  /** The database is there: reads what is held in memory, and brings over what earlier processes have left. */
  load(): Promise<void>
  /** Whether `load` has come to its end: until then links alone are answered, as far as something was kept. */
  isLoaded(): boolean
  /** Reads what the first clicks need, and a start does not. */
  warm(): void
  /** Begins to keep up with other processes. */
  follow(): Promise<void>
  /** Writes what waits and stops every timer; the database stays open. */
  close(): Promise<void>
}

/** The world of a database that is there. */
export async function openPorts(world: World): Promise<OpenPorts> {
  const open = await preparePorts(world)
  await open.load()
  return open
}

/**
 * Puts the world together: the one place where features meet their adapters. It asks the database nothing: until `load`
 * clicks go to the spool, as they do in an outage.
 */
export async function preparePorts(world: World): Promise<OpenPorts> {
  const { settings, clock, log } = world
  const random = world.random ?? openPooledRandom()
  const { cell } = settings
  const newId = () => formatId(clock.nowMs(), random(idRandomBytes), cell)
  const { gate, spool, noteLeftover, noteSpooling } = await openOutages({ ...world, newId })
  gate.awaitOpening(world.whyNotOpen ?? (() => notOpenYet))
  let isLoaded = false
  const db = gateDatabase(world.db, gate)
  const backgroundDb = openBackgroundDatabase(world.db, gate)
  const meters = openMeters()
  const usage = new GatheredUsage({ db, log, clock })
  const impressions = new GatheredImpressions({ db: backgroundDb, log, clock, meters })
  const calls = new GatheredCalls({ db: backgroundDb, log })
  const { load, warm, follow, review, networkActivity, clocks, ...memory } = await openMemory({
    ...world,
    db,
    gate,
    usage,
    catalogueOwner: catalogueOwners(world.secret, settings)[0] ?? '',
  })
  const { snapshots, exclusions, riskFigures } = memory
  const limiter = await openRateLimiter(world)
  const policy = { allowed: settings.outgoingAllow, ports: settings.outgoingPorts }
  const outgoing = withTestReceiver(openOutgoing({ policy, clock }))
  const wait = async (ms: number): Promise<void> => void (await delay(ms, undefined, { ref: false }))
  const keyring = openKeyring({ current: world.secret, previous: settings.previousSecret })
  const lastDevices = new LiveLastDevices({
    db,
    clock,
    keyOf: (user) => keyUser(keyring, user),
    isUnavailable: (error) => gate.isFault(error),
  })
  const elsewhere = await openElsewhere({ ...world, db, meters })
  const { cookies, secrets } = peopleSecrets(keyring, settings.baseUrl)
  const mail = openMail({ settings, log })
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
    alikeArrivals: new AlikeArrivals(),
    clickVelocity: new ClickVelocity(random(4).readUInt32BE()),
    impressionGate: new ImpressionGate(random(4).readUInt32BE()),
    impressions,
    isBot,
    keyring,
    lastDevices,
    limiter,
    meters,
    usage,
    calls,
    console: new InjectedConsole(random),
    outgoing: settings.demo ? withDemoReceiver(outgoing, { wait }) : outgoing,
    images: openSmallImages({ outgoing, clock }),
    offerFiles,
    disk: {
      place: spool.id,
      ...openDisk({ dataDir: settings.dataDir, isEmbedded: settings.databaseUrl === null }),
    },
    backups:
      settings.backupTo === null
        ? undefined
        : await openBackups(settings, { environment: world.environment ?? {}, keyring, clock, log }),
    elsewhere,
    people: openPeople({ db, clock, cookies }),
    authenticator: openAuthenticator({
      db,
      log,
      newId,
      baseUrl: settings.baseUrl,
      cookies,
      secrets,
      passwordCost: world.passwordCost ?? standardCost,
    }),
    mail,
    learnWeights: learnInThread,
  }
  let tellOwed: (appId: number) => void = () => {}
  const onConversions = (appId: number): void => tellOwed(appId)
  const works = new WorkNotes({ db: backgroundDb, store, clock, log })
  let steadySinceMs = clock.monotonicMs()
  const writing = openWriters(base, {
    backgroundDb,
    meters,
    exclusions,
    gate,
    spool,
    noteSpooling,
    onConversions,
    isLoaded: () => isLoaded,
    onReplayed: () => works.note('spool_replay'),
    onBack() {
      steadySinceMs = clock.monotonicMs()
    },
  })
  const process = openProcessFacts({
    version,
    startedAtMs: clock.nowMs(),
    monotonicMs: clock.monotonicMs,
    settings: tellSettings(world.environment ?? {}, settings),
    queues: () => listQueues(writing.queues),
    pool: () => db.poolState(),
    replicas: () => elsewhere?.replicas() ?? [],
    awayReason: () => gate.reason,
    measureSpool: () => spool.measure(),
    steadyForMs: () => clock.monotonicMs() - steadySinceMs,
    clockDifferenceMs: () => clocks.differenceSec * 1000,
    clockDoubts: () => clocks.doubts(),
    catalogueLoadedAtMs: () => snapshots.catalogueLoadedAtMs(),
  })
  const figures = new LiveServiceFigures({
    read: () => readFigures({ ...base, db: backgroundDb, process }),
    clock,
    log,
  })
  showGauges(meters, { db, limiter, queues: writing.queues, gate, spool, review, networkActivity, clocks })
  showServiceGauges(meters, { version, figures, requireStandby: settings.requireStandby })
  showReplicaGauges(meters, process)
  const stops: (() => Promise<void> | void)[] = []
  return {
    ports: { ...base, writers: writing.writers, process },
    backgroundDb,
    meters,
    snapshots,
    exclusions,
    usage,
    impressions,
    calls,
    riskFigures,
    ranking: memory.ranking,
    review,
    networkActivity,
    figures,
    awayReason: () => gate.reason,
    async load() {
      // Before the first postback: it may be about a click that lies on this disk.
      const hasLeftover = await noteLeftover()
      gate.open()
      await load()
      isLoaded = true
      steadySinceMs = clock.monotonicMs()
      // Replayed while we serve, with the clicks that came in this moment. Another process may have done it by now: then
      // the replay ends what is on record, and counts the folder anew.
      if (hasLeftover || (await noteLeftover()) || spool.bytes > 0) void writing.replay()
    },
    isLoaded: () => isLoaded,
    warm,
    whenOwed(listener) {
      tellOwed = listener
    },
    async follow() {
      stops.push(...(await follow()), figures.follow())
      elsewhere?.follow()
    },
    async close() {
      process.close()
      await writing.close()
      for (const stop of stops) await stop()
      await elsewhere?.close()
      await works.close()
      await mail.close()
      await usage.close()
      await impressions.close()
      await calls.close()
      await limiter.close()
      outgoing.close()
    },
  }
}
