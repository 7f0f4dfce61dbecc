import type { Db } from '../pg/database.ts'

/** A week of clicks that is past retention and still there. */
interface SetAsideWeek {
  /** The name of its partition. */
  readonly name: string
  readonly sinceMs: number
}

export async function listSetAsideWeeks(db: Db): Promise<SetAsideWeek[]> {
  return await db.query('select week as name, since as "sinceMs" from click_weeks_set_aside order by week')
}

/** Whoever was first says since when. */
export async function insertSetAsideWeek(db: Db, { name, sinceMs }: SetAsideWeek): Promise<boolean> {
  const rows = await db.query(
    `insert into click_weeks_set_aside (week, since) values ($1, $2) on conflict do nothing returning 1`,
    [name, new Date(sinceMs)],
  )
  return rows.length > 0
}

/** They are gone, or within retention again. */
export async function deleteSetAsideWeeks(db: Db, names: readonly string[]): Promise<void> {
  await db.query('delete from click_weeks_set_aside where week = any($1)', [names])
}
