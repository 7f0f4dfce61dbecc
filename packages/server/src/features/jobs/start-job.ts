import type { Ports } from '../../ports/ports.ts'
import type { Db } from '../../store/pg/database.ts'
import type { JobKindName } from './job-kinds.ts'

interface JobRequest {
  readonly kind: JobKindName
  readonly actor: string
  /** The job's task, without secrets: it is shown. */
  readonly about: Readonly<Record<string, unknown>>
  /** The data to work on, such as a file; deleted when the job has ended. */
  readonly payload?: Uint8Array
}

/** Puts long work into the queue, in the transaction of whoever asks; a server takes it up within a second. */
export async function startJob(
  { store, clock, newId }: Pick<Ports, 'store' | 'clock' | 'newId'>,
  tx: Db,
  { kind, actor, about, payload }: JobRequest,
): Promise<string> {
  const id = newId()
  await store.jobs.insertJob(tx, { id, kind, actor, about, payload: payload ?? null, nowMs: clock.nowMs() })
  return id
}
