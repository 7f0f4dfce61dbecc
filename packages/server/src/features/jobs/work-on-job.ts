import { DomainError } from '@quoin/core/errors.ts'
import type { Ports } from '../../ports/ports.ts'
import type { TakenJob } from '../../store/jobs/jobs.ts'
import { backupKinds, findJobKind } from './job-kinds.ts'
import type { JobEnd } from './run-job.ts'

/** A process that says nothing for so long is gone, and the job is the next one's. */
const leaseMs = 60_000
const sayEveryMs = 5_000
/** A job that ends its process each time must not end them for ever. */
const attemptsMax = 3

/** Why a job stops in the middle: it goes on elsewhere, or later. */
class JobInterrupted extends Error {}

/** Backups take hours, and the others do not wait for them. */
export type JobLane = 'backups' | 'others'

/** Takes one job of a lane and does it. False: there was none to do. */
export async function workOnJob(
  ports: Ports,
  stopping: AbortSignal,
  lane: JobLane = 'others',
): Promise<boolean> {
  const lease = ports.newId()
  const job = await ports.store.jobs.takeJob(ports.db, {
    lease,
    leaseMs,
    kinds: backupKinds,
    isOnlyThese: lane === 'backups',
  })
  if (job === undefined) return false
  const held = new HeldJob(ports, { job, lease, stopping })
  try {
    await held.end(await run(ports, job, held), null)
    ports.log.info({ jobId: job.id, kind: job.kind }, 'job finished')
  } catch (error) {
    if (error instanceof JobInterrupted) await held.giveBack()
    else await fail(ports, held, error)
  } finally {
    held.close()
  }
  return true
}

async function run(ports: Ports, job: TakenJob, held: HeldJob): Promise<JobEnd> {
  const work = findJobKind(job.kind)
  if (work === undefined) throw new DomainError('INVALID_REQUEST', 'This server does not know such a job.')
  if (job.attempts > attemptsMax) {
    throw new DomainError(
      'SERVER_ERROR',
      `It was begun ${attemptsMax} times, and each time the server ended.`,
    )
  }
  return await work(ports, job, (progress) => held.report(progress))
}

async function fail({ log }: Ports, held: HeldJob, error: unknown): Promise<void> {
  const isPlain = error instanceof DomainError
  if (!isPlain) log.error({ err: error, jobId: held.job.id, kind: held.job.kind }, 'job failed')
  await held.end(undefined, isPlain ? error.message : 'An internal error occurred. It has been logged.')
}

/** A job while this process works on it: its progress and its lease, written now and then. */
class HeldJob {
  readonly job: TakenJob
  readonly #ports: Ports
  readonly #lease: string
  readonly #stopping: AbortSignal
  readonly #timer: NodeJS.Timeout
  #progress: { readonly done: number; readonly total: number | null } = { done: 0, total: null }
  #isLost = false

  constructor(
    ports: Ports,
    { job, lease, stopping }: { job: TakenJob; lease: string; stopping: AbortSignal },
  ) {
    this.job = job
    this.#ports = ports
    this.#lease = lease
    this.#stopping = stopping
    this.#timer = setInterval(() => void this.#say(), sayEveryMs)
  }

  report(progress: { readonly done: number; readonly total: number | null }): void {
    const isFirst = this.#progress.total !== progress.total
    this.#progress = progress
    if (this.#isLost || this.#stopping.aborted) throw new JobInterrupted()
    if (isFirst) void this.#say()
  }

  async end(end: JobEnd | undefined, error: string | null): Promise<void> {
    // Whoever hears that it is over sees what it did.
    await this.#ports.elsewhere?.noteWrite(this.job.actor)
    const done = end?.done ?? this.#progress.done
    await this.#ports.store.jobs.endJob(this.#ports.db, {
      ...this.#own,
      done,
      result: end?.result ?? null,
      error,
    })
  }

  async giveBack(): Promise<void> {
    await this.#ports.store.jobs.giveJobBack(this.#ports.db, this.#own)
  }

  close(): void {
    clearInterval(this.#timer)
  }

  get #own(): { readonly id: string; readonly lease: string } {
    return { id: this.job.id, lease: this.#lease }
  }

  async #say(): Promise<void> {
    const { db, store, log } = this.#ports
    try {
      this.#isLost = !(await store.jobs.keepJob(db, { ...this.#own, leaseMs, ...this.#progress }))
    } catch (error) {
      log.warn({ err: error, jobId: this.job.id }, 'job progress was not written')
    }
  }
}
