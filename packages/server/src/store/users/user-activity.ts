import type { ActivityPosition } from '@quoin/core/users/activity-position.ts'
import type { Click } from '@quoin/core/tracking/click.ts'
import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { type Change, changeColumns } from '../conversions/conversion-changes.ts'
import { clickColumns } from '../tracking/clicks.ts'
import { clicksOfUser, itsUser } from '../tracking/clicks-of-user.ts'
import type { UserInMode } from '../conversions/conversions.ts'
import type { Db } from '../pg/database.ts'

interface ActivityWanted extends UserInMode {
  /** The rows older than this, in the order of core/users/activity-position.ts. */
  readonly before: ActivityPosition
  readonly limit: number
}

/** A user's clicks, newest first: all of theirs before the given one are found, and ordered. */
export async function listClicksOfUser(
  db: Db,
  { appId, userId, isTest, before, limit }: ActivityWanted,
): Promise<Click[]> {
  const beforeId = before.version === 0 ? before.id : firstIdAt(before.atMs + 1)
  return await db.query(
    `select * from ${clicksOfUser(clickColumns, { ...itsUser, untilId: '$4::uuid' }, 'own.is_test = $3')} c
     order by id desc limit $5`,
    [appId, userId, isTest, beforeId, limit],
  )
}

/** The changes of a user's conversions, newest first, by conversions_by_user. */
export async function listChangesOfUser(
  db: Db,
  { appId, userId, isTest, before, limit }: ActivityWanted,
): Promise<Change[]> {
  const { atMs, version } = before
  // A click comes after the changes of its millisecond.
  const id = version === 0 ? firstIdAt(0) : before.id
  return await db.query(
    `select ${changeColumns}
     from (select * from conversions where app_id = $1 and user_id = $2 and is_test = $3 offset 0) v
       join lateral (select * from conversion_events e where e.conversion_id = v.id offset 0) e on true
     where (e.happened_at, e.conversion_id, e.version) < (to_timestamp($4::bigint / 1000.0), $5::uuid, $6)
     order by e.happened_at desc, e.conversion_id desc, e.version desc limit $7`,
    [appId, userId, isTest, atMs, id, version, limit],
  )
}
