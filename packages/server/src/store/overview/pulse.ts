import { minuteMs } from '@quoin/core/time/durations.ts'
import type { Db } from '../pg/database.ts'

/** How the service is, in figures that cost nothing to know. */
interface Pulse {
  readonly lastPostbackAtMs: number | null
  /** Counted to the bound that was given. */
  readonly callbacksWaiting: number
  /** How far the demo's month is written; null when it is whole, there is none, or it was left unfinished. */
  readonly demoWrittenToMs: number | null
}

interface PulseOptions {
  readonly waitingMax: number
  readonly nowMs: number
}

/** A month ends when its demo is made, and takes a minute at most. */
const demoWriteMaxMs = 10 * minuteMs

export async function findPulse(db: Db, { waitingMax, nowMs }: PulseOptions): Promise<Pulse> {
  const [row] = await db.query<Pulse>(
    `select (select received_at from postback_requests order by id desc limit 1) as "lastPostbackAtMs",
       (select count(*) from (select from callbacks where state = 'pending' limit $1) waiting) as "callbacksWaiting",
       (select played_to from demo_month where finished_at is null and removed_at is null
          and ends_at > to_timestamp($2::bigint / 1000.0)) as "demoWrittenToMs"`,
    [waitingMax, nowMs - demoWriteMaxMs],
  )
  return row ?? { lastPostbackAtMs: null, callbacksWaiting: 0, demoWrittenToMs: null }
}
