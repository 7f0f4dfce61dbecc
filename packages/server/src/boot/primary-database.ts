import cluster, { type Worker } from 'node:cluster'
import { StartError } from './process/start-error.ts'
import { isMessage } from '../adapters/process-message.ts'
import type { LateDatabase } from '../store/pg/late-database.ts'

const tellEveryMs = 1_000

/** The primary's word to its workers: where the database is, or why it is not there yet. */
interface Word {
  readonly kind: 'quoin:database'
  readonly url: string | undefined
  readonly reason: string
}

/** A worker's word to its primary: everything is answered. */
interface Serving {
  readonly kind: 'quoin:serving'
}

/** The primary's word to a worker that serves: all of its workers do. */
interface Complete {
  readonly kind: 'quoin:complete'
}

interface Question {
  readonly kind: 'quoin:database-wanted'
}

/**
 * The primary's side: workers answer visitors while it opens the database, and hear of it when that is done. Returns
 * how to say so.
 */
export function answerDatabaseQuestions(reason: () => string): (url: string) => void {
  let url: string | undefined
  const word = (): Word => ({ kind: 'quoin:database', url, reason: reason() })
  const tellAll = (): void => {
    for (const worker of Object.values(cluster.workers ?? {})) if (worker?.isConnected()) worker.send(word())
  }
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (isMessage<Question>(message, 'quoin:database-wanted') && worker.isConnected()) worker.send(word())
  })
  const timer = setInterval(tellAll, tellEveryMs)
  timer.unref()
  return (opened) => {
    url = opened
    clearInterval(timer)
    tellAll()
  }
}

/** The database of the primary, as a worker hears of it. */
interface PrimaryDatabase {
  /** Whether it was open when this worker began to ask. */
  readonly wasOpen: Promise<boolean>
  /** Its address, as soon as it is open. */
  readonly url: Promise<string>
}

/** The worker's side. `stopping` ends the wait. */
export function hearPrimaryDatabase(
  late: Pick<LateDatabase, 'wait' | 'reason'>,
  stopping: AbortSignal,
): PrimaryDatabase {
  const wasOpen = Promise.withResolvers<boolean>()
  const url = Promise.withResolvers<string>()
  const end = (): void => url.reject(new StartError(`Stopped while the database was away: ${late.reason()}`))
  if (stopping.aborted) end()
  stopping.addEventListener('abort', end, { once: true })
  // Nobody may be waiting for it in that moment.
  url.promise.catch(() => {})
  const hear = (message: unknown): void => {
    if (!isMessage<Word>(message, 'quoin:database')) return
    wasOpen.resolve(message.url !== undefined)
    late.wait(() => message.reason)
    if (message.url === undefined) return
    process.off('message', hear)
    url.resolve(message.url)
  }
  process.on('message', hear)
  process.send?.({ kind: 'quoin:database-wanted' } satisfies Question)
  return { wasOpen: wasOpen.promise, url: url.promise }
}

/** Resolves when all workers serve: they share a port, and none is asked for before the others are there. */
export async function joinWorkers(): Promise<void> {
  await new Promise<void>((resolve) => {
    const hear = (message: unknown): void => {
      if (!isMessage<Complete>(message, 'quoin:complete')) return
      process.off('message', hear)
      resolve()
    }
    process.on('message', hear)
    process.send?.({ kind: 'quoin:serving' } satisfies Serving)
  })
}

/** Calls `listener` each time a worker serves. */
export function whenServing(listener: (worker: Worker) => void): void {
  cluster.on('message', (worker: Worker, message: unknown) => {
    if (isMessage<Serving>(message, 'quoin:serving')) listener(worker)
  })
}

export function tellComplete(worker: Worker): void {
  if (worker.isConnected()) worker.send({ kind: 'quoin:complete' } satisfies Complete)
}

/** Resolves when a worker serves, and rejects when it ends before. */
export function untilServing(worker: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    worker.on('message', (message: unknown) => {
      if (isMessage<Serving>(message, 'quoin:serving')) resolve()
    })
    worker.once('exit', () => reject(new StartError('A worker ended before it served: see its words above')))
  })
}
