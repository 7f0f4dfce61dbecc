import type { Db } from './database.ts'

/** A time in which clicks of one process went to its spool. */
export interface ClickOutage {
  readonly id: string
  readonly fromMs: number
  readonly toMs: number
}

export async function insertClickOutage(db: Db, { id, fromMs, toMs }: ClickOutage): Promise<void> {
  await db.query('insert into click_outages (id, from_at, to_at) values ($1, $2, $3) on conflict do nothing', [
    id,
    new Date(fromMs),
    new Date(toMs),
  ])
}

export async function closeClickOutage(db: Db, id: string, nowMs: number): Promise<void> {
  await db.query('update click_outages set replayed_at = $2 where id = $1', [id, new Date(nowMs)])
}

/** Whether a click of that time may still lie in a spool. */
export async function isInOpenOutage(db: Db, clickedAtMs: number): Promise<boolean> {
  const rows = await db.query(
    'select 1 from click_outages where replayed_at is null and from_at <= $1 and to_at >= $1 limit 1',
    [new Date(clickedAtMs)],
  )
  return rows.length > 0
}
