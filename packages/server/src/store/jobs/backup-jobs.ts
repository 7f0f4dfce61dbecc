import type { Job } from '@quoin/core/jobs/job.ts'
import type { Db } from '../pg/database.ts'

type BackupKind = 'backups.take' | 'backups.prove'
type JobEnded = Pick<Job, 'id' | 'kind' | 'result' | 'error'> & { readonly finishedAtMs: number }

const endedColumns = `id, kind, result, error, finished_at as "finishedAtMs"`
/** A proof that comes to an end may say that the backup is no good. */
const isGood = `state = 'done' and coalesce((result->>'isGood')::boolean, true)`

/** A clock that was ahead must not hide those that follow. */
const isPast = `finished_at < clock_timestamp() + interval '1 minute'`

/** The last one of a kind that went well, within the days that jobs are kept. */
export async function findLastGood(db: Db, kind: BackupKind): Promise<JobEnded | undefined> {
  const [row] = await db.query<JobEnded>(
    `select ${endedColumns} from jobs where kind = $1 and ${isGood} and ${isPast} order by finished_at desc limit 1`,
    [kind],
  )
  return row
}

/** The last proof that came to an end, good or not. */
export async function findLastProof(db: Db): Promise<JobEnded | undefined> {
  const [row] = await db.query<JobEnded>(
    `select ${endedColumns} from jobs where kind = 'backups.prove' and state = 'done' and ${isPast}
     order by finished_at desc limit 1`,
  )
  return row
}

/** Those of a kind that did not go well after a moment, the newest first. */
export async function listFailures(
  db: Db,
  { kind, afterMs, limit }: { readonly kind: BackupKind; readonly afterMs: number; readonly limit: number },
): Promise<JobEnded[]> {
  return await db.query(
    `select ${endedColumns} from jobs where kind = $1 and state in ('done', 'failed') and not (${isGood}) and ${isPast}
       and finished_at > to_timestamp($2::bigint / 1000.0)
     order by finished_at desc limit $3`,
    [kind, afterMs, limit],
  )
}

/** Those that wait or run, the oldest first. */
export async function listOpen(db: Db, kinds: readonly BackupKind[]): Promise<Job[]> {
  return await db.query(
    `select id, kind, state, actor, about, done, total, result, error, created_at as "createdAtMs",
       started_at as "startedAtMs", finished_at as "finishedAtMs"
     from jobs where state in ('waiting', 'running') and kind = any($1::text[]) order by id`,
    [kinds],
  )
}

/** One process at a time decides whether a job of a kind is begun. */
export async function lockKind(tx: Db, kind: BackupKind): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('job ' || $1, 0))`, [kind])
}
