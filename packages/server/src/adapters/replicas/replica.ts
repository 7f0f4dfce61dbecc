import {
  ageOf,
  awaitPosition,
  type Freshness,
  noteReplayed,
  unknownFreshness,
} from '@quoin/core/replicas/freshness.ts'
import type { ReplicaFact } from '../../ports/elsewhere.ts'
import type { Log } from '../../ports/ports.ts'
import { OtherEngineError } from '../../store/pg/assert-engine.ts'
import { awayReasonOf, NoSessionError } from '../../store/pg/connection-faults.ts'
import type { Database } from '../../store/pg/database.ts'
import {
  OtherServerError,
  type ReplicaConnection,
  type ReplicaSeen,
} from '../../store/pg/replica-connection.ts'
import type { ServerSeen } from '../../store/pg/session.ts'
import { completeLastRecord, findPrimaryPosition } from '../../store/replicas/log-positions.ts'
import { refusalOfReplica } from './replica-refusal.ts'

interface ReplicaNeeds {
  /** `db2:5432` */
  readonly host: string
  readonly connection: ReplicaConnection
  /** The database that calls read from. */
  readonly db: Database
  readonly primary: Database
  /** The server that is written to, as far as it tells. */
  readonly server: () => ServerSeen | undefined
  readonly ageMaxMs: number
  readonly monotonicMs: () => number
  readonly log: Log
}

/** A replica that fails is left for so long, twice as long each time in a row. */
const restMinMs = 1_000
const restMaxMs = 15_000
const calmMs = 30_000
/** How often a primary that rests is made to end its last record. */
const completeEveryMs = 30_000

/** The replica was left while somebody waited for its answer. */
export class ReplicaLeftError extends NoSessionError {}

type State = Pick<ReplicaFact, 'state' | 'reason'>

/** One replica: how far it is, and whether it may be read from. */
export class Replica {
  readonly #needs: ReplicaNeeds
  #state: State = { state: 'opening', reason: undefined }
  #freshness: Freshness = unknownFreshness
  #branch = ''
  #replayed = Number.NEGATIVE_INFINITY
  #restMs = restMinMs
  #backAtMs = Number.NEGATIVE_INFINITY
  #restsUntilMs = Number.NEGATIVE_INFINITY
  #completedMs = Number.NEGATIVE_INFINITY
  #left = Promise.withResolvers<never>()

  constructor(needs: ReplicaNeeds) {
    this.#needs = needs
    this.#left.promise.catch(() => {})
  }

  get db(): Database {
    return this.#needs.db
  }

  /** Rejects when it is left, as whoever waits for an answer of it should know. */
  get left(): Promise<never> {
    return this.#left.promise
  }

