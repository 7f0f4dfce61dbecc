import { erasedUserPattern } from '@quoin/core/users/erased-user.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'

/** An unmatched postback, as it was kept. */
export interface KeptReport {
  readonly id: string
  readonly report: unknown
}

/** Postbacks that were kept because these clicks were unknown, oldest first. */
export async function listKeptReports(
  db: Db,
  { clickIds, limit }: { clickIds: readonly string[]; limit: number },
): Promise<KeptReport[]> {
  return await db.query(
    `select r.id, r.report from unnest($1::text[]) as asked (click_id) cross join lateral (
       select id, report from postback_requests where click_id = asked.click_id and report is not null ${byIndex}) r
     order by r.id limit $2`,
    [clickIds, limit],
  )
}

export interface IdRange {
  readonly fromId: string
  readonly toId: string
}

/** Postbacks that were kept although their click is there by now, oldest first. */
export async function listLateReports(
  db: Db,
  { fromId, toId, limit }: IdRange & { limit: number },
): Promise<KeptReport[]> {
  // A row with a report has a click id as we write it; the planner may look at other rows, too, hence the `case`.
  return await db.query(
    `select r.id, r.report from (
       select id, click_id, report from postback_requests
       where click_id between $1 and $2 and report is not null ${byIndex}) r
     where exists (
       select from clicks c
       where c.id = case when r.click_id ~ '^[0-9a-f-]{36}$' then r.click_id::uuid end)
     order by r.id limit $3`,
    [fromId, toId, limit],
  )
}

/**
 * Its effect stands in a row of its own: this one says that it came too early. Nothing more, when the click was written
 * without its user, who was erased in the meantime.
 */
export async function closeKeptReport(db: Db, id: string): Promise<void> {
  await db.query(
    `update postback_requests r set report = null, parameters = case when exists (
         select from clicks k where k.id = r.click_id::uuid and k.user_id ~ '${erasedUserPattern}')
       then '{}' else r.parameters end
     where r.id = $1`,
    [id],
  )
}
