import { type Db, plannedAnew } from '../pg/database.ts'

interface NextRows {
  /** Only rows before it. */
  readonly beforeId: string
  readonly limit: number
}

/** The next rows by id that this work has not looked at, and the mark behind them. */
const next = `last as (select up_to from retention_progress where work = $3 for update),
  next as materialized (
    select id from postback_requests where id > (select up_to from last) and id < $1::uuid order by id limit $2),
  moved as (
    update retention_progress set up_to = (select id from next order by id desc limit 1)
    where work = $3 and exists (select from next))`

/** Forgets what postbacks said, and keeps that they came and what became of them; returns how many were looked at. */
export async function forgetPostbackData(db: Db, { beforeId, limit }: NextRows): Promise<number> {
  return await countNext(
    db,
    `with ${next}, changed as (
       update postback_requests r
       set parameters = '{}', address = null, message = null, report = null, refused = null
       from next where r.id = next.id)
     select count(*) from next`,
    [beforeId, limit, 'postback_data'],
  )
}

/** Deletes postbacks that are no step of a conversion; returns how many were looked at. */
export async function deletePostbacksWithoutStep(db: Db, { beforeId, limit }: NextRows): Promise<number> {
  return await countNext(
    db,
    `with ${next}, gone as (
       delete from postback_requests r using next where r.id = next.id and r.outcome <> 'applied')
     select count(*) from next`,
    [beforeId, limit, 'postback_rows'],
  )
}

async function countNext(db: Db, text: string, values: readonly unknown[]): Promise<number> {
  const [row] = await db.query<{ count: number }>(text, values, plannedAnew)
  return row?.count ?? 0
}
