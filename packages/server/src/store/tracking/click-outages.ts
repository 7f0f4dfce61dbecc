import type { Db } from '../pg/database.ts'

/** A time in which clicks went to a spool that is not replayed yet. */
interface ClickOutage {
  readonly id: string
  /** The folder that the clicks are in. */
  readonly spoolId: string
  readonly fromMs: number
  readonly toMs: number
}

/** A spool that did not come back in this time has gone with its machine; nobody waits for it any longer. */
const waitDays = 3

/** Puts an outage on record; one that goes on ends later than was thought. */
export async function upsertClickOutage(
  db: Db,
  { id, spoolId, fromMs, toMs }: ClickOutage,
  { timeoutMs }: { timeoutMs: number },
): Promise<void> {
  await db.query(
    `insert into click_outages (id, spool_id, from_at, to_at) values ($1, $2, $3, $4)
     on conflict (id) do update set to_at = excluded.to_at`,
    [id, spoolId, new Date(fromMs), new Date(toMs)],
    { timeoutMs },
  )
}

/** The outages of a folder that are on record now. */
export async function listClickOutages(db: Db, spoolId: string): Promise<string[]> {
  const rows = await db.query<{ id: string }>('select id from click_outages where spool_id = $1', [spoolId])
  return rows.map(({ id }) => id)
}

/** They are replayed: nothing of them is missing any more. */
export async function deleteClickOutages(db: Db, ids: readonly string[]): Promise<void> {
  await db.query('delete from click_outages where id = any($1)', [ids])
}

/** Whether a click of that time may still lie in a spool. */
export async function isInOpenOutage(
  db: Db,
  { clickedAtMs, nowMs }: { clickedAtMs: number; nowMs: number },
): Promise<boolean> {
  const oldest = new Date(nowMs - waitDays * 86_400_000)
  const rows = await db.query(
    'select 1 from click_outages where from_at <= $1 and to_at >= $1 and to_at >= $2 limit 1',
    [new Date(clickedAtMs), oldest],
  )
  return rows.length > 0
}
