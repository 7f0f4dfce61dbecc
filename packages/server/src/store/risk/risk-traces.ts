import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { ClickTrace, ConversionTrace } from '@quoin/core/risk/activity.ts'
import { byIndex, lost, vouchedGoal } from '../conversions/conversion-columns.ts'
import type { UserInMode } from '../conversions/conversions.ts'
import type { Db } from '../pg/database.ts'
import { clicksOfUser } from '../tracking/clicks-of-user.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

const userRow: RowColumns<UserInMode> = { appId: 'bigint', userId: 'text', isTest: 'boolean' }

interface TracesWanted {
  readonly users: readonly UserInMode[]
  readonly sinceMs: number
  /** Rows of one user, the newest. */
  readonly limit: number
}

/**
 * The newest clicks of each user in the time asked for. Signed ones come
 * first: whoever follows links in a user's name does not push theirs out.
 */
export async function listClickTraces(
  db: Db,
  { users, sinceMs, limit }: TracesWanted,
): Promise<(UserInMode & ClickTrace & { readonly address: string | null })[]> {
  return await db.query(
    `select u."appId", u."userId", u."isTest", c.offer_id as "offerId", c.clicked_at as "clickedAtMs", c.address,
       c.is_unsigned is true as "isUnsigned"
     from ${rowsFrom(userRow, 'u')}
     join lateral (
       select * from ${clicksOfUser(
         'id, offer_id, clicked_at, address, is_unsigned',
         { appId: 'u."appId"', userId: 'u."userId"', sinceId: '$4::uuid' },
         'own.is_test = u."isTest"',
       )} his
       order by is_unsigned is not null, id desc limit $5) c on true`,
    [...valuesOf(userRow, users), firstIdAt(sinceMs), limit],
  )
}

/** The newest conversions of each user, with the clicks they came from, by conversions_by_user. */
export async function listConversionTraces(
  db: Db,
  { users, sinceMs, limit }: TracesWanted,
): Promise<
  (UserInMode &
    Omit<ConversionTrace, 'clickedAtMs'> & { readonly version: number; readonly clickId: string | null })[]
> {
  return await db.query(
    `select u."appId", u."userId", u."isTest", v.version, ${lost('v')} as "isLost", v.click_id as "clickId",
       v.created_at as "convertedAtMs", v.offer_id as "offerId", ${vouchedGoal('v')} as goal,
       v.reported_status is null as "isClaimed"
     from ${rowsFrom(userRow, 'u')}
     join lateral (
       select * from (
         select id, version, status, reason, reported_status, click_id, created_at, offer_id, goal from conversions
         where app_id = u."appId" and user_id = u."userId" and is_test = u."isTest" and id >= $4 ${byIndex}) c
       order by id desc limit $5) v on true`,
    [...valuesOf(userRow, users), firstIdAt(sinceMs), limit],
  )
}
