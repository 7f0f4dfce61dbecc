import type { Database, Db } from './db.ts'
import type { ServerSeen } from './session.ts'

/*
 * Rows of clicks and conversion_events carry the number of the transaction that wrote them, as `written_in`
 * (`write_number()` in the database). Numbers grow from transaction to transaction, but commits come in another order:
 * a row is *settled* when no transaction up to its own can still commit. Whoever reads settled rows in the order of
 * (written_in, id) and goes on after the last one it saw gets each row once and misses none.
 */

/**
 * SQL: the number below which rows are settled. As the condition `written_in < ${watermark}` in the
 * statement that reads them, or asked earlier: a statement sees all that was settled when it began. A
 * transaction that writes anything, to any database of the server, holds it back until it ends; readers do
 * not.
 */
export const watermark = `(select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ahead
  from write_numbers)`

/** SQL: the number above which no row can be yet, and so no position of a reader. */
export const numberedBelow = `(select pg_snapshot_xmax(pg_current_snapshot())::text::bigint + ahead
  from write_numbers)`

export async function findWatermark(db: Db): Promise<number> {
  const [row] = await db.query<{ below: number }>(`select ${watermark} as below`, [])
  if (row === undefined) throw new Error('The table write_numbers has lost its row')
  return row.below
}

/** More transactions than any server runs through on one timeline; there is room for 8,000 timelines below 2^53. */
export const aheadPerTimeline = 2 ** 40

/**
 * Numbers go on growing on a server whose transactions do not: another one that a dump was restored into, or this one
 * after it was taken back to a point in time, or a standby that was promoted. Every position that was ever handed out
 * stays before all new rows: on one server how far numbers are ahead follows from the timeline alone, so that two
 * branches of its history share none. Returns whether that happened. Called before anything is written.
 */
export async function keepWriteNumbers(
  db: Pick<Database, 'query' | 'transaction'>,
  { system, timeline }: Pick<ServerSeen, 'system' | 'timeline'>,
): Promise<boolean> {
  // Where an operator has forbidden the question a restore needs `stats rebuild`.
  if (timeline === undefined) return false
  const server = `${system ?? 'unknown'} ${timeline}`
  if (await isKnown(db, server)) return false
  return await db.transaction(async (tx) => {
    const [row] = await tx.query<{ server: string; ahead: number }>(
      'select server, ahead from write_numbers for update',
      [],
    )
    if (row === undefined || row.server === server) return false
    const ahead = aheadOn({ server, timeline }, row)
    // Before the row, and at once: rows with a number above what is settled wait, those below would be missed.
    await tx.query(`select setval('write_ahead', $1)`, [ahead])
    await tx.query('update write_numbers set server = $1, ahead = $2', [server, ahead])
    return ahead !== row.ahead
  })
}

function aheadOn(
  { server, timeline }: { server: string; timeline: number },
  before: { server: string; ahead: number },
): number {
  if (before.server === '') return before.ahead
  const [system, timelineBefore] = before.server.split(' ')
  const isSame = server.startsWith(`${system} `)
  // A server that was taken back to an earlier timeline, by hand, counts as another one.
  const steps = isSame ? Math.max(timeline - Number(timelineBefore), 1) : 1
  const ahead = Math.max(before.ahead + steps * aheadPerTimeline, timeline * aheadPerTimeline)
  if (Number.isSafeInteger(ahead + aheadPerTimeline)) return ahead
  throw new Error('The database has been restored or promoted too often: its rows can be numbered no more')
}

async function isKnown(db: Db, server: string): Promise<boolean> {
  const rows = await db.query('select from write_numbers where server = $1', [server])
  return rows.length > 0
}
