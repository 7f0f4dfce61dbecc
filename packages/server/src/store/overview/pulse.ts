import type { Db } from '../pg/database.ts'

/** How the service is, in figures that cost nothing to know. */
interface Pulse {
  readonly lastPostbackAtMs: number | null
  /** Counted to the bound that was given. */
  readonly callbacksWaiting: number
}

export async function findPulse(db: Db, waitingMax: number): Promise<Pulse> {
  const [row] = await db.query<Pulse>(
    `select (select received_at from postback_requests order by id desc limit 1) as "lastPostbackAtMs",
       (select count(*) from (select from callbacks where state = 'pending' limit $1) waiting) as "callbacksWaiting"`,
    [waitingMax],
  )
  return row ?? { lastPostbackAtMs: null, callbacksWaiting: 0 }
}
