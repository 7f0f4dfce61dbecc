import type { Db } from '../pg/database.ts'

interface RecentUser {
  readonly userId: string
  readonly lastSeenAtMs: number
  readonly conversions: number
  readonly reversed: number
  readonly earnedMicros: bigint
}

/** How many of the platform's newest clicks are looked at; the rest of a day is found by conversions or by id. */
const clicksMax = 20_000

/** By the newest ids of clicks, conversions_by_app and conversions_by_user; each is read to a bound. */
export async function listRecentUsers(
  db: Db,
  { appId, isTest, limit }: { readonly appId: number; readonly isTest: boolean; readonly limit: number },
): Promise<RecentUser[]> {
  return await db.query(
    `select u.user_id as "userId", u.at as "lastSeenAtMs", v.conversions, v.reversed,
       v.earned::bigint as "earnedMicros"
     from (
       select user_id, max(at) as at from (
         (select user_id, clicked_at as at from (
            select app_id, user_id, is_test, clicked_at from clicks order by id desc limit ${clicksMax}) newest
          where app_id = $1 and is_test = $2)
         union all
         (select user_id, created_at from (
            select user_id, created_at, is_test from conversions where app_id = $1 order by id desc limit 1000) newest
          where is_test = $2)) seen
       group by user_id order by at desc, user_id limit $3) u
     cross join lateral (
       select count(*) as conversions, count(*) filter (where status = 'reversed') as reversed,
         coalesce(sum(payout_micros) filter (where status = 'approved'), 0) as earned
       from (
         select status, payout_micros from conversions
         where app_id = $1 and user_id = u.user_id and is_test = $2 limit 1000) own) v
     order by u.at desc, u.user_id`,
    [appId, isTest, limit],
  )
}
