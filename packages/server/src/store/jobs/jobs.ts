import type { Job } from '@quoin/core/jobs/job.ts'
import type { ListPage, ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'

const jobColumns = `id, kind, state, actor, about, done, total, result, error, created_at as "createdAtMs",
  started_at as "startedAtMs", finished_at as "finishedAtMs"`

interface NewJob extends Pick<Job, 'id' | 'kind' | 'actor' | 'about'> {
  readonly payload: Uint8Array | null
  readonly nowMs: number
}

export async function insertJob(tx: Db, { id, kind, actor, about, payload, nowMs }: NewJob): Promise<void> {
  await tx.query(
    `insert into jobs (id, kind, actor, about, payload, created_at)
     values ($1, $2, $3, $4::jsonb, $5, to_timestamp($6::bigint / 1000.0))`,
    [id, kind, actor, JSON.stringify(about), payload, nowMs],
  )
}

export async function findJob(db: Db, id: string): Promise<Job | undefined> {
  const [row] = await db.query<Job>(`select ${jobColumns} from jobs where id = $1`, [id])
  return row
}

/** Ids of jobs are made in the order of time. */
export async function listJobPage(
  db: Db,
  { state }: { readonly state: string | null },
  slice: ListSlice,
): Promise<ListPage<Job>> {
  return await selectPage(db, {
    select: jobColumns,
    from: 'jobs',
    where: '($1::text is null or state = $1)',
    values: [state],
    sorts: { time: [{ sql: 'id', type: 'uuid' }] },
    slice,
  })
}

/** A job that is this process's until its lease ends. */
export interface TakenJob extends Job {
  readonly payload: Uint8Array | null
  readonly attempts: number
}

interface JobsToTake {
  readonly lease: string
  readonly leaseMs: number
  readonly kinds: readonly string[]
  /** One at a time, of these alone; false: all kinds but these. */
  readonly isOnlyThese: boolean
}

/** Takes the oldest job that nobody works on, or whose process is gone. */
export async function takeJob(
  db: Db,
  { lease, leaseMs, kinds, isOnlyThese }: JobsToTake,
): Promise<TakenJob | undefined> {
  const [row] = await db.query<TakenJob>(
    `update jobs set state = 'running', attempts = attempts + 1, lease = $1, done = 0, total = null,
       leased_until = clock_timestamp() + $2::bigint * interval '1 millisecond',
       started_at = coalesce(started_at, clock_timestamp())
     where id = (
       select id from jobs where state in ('waiting', 'running') and (kind = any($3::text[])) = $4
         and not ($4 and exists (
           select from jobs one where one.kind = any($3::text[]) and one.id <> jobs.id and one.state = 'running'
             and one.leased_until > clock_timestamp()))
         and (leased_until is null or leased_until < clock_timestamp()
           -- A clock that was ahead gave it a lease until then.
           or leased_until > clock_timestamp() + $2::bigint * interval '1 millisecond')
       order by id limit 1 for update skip locked)
     returning ${jobColumns}, payload, attempts`,
    [lease, leaseMs, kinds, isOnlyThese],
  )
  return row
}

interface Leased {
  readonly id: string
  readonly lease: string
}

/** Says how far it is and that somebody works on it. False: it is another process's by now. */
export async function keepJob(
  db: Db,
  { id, lease, leaseMs, done, total }: Leased & { leaseMs: number; done: number; total: number | null },
): Promise<boolean> {
  const rows = await db.query(
    `update jobs set done = $4, total = $5, leased_until = clock_timestamp() + $3::bigint * interval '1 millisecond'
     where id = $1 and lease = $2 and state = 'running' returning id`,
    [id, lease, leaseMs, done, total],
  )
  return rows.length > 0
}

interface EndedJob extends Leased {
  readonly done: number
  readonly result: object | null
  /** A sentence, where it failed. */
  readonly error: string | null
}

export async function endJob(db: Db, { id, lease, done, result, error }: EndedJob): Promise<boolean> {
  const rows = await db.query(
    `update jobs set state = case when $5::text is null then 'done' else 'failed' end, done = $3,
       total = case when $5::text is null then coalesce(total, $3) else total end, result = $4::jsonb, error = $5,
       finished_at = clock_timestamp(), leased_until = null, lease = null, payload = null
     where id = $1 and lease = $2 and state = 'running' returning id`,
    [id, lease, done, result === null ? null : JSON.stringify(result), error],
  )
  return rows.length > 0
}

/** Lets another process, or the next one here, begin it anew. It counts as no attempt. */
export async function giveJobBack(db: Db, { id, lease }: Leased): Promise<void> {
  await db.query(
    `update jobs set state = 'waiting', leased_until = null, lease = null, attempts = attempts - 1,
       started_at = null, done = 0, total = null
     where id = $1 and lease = $2 and state = 'running'`,
    [id, lease],
  )
}

/** Jobs that ended a while ago are of no use to anybody; the audit log keeps what they did. */
export async function deleteOldJobs(db: Db, beforeMs: number, limit: number): Promise<number> {
  const rows = await db.query(
    `delete from jobs where id = any (array(
       select id from jobs where state in ('done', 'failed') and finished_at < to_timestamp($1::bigint / 1000.0) limit $2))
     returning id`,
    [beforeMs, limit],
  )
  return rows.length
}
