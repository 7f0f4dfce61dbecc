import type { Db } from '../pg/database.ts'
import { branchOf } from './log-positions.ts'

interface RecentWrite {
  /** Null where there is none. */
  readonly position: number | null
  readonly branch: string
}

/**
 * Notes that the callers of a bucket have written until now. A position beyond the end of the log is of another server,
 * from which the rows were copied.
 */
export async function noteRecentWrite(db: Db, bucket: number): Promise<void> {
  await db.query(
    `insert into recent_writes as w (bucket, position) values ($1, pg_current_wal_flush_lsn())
     on conflict (bucket) do update set position = greatest(excluded.position,
       case when w.position <= pg_current_wal_insert_lsn() then w.position end)`,
    [bucket],
  )
}

/** Up to where the callers of a bucket have written, and the branch that a replica must be on to have it. */
export async function findRecentWrite(db: Db, bucket: number): Promise<RecentWrite> {
  const [row] = await db.query<RecentWrite>(
    `select ${branchOf} as branch, (select (position - '0/0')::bigint from recent_writes
       where bucket = $1 and position <= pg_current_wal_insert_lsn()) as position`,
    [bucket],
  )
  if (row === undefined) throw new Error('the database server did not answer')
  return row
}
