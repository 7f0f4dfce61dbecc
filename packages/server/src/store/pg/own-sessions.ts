import type pg from 'pg'
import type { SessionPool } from './session-pool.ts'

/**
 * Refuses a pooler that lends a session for a transaction at a time, such as PgBouncer in transaction mode:
 * settings, prepared statements and listening belong to sessions. With sessions of one's own, two that are there at
 * the same time are served by two processes, and each always by the same.
 */
export async function assertOwnSessions(pool: SessionPool, setting = 'DATABASE_URL'): Promise<void> {
  const one = await pool.lend()
  let other: pg.PoolClient | undefined
  try {
    other = await pool.lend()
    const ofOne = [await processOf(one), await processOf(one)]
    const ofOther = [await processOf(other), await processOf(other)]
    ofOne.push(await processOf(one))
    if (new Set(ofOne).size === 1 && new Set(ofOther).size === 1 && ofOne[0] !== ofOther[0]) return
    throw new Error(
      `${setting} leads to a pooler that shares sessions (PgBouncer with pool_mode = transaction or statement), ` +
        'and Quoin needs its own: set pool_mode = session for it, or name PostgreSQL itself',
    )
  } finally {
    pool.takeBack(one, false)
    if (other !== undefined) pool.takeBack(other, false)
  }
}

async function processOf(client: pg.PoolClient): Promise<number | undefined> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid
}
