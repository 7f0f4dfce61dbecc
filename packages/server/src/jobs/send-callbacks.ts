import { idTimeMs } from '@quoin/core/tracking/click-id.ts'
import type { Attempted } from '../ports/writes.ts'
import { attemptCallback } from '../features/callbacks/attempt-callback.ts'
import { type CallbackJob, leaseCallbacks } from '../features/callbacks/lease-callbacks.ts'
import type { Ports } from '../ports/ports.ts'
import { CallbackLanes, type LeaseKind } from './callback-lanes.ts'

/** How often is looked for what is due: retries, and what other processes owe. */
const sweepMs = 500
const claims: readonly LeaseKind[] = ['known', 'doubtful']
/** The number of endpoints with something due that are looked at together; the next look goes on behind them. */
const sweepMax = 500
/** Looking for what is due may take one part in so many of the time: with thousands of endpoints it takes long. */
const sweepFactor = 10
/** How often the outcome of an attempt is tried to be written, while the database is away. */
const rewriteMs = 1_000
/** By then the lease has long ended and another attempt says how it went. */
const rewritesMax = 60
/** Attempts that are under way or wait to be written down, for each that may be under way. */
const unwrittenFactor = 4
const depthEveryMs = 15_000
/** A figure of more is not worth its counting. */
const depthMax = 100_000

type SenderPorts = Pick<
  Ports,
  | 'db'
  | 'store'
  | 'clock'
  | 'log'
  | 'newId'
  | 'random'
  | 'settings'
  | 'snapshots'
  | 'keyring'
  | 'outgoing'
  | 'meters'
  | 'writers'
>

/** A sender as it can be seen from outside. */
export interface SenderFigures {
  readonly underWay: number
  /** Endpoints that are left alone for a while. */
  readonly paused: number
  /** Endpoints to which nothing is sent until somebody has looked. */
  readonly disabled: number
  /** Callbacks that wait, up to a hundred thousand, and how late the first of them is. */
  readonly pending: number
  readonly oldestSec: number
}

/**
 * Sends callbacks: each process runs one. Callbacks that this process owes are sent at once (`tell`), all others are
 * found by looking. It keeps nothing that is not in the database: another process may end at any moment, and this one
 * sends what was due from it.
 */
export class CallbackSender {
  readonly #ports: SenderPorts
  readonly #onSuccess: () => void
  readonly #lanes: CallbackLanes
  readonly #attempts = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  readonly #attemptsMax: number
  readonly #pumping = new Map<LeaseKind, Promise<void>>()
  readonly #askedAgain = new Set<LeaseKind>()
  #sweeping: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined
  #isInTrouble = false
  #sweptToId = 0
  #depth = { pending: 0, atMs: Number.NEGATIVE_INFINITY }
  #oldestAtMs: number | undefined

  /** `onSuccess` is called after each look that went well. */
  constructor(ports: SenderPorts, onSuccess: () => void = () => {}) {
    this.#ports = ports
    this.#onSuccess = onSuccess
    const { callbacksAtOnce, callbacksPerEndpoint } = ports.settings
    this.#attemptsMax = callbacksAtOnce * unwrittenFactor
    this.#lanes = new CallbackLanes({ slotsMax: callbacksAtOnce, endpointSlotsMax: callbacksPerEndpoint })
  }

  start(): void {
    this.#sweepAfter(sweepMs)
  }

