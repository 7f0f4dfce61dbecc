import { type Database, type Db, hasSqlState } from './database.ts'

/**
 * The tables whose rows carry the number of the transaction that wrote them, as `written_in`. Numbers grow
 * from transaction to transaction, but commits come in another order: a row is *settled* when no transaction
 * up to its own can still commit. Whoever reads settled rows in the order of (written_in, id) and goes on
 * after the last one it saw gets each row once and misses none.
 */
const numberedTables = ['clicks', 'conversion_events'] as const

/**
 * SQL: the number below which rows are settled. As the condition `written_in < ${settledBelow}` in the
 * statement that reads them, or asked earlier: a statement sees all that was settled when it began. A
 * transaction that writes anything, to any database of the server, holds it back until it ends; readers do
 * not.
 */
export const settledBelow = `(select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ahead
  from write_numbers)`

/** SQL: the number above which no row can be yet, and so no position of a reader. */
export const numberedBelow = `(select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead
  from write_numbers)`

export async function findSettledBelow(db: Db): Promise<number> {
  const [row] = await db.query<{ below: number }>(`select ${settledBelow} as below`, [])
  if (row === undefined) throw new Error('The table write_numbers has lost its row')
  return row.below
}

/** More transactions than any server runs through; and there is room for 8,000 restores below 2^53. */
const aheadPerRestore = 2 ** 40

/**
 * Numbers go on growing on a server whose transaction ids do not: another one that a dump was restored into,
 * or this one after it was taken back to a point in time, or a standby that was promoted. Every position that
 * was ever handed out stays before all new rows. Returns whether that happened. Called before anything is
 * written.
 */
export async function keepWriteNumbers(db: Database): Promise<boolean> {
  const server = await findServer(db)
  if (server === undefined || (await isKnown(db, server))) return false
  return await db.transaction(async (tx) => {
    // Whoever has written numbers of the old kind ends before, whoever waits here writes new ones.
    await tx.query(`lock table write_numbers, ${numberedTables.join(', ')} in access exclusive mode`)
    const [row] = await tx.query<{ server: string; ahead: number }>(
      'select server, ahead from write_numbers',
      [],
    )
    if (row === undefined || row.server === server) return false
    const isFirst = row.server === ''
    const ahead = isFirst ? row.ahead : row.ahead + aheadPerRestore
    await tx.query('update write_numbers set server = $1, ahead = $2', [server, ahead])
    if (isFirst) return false
    for (const table of numberedTables) {
      await tx.query(
        `alter table ${table} alter column written_in
           set default pg_current_xact_id()::text::bigint + ${ahead}`,
      )
    }
    return true
  })
}

async function isKnown(db: Db, server: string): Promise<boolean> {
  const rows = await db.query('select from write_numbers where server = $1', [server])
  return rows.length > 0
}

/** Undefined where an operator has forbidden the question: restores then need `stats rebuild`. */
async function findServer(db: Db): Promise<string | undefined> {
  try {
    const [row] = await db.query<{ server: string }>(
      `select s.system_identifier || ' ' || c.timeline_id as server
       from pg_control_system() s, pg_control_checkpoint() c`,
      [],
    )
    return row?.server
  } catch (error) {
    if (hasSqlState(error, '42501')) return undefined
    throw error
  }
}
