import type { Db } from '../pg/database.ts'

interface Slot {
  /** With its port, where that is not the usual one. */
  readonly host: string
  /** From one question to the next. */
  readonly betweenMs: number
}

/** Nobody waits longer, whatever a clock that was ahead has written. */
const waitMsMax = 120_000

/** Takes the next moment in which a host may be asked, of all processes; returns the milliseconds until then. */
export async function takeSlot(db: Db, { host, betweenMs }: Slot): Promise<number> {
  const [row] = await db.query<{ waitMs: number }>(
    `insert into feed_paces as p (host, next_at) values ($1, clock_timestamp() + $2::bigint * interval '1 millisecond')
     on conflict (host) do update set next_at = $2::bigint * interval '1 millisecond'
       + least(greatest(p.next_at, clock_timestamp()), clock_timestamp() + $3::bigint * interval '1 millisecond')
     returning greatest(0, ceil(1000 * extract(epoch from p.next_at - clock_timestamp())) - $2::bigint)::float8 as "waitMs"`,
    [host, betweenMs, waitMsMax],
  )
  return row?.waitMs ?? 0
}

/** Forgets hosts that nobody has asked for a day. */
export async function deleteOldPaces(db: Db): Promise<void> {
  await db.query(`delete from feed_paces where next_at < clock_timestamp() - interval '1 day'`, [])
}