  #sweepAfter(ms: number): void {
    const { clock } = this.#ports
    this.#timer = setTimeout(() => {
      const startedMs = clock.monotonicMs()
      this.#sweeping = this.sweep().then((isAtEnd) => {
        const pauseMs = (clock.monotonicMs() - startedMs) * sweepFactor
        if (!this.#stopping.signal.aborted) this.#sweepAfter(isAtEnd ? Math.max(sweepMs, pauseMs) : pauseMs)
      })
    }, ms)
  }

  /** This process has just committed something that an app is to be told. */
  tell(appId: number): void {
    const endpoints = this.#ports.snapshots.apps().listCallbackEndpoints(appId)
    if (endpoints.length === 0) return
    const nowMs = this.#ports.clock.nowMs()
    for (const { id } of endpoints) this.#lanes.note(id, nowMs, { isCommitted: true })
    this.#pump()
  }

  figures(): SenderFigures {
    const paused = this.#lanes.pausedCount(this.#ports.clock.nowMs())
    const { pending } = this.#depth
    const disabled = this.#ports.snapshots.apps().disabledEndpoints
    const oldestAtMs = this.#oldestAtMs
    const oldestSec = oldestAtMs === undefined ? 0 : (this.#ports.clock.nowMs() - oldestAtMs) / 1000
    return { underWay: this.#lanes.underWay, paused, disabled, pending, oldestSec }
  }

  /** Looks for what is due, a number of endpoints at a time, and begins to send it. Returns whether all were seen. */
  async sweep(): Promise<boolean> {
    if (this.#stopping.signal.aborted) return true
    const { db, store, clock } = this.#ports
    const afterId = this.#sweptToId
    this.#sweptToId = 0
    await this.#calmly(async () => {
      const nowMs = clock.nowMs()
      const owed = await store.callbacks.listOwedEndpoints(db, { afterId, limit: sweepMax })
      for (const { endpointId, firstAtMs } of owed) {
        const endpoint = this.#ports.snapshots.apps().findCallbackEndpoint(endpointId)
        if (firstAtMs > nowMs || endpoint?.status !== 'active') continue
        this.#lanes.note(endpointId, nowMs, { isFailing: endpoint.failingSinceMs !== null })
      }
      if (owed.length === sweepMax) this.#sweptToId = owed.at(-1)?.endpointId ?? 0
      if (clock.monotonicMs() - this.#depth.atMs >= depthEveryMs) {
        const { count, oldestId } = await store.callbacks.measurePending(db, depthMax)
        this.#oldestAtMs = oldestId === null ? undefined : idTimeMs(oldestId)
        this.#depth = { pending: count, atMs: clock.monotonicMs() }
      }
      this.#onSuccess()
    })
    const isAtEnd = this.#sweptToId === 0
    if (isAtEnd) this.#lanes.tidy()
    this.#pump()
    return isAtEnd
  }

  /** Resolves when nothing is being claimed or sent. */
  async settled(): Promise<void> {
    while (this.#pumping.size > 0 || this.#attempts.size > 0) {
      await Promise.all(this.#pumping.values())
      await Promise.all(this.#attempts)
    }
  }

  /** Takes nothing new and finishes what is under way: a request is given up after seconds. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    clearTimeout(this.#timer)
    await this.#sweeping
    await this.settled()
  }

  #pump(): void {
    if (this.#stopping.signal.aborted) return
    for (const lease of claims) {
      if (this.#pumping.has(lease)) this.#askedAgain.add(lease)
      else this.#pumping.set(lease, this.#pumpOne(lease))
    }
  }

  async #pumpOne(lease: LeaseKind): Promise<void> {
    // Its own promise is to be known before it ends.
    await Promise.resolve()
    await this.#claimAll(lease)
    this.#pumping.delete(lease)
    // Asked between its last look and this line.
    if (this.#askedAgain.has(lease)) this.#pump()
  }

  async #claimAll(lease: LeaseKind): Promise<void> {
    do {
      this.#askedAgain.delete(lease)
      const { clock } = this.#ports
      // Attempts that are sent and not written down yet must not grow without bound.
      if (this.#attempts.size >= this.#attemptsMax) return
      const allowances = this.#lanes.takeAllowances(lease, clock.nowMs(), (id) => this.#maySend(id))
      if (allowances.length === 0) continue
      const isClaimed = await this.#calmly(async () => {
        const { jobs, fullIds } = await leaseCallbacks(this.#ports, allowances)
        for (const job of jobs) this.#begin(job)
        for (const id of fullIds) this.#lanes.note(id, clock.nowMs())
        if (fullIds.length > 0) this.#pump()
      })
      // The next look goes on with them.
      if (!isClaimed) for (const { endpointId } of allowances) this.#lanes.note(endpointId, clock.nowMs())
    } while (this.#askedAgain.has(lease) && !this.#stopping.signal.aborted)
  }

  #maySend(endpointId: number): boolean {
    return this.#ports.snapshots.apps().findCallbackEndpoint(endpointId)?.status === 'active'
  }

  #begin(job: CallbackJob): void {
    this.#lanes.begin(job.endpointId)
    const attempt = this.#attempt(job)
    this.#attempts.add(attempt)
    void attempt.finally(() => {
      this.#attempts.delete(attempt)
      this.#pump()
    })
  }

  async #attempt(job: CallbackJob): Promise<void> {
    try {
      const attempted = await this.#send(job)
      this.#count(job, attempted)
      await this.#record(attempted)
    } catch (error) {
      // The lease ends, and it is sent again.
      this.#ports.log.error({ err: error, callbackId: job.id }, 'callback attempt failed')
    }
  }

  /** The place is free when the receiver has answered: the next need not wait for this one's commit. */
  async #send(job: CallbackJob): Promise<Attempted> {
    let attempted: Attempted | undefined
    try {
      attempted = await attemptCallback(this.#ports, job)
      return attempted
    } finally {
      // A receiver that has no use for offers must not be left alone with its conversions for that.
      const isOfNews = job.news !== undefined && attempted?.verdict.kind !== 'delivered'
      this.#lanes.end(job.endpointId, isOfNews ? undefined : attempted, this.#ports.clock.nowMs())
      this.#pump()
    }
  }

  #count({ facts }: CallbackJob, { attempt }: Attempted): void {
    const { meters } = this.#ports
    meters.count('callback_attempts_total', { outcome: attempt.state === 'dead' ? 'dead' : attempt.verdict })
    meters.observe('callback_attempt_seconds', attempt.latencyMs / 1000)
    if (attempt.number !== 1 || facts === undefined) return
    meters.observe('callback_first_attempt_seconds', (attempt.attemptedAtMs - facts.happenedAtMs) / 1000)
  }

  /** The outcome of an attempt that was sent is kept until the database takes it. */
  async #record(attempted: Attempted): Promise<void> {
    for (let time = 1; ; time += 1) {
      try {
        return void (await this.#ports.writers.recordAttempt(attempted))
      } catch (error) {
        if (time >= rewritesMax || this.#stopping.signal.aborted) throw error
        await pause(rewriteMs, this.#stopping.signal)
      }
    }
  }

  /** A database that is away is waited for, and said once. Returns whether the work was done. */
  async #calmly(work: () => Promise<void>): Promise<boolean> {
    try {
      await work()
      if (this.#isInTrouble) this.#ports.log.info({}, 'callback sending resumed')
      this.#isInTrouble = false
      return true
    } catch (error) {
      if (!this.#isInTrouble)
        this.#ports.log.warn({ err: error }, 'callback sending paused: the database did not answer')
      this.#isInTrouble = true
      return false
    }
  }
}

/** Until the time is over, or a stop is asked for; its listener goes with it. */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const wake = (): void => resolve()
  const timer = setTimeout(wake, ms)
  signal.addEventListener('abort', wake)
  await promise
  clearTimeout(timer)
  signal.removeEventListener('abort', wake)
}
