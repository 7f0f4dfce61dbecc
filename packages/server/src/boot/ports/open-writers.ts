import { hashOf } from '@quoin/core/risk/behaviour/recent-counts.ts'
import type { ClickSpool } from '../../adapters/click-spool/click-spool.ts'
import type { DatabaseGate } from '../../adapters/database-gate/database-gate.ts'
import type { MeterRegistry } from '../../adapters/metrics/meters.ts'
import { LogSampler } from '../../adapters/log/log-sampler.ts'
import type { QueuePause } from '../../adapters/database-gate/queue-pause.ts'
import { recordAttempts } from '../../features/callbacks/record-attempts.ts'
import { recordClaims } from '../../features/conversions/record-claims.ts'
import { assessDevices } from '../../features/devices/assess/assess-devices.ts'
import { applyPostbacks } from '../../features/postbacks/apply-postbacks.ts'
import { noteLoss } from '../../features/postbacks/report-loss.ts'
import { recordClicks } from '../../features/tracking/record-clicks.ts'
import { replayClicks } from '../../features/tracking/replay-clicks.ts'
import type { Ports, Writers } from '../../ports/ports.ts'
import { openPauses } from './open-pauses.ts'
import { type Fallback, openOverflow, recordOrSpool } from './record-or-spool.ts'
import { Replays } from './replays.ts'
import type { LiveExclusions } from '../../snapshots/live/live-exclusions.ts'
import { Batcher, type BatcherOptions } from '../../group-commit/batcher.ts'
import type { Database } from '../../store/pg/database.ts'
import { faultOf } from '../../store/pg/connection-faults.ts'
import { Lanes } from '../../group-commit/lanes.ts'
import type { QueueFact } from '../../ports/process-facts.ts'
import type { PostbackReport } from '../../ports/writes.ts'

/**
 * Rows per commit, rows that may wait, and how long the oldest may have waited before new ones are refused: longer
 * than a silent database is waited for, so that nobody is refused before the spool takes over.
 */
const bounds = { rowsMax: 500, queueMax: 20_000, ageMaxMs: 6_000 }

/** Clicks do not depend on each other: while the disk takes some, the database works on others. */
const sideBySide = {
  flushesMax: 2,
  eagerRows: 16,
  // A visitor would rather wait for a moment than read an error; a network comes back by itself.
  crowded: { withinMs: 500, rowsMin: 500 },
}
/** Reports of one click are decided in the order in which they came; those of others side by side. */
const postbackLanes = 2

function laneOf({ clickId }: PostbackReport): number {
  return Number.parseInt(clickId.slice(-4), 16)
}

const comingBack = { crowded: { withinMs: 90, rowsMin: 200 } }

/**
 * A report and a claim take two locks each, of the user and of the transaction or key. The full batches of one
 * process (1,500 locks) must fit into what its twelve connections add to PostgreSQL's table of locks, by its
 * defaults some 1,600.
 */
const locking = { ...comingBack, rowsMax: 250 }

/**
 * A user's submissions are judged in the order in which they came. The lock of a device orders its users, among lanes
 * as among processes.
 */
const deviceLanes = 2

type WriterPorts = Omit<Ports, 'writers' | 'process'>
type Queues = ReturnType<typeof openQueues>

export interface OpenWriters {
  readonly writers: Writers
  readonly queues: Queues
  /** Resolves when all that is spooled now is in the database, or cannot be brought there now. */
  replay(): Promise<unknown>
  close(): Promise<void>
}

interface WriterNeeds {
  readonly backgroundDb: Database
  readonly meters: MeterRegistry
  readonly exclusions: LiveExclusions
  readonly gate: DatabaseGate
  readonly spool: ClickSpool
  /** Whether the rules are there by which postbacks of spooled clicks are judged. */
  readonly isLoaded: () => boolean
  /** Puts on record that clicks go to the spool although the database is there. */
  readonly noteSpooling: () => Promise<void>
  /** The database is back after an outage. */
  readonly onBack: () => void
  /** The spool was replayed. */
  readonly onReplayed: () => void
  /** Conversions of this app have changed: its callbacks are due. */
  readonly onConversions: (appId: number) => void
}

/** The durable writes of a process: group commits, and the spool for clicks while the database is away. */
export function openWriters(ports: WriterPorts, needs: WriterNeeds): OpenWriters {
  const { spool, gate, isLoaded } = needs
  const queues = openQueues(ports, needs)
  const replays = new Replays({
    isReady: isLoaded,
    async replay(signal) {
      await replayClicks(ports, {
        spool,
        signal,
        applyPostback: (report) => queues.postbacks.add(report),
        isUnavailable: (error) => gate.isFault(error),
      })
      needs.onReplayed()
    },
    hasLeft: () => spool.bytes > 0 && !gate.isAway && !pauses.clicks.isOn,
    onFailure(error) {
      pauses.clicks.note(error)
      ports.log.warn({ err: error }, 'spool replay failed; the spool was kept')
    },
  })
  const pauses = openPauses(ports, {
    noteSpooling: needs.noteSpooling,
    replay: () => void replays.run(),
  })
  const overflow = openOverflow(ports, {
    ...needs,
    isCalm: () => !queues.clicks.isPressed(),
    replay: () => replays.run(),
  })
  gate.whenBack(() => {
    needs.onBack()
    void replays.run()
  })
  const unspooled = new LogSampler({
    log: ports.log,
    clock: ports.clock,
    level: 'error',
    event: 'click could not be spooled',
    leftOutEvent: 'clicks that could not be spooled left out of the log',
  })
  return {
    writers: writersOf(queues, { spool, gate, pauses, overflow, unspooled, replay: () => replays.run() }),
    queues,
    replay: () => replays.run(),
    async close() {
      for (const pause of Object.values(pauses)) pause.close()
      for (const queue of Object.values(queues)) await queue.drain()
      await overflow.close()
      await gate.close()
      await replays.close()
      await spool.seal()
      unspooled.close()
    },
  }
}

