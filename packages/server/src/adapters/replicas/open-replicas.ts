import { setTimeout as delay } from 'node:timers/promises'
import { DomainError } from '@quoin/core/errors.ts'
import { writeBucketOf } from '@quoin/core/replicas/write-bucket.ts'
import { splitHosts } from '@quoin/core/split-hosts.ts'
import type { Elsewhere, ReadAnswer, ReadReason } from '../../ports/elsewhere.ts'
import type { Meters } from '../../ports/meters.ts'
import type { Log } from '../../ports/ports.ts'
import { hostOf } from '../../store/pg/choose-host.ts'
import { isConnectionFault, isSilence, sqlStateOf } from '../../store/pg/connection-faults.ts'
import type { Database } from '../../store/pg/database.ts'
import { ReplicaConnection } from '../../store/pg/replica-connection.ts'
import type { ServerSeen } from '../../store/pg/session.ts'
import { findRecentWrite, noteRecentWrite } from '../../store/replicas/recent-writes.ts'
import { lockWaitMaxMs, silenceMaxMs } from '../database-gate/gated-database.ts'
import { askInTurn } from '../database-gate/staff-database.ts'
import { Replica, ReplicaLeftError } from './replica.ts'

interface ReplicasNeeds {
  /** DATABASE_REPLICA_URL */
  readonly url: string
  readonly ageMaxMs: number
  /** Sessions of one process with each replica. */
  readonly connectionsMax: number
  readonly primary: Database
  readonly server: () => ServerSeen | undefined
  readonly meters: Pick<Meters, 'count'>
  readonly log: Log
  readonly monotonicMs?: () => number
}

export interface OpenReplicas extends Elsewhere {
  /** Begins to look at them; nothing is read from one before. */
  follow(): void
  close(): Promise<void>
}

const lookEveryMs = 500
const statementTimeoutMs = 30_000

/** The replicas of DATABASE_REPLICA_URL. Opening them asks nobody anything. */
export function openReplicas(needs: ReplicasNeeds): OpenReplicas {
  const { primary, meters, log, ageMaxMs, monotonicMs = () => performance.now() } = needs
  // Each once: a host that is named twice is one server, with one line of figures.
  const opened = [...new Set(splitHosts(needs.url))].map((url) => {
    const connection = new ReplicaConnection({ ...needs, url, statementTimeoutMs })
    const db = askInTurn(readingFrom(connection), needs.connectionsMax)
    return { connection, replica: new Replica({ ...needs, host: hostOf(url), connection, db, monotonicMs }) }
  })
  const replicas = opened.map(({ replica }) => replica)
  /** Callers whose last write could not be noted: until when the primary answers them. */
  const unnoted = new Map<number, number>()
  const closing = new AbortController()
  const following: Promise<void>[] = []

  const choose = async (bucket: number): Promise<Replica | ReadReason> => {
    const replica = replicas.find(({ isUsed }) => isUsed)
    if (replica === undefined) return reasonOf(replicas)
    if ((unnoted.get(bucket) ?? 0) > monotonicMs()) return 'own_write'
    const written = await findRecentWrite(primary, bucket)
    return (await replica.has(written)) && replica.isUsed ? replica : 'own_write'
  }
  return {
    async read({ actor, primary: staff }, work) {
      const chosen = await choose(writeBucketOf(actor))
      const read = typeof chosen === 'string' ? chosen : await readFrom(chosen, work, { monotonicMs, log })
      const isRead = typeof read !== 'string'
      const labels = isRead ? { from: 'replica', reason: '' } : { from: 'primary', reason: read }
      meters.count('dashboard_reads_total', labels)
      return isRead ? read : { result: await work(staff), ageMs: undefined }
    },
    async noteWrite(actor) {
      const bucket = writeBucketOf(actor)
      try {
        await noteRecentWrite(primary, bucket)
      } catch (error) {
        unnoted.set(bucket, monotonicMs() + ageMaxMs)
        log.warn({ err: error }, 'change not noted for replicas; other processes may show it late')
      }
    },
    replicas: () => replicas.map((replica) => replica.fact()),
    follow() {
      for (const replica of replicas) following.push(lookAgain(replica, closing.signal))
    },
    async close() {
      closing.abort()
      await Promise.all(following)
      await Promise.all(opened.map(({ connection }) => connection.close()))
    },
  }
}

/** The answer of a replica, or why it has none. Throws what the primary would say, too. */
async function readFrom<Result>(
  replica: Replica,
  work: (db: Database) => PromiseLike<Result> | Result,
  { monotonicMs, log }: { readonly monotonicMs: () => number; readonly log: Log },
): Promise<ReadAnswer<Result> | ReadReason> {
  const asOfMs = monotonicMs() - replica.ageMs
  try {
    const result = await Promise.race([work(replica.db), replica.left])
    return (await replica.isReplicaStill()) ? { result, ageMs: monotonicMs() - asOfMs } : 'refused'
  } catch (error) {
    const reason = await judge(error, replica)
    if (reason === undefined) throw error
    // None of those that outages bring: a mistake, or tables that differ.
    if (reason === 'failed') log.warn({ err: error }, 'replica could not answer; the primary was asked')
    return reason
  }
}

async function lookAgain(replica: Replica, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await replica.look()
    await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => {})
  }
}

/** The best that can be said of those that are not used. */
function reasonOf(replicas: readonly Replica[]): ReadReason {
  const states = replicas.map((replica) => replica.fact().state)
  return (['behind', 'away', 'refused'] as const).find((state) => states.includes(state)) ?? 'away'
}

/**
 * Why a call that failed at a replica is asked again at the primary; undefined where it would fail there, too. A statement
 * that takes too long where the replica answers is not asked of the primary as well.
 */
async function judge(error: unknown, replica: Replica): Promise<ReadReason | undefined> {
  if (error instanceof DomainError) return error.code === 'RESOURCE_NOT_FOUND' ? 'missing' : undefined
  if (error instanceof ReplicaLeftError) return 'away'
  if (isConflict(error)) return 'conflict'
  if (isSilence(error)) return (await replica.answers()) ? undefined : 'away'
  if (sqlStateOf(error) === '57014') return undefined
  if (!isConnectionFault(error)) return 'failed'
  replica.leave(error)
  return 'away'
}

/** The log that it replays takes away rows that a statement still reads, or holds a table that it would read. */
function isConflict(error: unknown): boolean {
  const state = sqlStateOf(error)
  return (
    state?.startsWith('40') === true ||
    state === '55P03' ||
    (error instanceof Error && /conflict with recovery/.test(error.message))
  )
}

/** An operation that is read elsewhere changes nothing: by mistake it is asked again at the primary. */
function readingFrom(connection: ReplicaConnection): Database {
  const refuse = (): Promise<never> => Promise.reject(new Error('A replica is only read from'))
  return {
    query: (text, values, options = { timeoutMs: silenceMaxMs }) => connection.query(text, values, options),
    transaction: (work, options = { timeoutMs: lockWaitMaxMs }) => connection.transaction(work, options),
    copy: refuse,
    listen: refuse,
    close: () => connection.close(),
    renew: () => connection.leave(),
    poolState: () => ({ total: 0, idle: 0, waiting: 0 }),
  }
}