  /** The most that its data is old. */
  get ageMs(): number {
    return ageOf(this.#freshness, this.#needs.monotonicMs())
  }

  /** Whether a call may begin to read from it now. */
  get isUsed(): boolean {
    return this.#state.state === 'used' && this.ageMs <= this.#needs.ageMaxMs
  }

  fact(): ReplicaFact {
    const { host, ageMaxMs } = this.#needs
    const isLate = this.#state.state === 'used' && !this.isUsed
    return { host, ...(isLate ? behind : this.#state), ageMs: this.ageMs, ageMaxMs }
  }

  /** Whether it is on a branch and has all of it up to a position. */
  async has({ branch, position }: { branch: string; position: number | null }): Promise<boolean> {
    if (branch !== this.#branch) return false
    if (position === null || position <= this.#replayed) return true
    const seen = await this.#askNow()
    return seen !== undefined && seen.branch === branch && (seen.position ?? 0) >= position
  }

  /**
   * Whether it follows the primary still. A read was of a replica when it does so afterwards: promotions go one
   * way.
   */
  async isReplicaStill(): Promise<boolean> {
    const seen = await this.#askNow()
    return seen?.isStandby === true && seen.branch === this.#branch
  }

  /** Whether it answers at all: a statement alone may have taken too long. */
  async answers(): Promise<boolean> {
    return (await this.#askNow()) !== undefined
  }

  async #askNow(): Promise<ReplicaSeen | undefined> {
    try {
      return await Promise.race([this.#needs.connection.look(), this.left])
    } catch (error) {
      if (!(error instanceof ReplicaLeftError)) this.leave(error)
      return undefined
    }
  }

  /** Compares it with the primary. Never rejects. */
  async look(): Promise<void> {
    const { connection, monotonicMs, primary, server } = this.#needs
    const atMs = monotonicMs()
    if (atMs < this.#restsUntilMs) return
    // While nobody knows how far the primary is, the data grows old.
    const now = await findPrimaryPosition(primary).catch(() => undefined)
    if (now === undefined) return
    if (now.branch !== this.#branch) this.#begin(now.branch)
    try {
      const seen = await connection.look()
      const refusal = refusalOfReplica(seen, { server: server(), branch: now.branch })
      if (refusal !== undefined || seen.position === null) {
        this.#refuse(refusal ?? 'it has replayed nothing')
        return
      }
      if (seen.position > now.position && (await this.#isAhead(seen.position))) {
        this.#refuse('it is ahead of the primary, which has gone back: make it anew')
        return
      }
      const awaited = awaitPosition(this.#freshness, { atMs, position: now.position })
      this.#freshness = noteReplayed(awaited, seen.position)
      this.#replayed = seen.position
      this.#judgeAge()
      if (seen.position < now.position) await this.#completeRecord()
    } catch (error) {
      if (error instanceof OtherServerError || error instanceof OtherEngineError) this.#refuse(error.message)
      else this.leave(error)
    }
  }

  /** A standby gets only what its primary has on disk. One that has more follows a past that was left. */
  async #isAhead(position: number): Promise<boolean> {
    const later = await findPrimaryPosition(this.#needs.primary).catch(() => undefined)
    return later !== undefined && position > later.position
  }

  /** It fails: nobody waits for it any longer, and it is tried again after a rest. */
  leave(error: unknown): void {
    const nowMs = this.#needs.monotonicMs()
    if (nowMs < this.#restsUntilMs) return
    const isInRow = this.#state.state === 'away' || nowMs - this.#backAtMs < calmMs
    this.#restMs = isInRow ? Math.min(this.#restMs * 2, restMaxMs) : restMinMs
    this.#restsUntilMs = nowMs + this.#restMs
    // A server that was restarted may be earlier than it was, and another may stand at its address.
    this.#begin(this.#branch)
    const reason = awayReasonOf(error).replaceAll('DATABASE_URL', 'DATABASE_REPLICA_URL')
    this.#change({ state: 'away', reason })
    this.#endReads()
  }

  #refuse(reason: string): void {
    const wasRead = this.#state.state === 'used'
    this.#begin(this.#branch)
    this.#change({ state: 'refused', reason })
    if (wasRead) this.#endReads()
  }

  /** Nothing that was known counts any longer. */
  #begin(branch: string): void {
    this.#branch = branch
    this.#freshness = unknownFreshness
    this.#replayed = Number.NEGATIVE_INFINITY
  }

  /** One that was behind comes back when it is well within the bound, and not each other moment. */
  #judgeAge(): void {
    const { ageMaxMs, monotonicMs } = this.#needs
    const { state } = this.#state
    const boundMs = state === 'behind' ? Math.max(ageMaxMs / 2, ageMaxMs - 1_000) : ageMaxMs
    if (this.ageMs > boundMs) {
      this.#change(behind)
      return
    }
    if (state !== 'used') this.#backAtMs = monotonicMs()
    this.#change({ state: 'used', reason: undefined })
  }

  async #completeRecord(): Promise<void> {
    const nowMs = this.#needs.monotonicMs()
    if (nowMs - this.#completedMs < completeEveryMs) return
    this.#completedMs = nowMs
    await completeLastRecord(this.#needs.primary).catch(() => {})
  }

  #endReads(): void {
    this.#left.reject(new ReplicaLeftError('the replica was left'))
    this.#left = Promise.withResolvers<never>()
    this.#left.promise.catch(() => {})
    this.#needs.connection.leave()
  }

  #change(next: State): void {
    const before = this.#state
    this.#state = next
    if (before.state === next.state && before.reason === next.reason) return
    const { host, log } = this.#needs
    if (next.state === 'used') log.info({ replica: host }, 'replica in use')
    else log.warn({ replica: host, state: next.state, reason: next.reason }, 'replica not used')
  }
}

const behind: State = { state: 'behind', reason: 'it is further behind than DATABASE_REPLICA_LAG allows' }