function openQueues(
  ports: WriterPorts,
  { backgroundDb, meters, exclusions, gate, onConversions }: WriterNeeds,
) {
  const background = { ...ports, db: backgroundDb }
  const queue = <Row, Outcome>(
    name: string,
    flush: (rows: readonly Row[]) => Promise<readonly Outcome[]>,
    more: Partial<
      Pick<BatcherOptions<Row, Outcome>, 'flushesMax' | 'eagerRows' | 'crowded' | 'rowsMax'>
    > = comingBack,
  ) =>
    new Batcher<Row, Outcome>({
      name,
      flush,
      ...bounds,
      ...more,
      monotonicMs: ports.clock.monotonicMs,
      // Two transactions that met are tried again, row by row.
      isUnavailable: (error) => gate.isFault(error) && faultOf(error) !== 'again',
      onFlush: ({ rows, seconds }) => {
        meters.observe('flush_seconds', seconds, { queue: name })
        meters.observe('flush_rows', rows, { queue: name })
      },
    })
  const applyAndTell = async (reports: Parameters<typeof applyPostbacks>[1]) => {
    const outcomes = await applyPostbacks(ports, reports)
    for (const outcome of outcomes) noteLoss(ports, outcome)
    // Before anyone is answered: the next list of this process must know what is done and used up.
    const applied = outcomes.flatMap((outcome) => (outcome.kind === 'applied' ? [outcome] : []))
    for (const { user } of applied) exclusions.forget(user)
    const cappedIds = new Set(applied.flatMap(({ hasCap, offerId }) => (hasCap ? [offerId] : [])))
    if (cappedIds.size > 0) await exclusions.refreshCapped([...cappedIds])
    for (const appId of new Set(applied.map(({ user }) => user.appId))) onConversions(appId)
    return outcomes
  }
  return {
    clicks: queue(
      'clicks',
      (clicks: Parameters<typeof recordClicks>[1]) => recordClicks(ports, clicks),
      sideBySide,
    ),
    postbacks: new Lanes({
      lanes: Array.from({ length: postbackLanes }, () => queue('postbacks', applyAndTell, locking)),
      keyOf: laneOf,
    }),
    claims: queue(
      'claims',
      async (claims: Parameters<typeof recordClaims>[1]) => {
        const outcomes = await recordClaims(ports, claims)
        for (const claim of claims) exclusions.forget(claim)
        for (const appId of new Set(claims.map((claim) => claim.appId))) onConversions(appId)
        return outcomes
      },
      locking,
    ),
    devices: new Lanes({
      lanes: Array.from({ length: deviceLanes }, () =>
        queue('devices', (sightings: Parameters<typeof assessDevices>[1]) => assessDevices(ports, sightings)),
      ),
      keyOf: ({ userId }) => hashOf(userId, 0),
    }),
    // Nobody waits for them at a connection: the sender itself has a bound for what is not written down yet.
    attempts: queue(
      'attempts',
      (attempted: Parameters<typeof recordAttempts>[1]) => recordAttempts(background, attempted),
      {},
    ),
  }
}

function writersOf({ clicks, postbacks, claims, devices, attempts }: Queues, fallback: Fallback): Writers {
  /** Other writes wait for the database: the sender hears 503 and comes back. */
  const orAway = <Outcome>(pause: QueuePause, write: () => Promise<Outcome>): Promise<Outcome> => {
    if (fallback.gate.isAway || pause.isOn) return Promise.reject(fallback.gate.fault())
    return write().catch((error: unknown) => {
      pause.note(error)
      throw error
    })
  }
  const { pauses, overflow } = fallback
  return {
    isCrowded: (kind, lateMs) =>
      (kind === 'visit' && clicks.isCrowded(lateMs) && !overflow.takes) ||
      (kind === 'report' && postbacks.isCrowded(lateMs)),
    isPressed: () => postbacks.isPressed(),
    recordClick: (click) => recordOrSpool(click, clicks, fallback),
    applyPostback: (report) => orAway(pauses.postbacks, () => postbacks.add(report)),
    recordClaim: (claim) => orAway(pauses.claims, () => claims.add(claim)),
    assessDevice: (sighting) => orAway(pauses.devices, () => devices.add(sighting)),
    recordAttempt: (attempted) => orAway(pauses.attempts, () => attempts.add(attempted)),
  }
}

export function listQueues(queues: OpenWriters['queues']): QueueFact[] {
  return Object.entries(queues).map(([name, { waiting, oldestAgeMs }]) => ({
    name,
    rows: waiting,
    oldestMs: oldestAgeMs,
  }))
}
