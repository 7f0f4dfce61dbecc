import { byIndex } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { watermark } from '../pg/watermark.ts'

interface ChangedUser {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

interface ChangedUsers {
  /** Where to go on: no change that was committed by now comes behind it. */
  readonly position: number
  /** One for each change; as many as were asked for when there may be more. */
  readonly users: readonly ChangedUser[]
}

/**
 * Whose conversions have changed since a position, by conversion_events_written. A change may come twice, and none is
 * missed: what commits later than this statement looks was written at its position or behind it.
 */
export async function listChangedUsers(db: Db, position: number, limit: number): Promise<ChangedUsers> {
  const rows = await db.query<{ position: number } & Partial<ChangedUser>>(
    `select p.position, u.* from (select ${watermark} as position) p left join lateral (
       select v.app_id as "appId", v.user_id as "userId", v.is_test as "isTest"
       from (select e.conversion_id from conversion_events e where e.written_in >= $1
             order by e.written_in, e.conversion_id, e.version limit $2) e
         cross join lateral (select app_id, user_id, is_test from conversions c
           where c.id = e.conversion_id ${byIndex}) v
     ) u on true`,
    [position, limit],
  )
  const users = rows.flatMap(({ appId, userId, isTest }) =>
    appId === undefined || userId == null ? [] : [{ appId, userId, isTest: isTest === true }],
  )
  return { position: rows[0]?.position ?? position, users }
}
