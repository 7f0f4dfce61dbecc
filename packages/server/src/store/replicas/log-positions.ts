import type { Db } from '../pg/database.ts'

/** The primary as a replica must follow it. */
interface PrimaryPosition {
  /** Every commit that anybody can see lies before it, in bytes of the log. */
  readonly position: number
  /** The server that writes, and how often a person has gone back to one: the same row in each that follows it. */
  readonly branch: string
}

/** SQL: the branch of a server's rows. */
export const branchOf = `(select concat_ws(' ', server, acceptances) from write_numbers)`

export async function findPrimaryPosition(db: Db): Promise<PrimaryPosition> {
  const [row] = await db.query<PrimaryPosition>(
    `select (pg_current_wal_flush_lsn() - '0/0')::bigint as position, ${branchOf} as branch`,
    [],
  )
  if (row === undefined) throw new Error('the database server did not answer')
  return row
}

/**
 * A commit of nothing. The flushed log of a primary that rests may end within a record, which no replica replays before
 * the rest of it comes.
 */
export async function completeLastRecord(db: Db): Promise<void> {
  await db.query(`select pg_logical_emit_message(true, 'quoin', 'look')`, [])
}
