import type { Db } from '../pg/database.ts'
import { clicksOfUser, itsUser } from '../tracking/clicks-of-user.ts'

/** A user's clicks and conversions in all, counted to a bound. */
interface UserFigures {
  readonly clicks: number
  readonly conversions: number
  readonly reversed: number
  readonly earnedMicros: number
  readonly firstClickAtMs: number | null
  readonly lastClickAtMs: number | null
}

interface UserInApp {
  readonly appId: number
  readonly userId: string
  readonly isTest: boolean
}

const rowsMax = 10_000

/** By the indexes of a user's clicks and conversions. */
export async function findUserFigures(db: Db, { appId, userId, isTest }: UserInApp): Promise<UserFigures> {
  const [row] = await db.query<UserFigures>(
    `select c.clicks, c.first_at as "firstClickAtMs", c.last_at as "lastClickAtMs", v.conversions, v.reversed,
       v.earned::bigint as "earnedMicros"
     from (select count(*) as clicks, min(clicked_at) as first_at, max(clicked_at) as last_at from (
         select clicked_at from ${clicksOfUser('clicked_at', itsUser, 'own.is_test = $3')} his limit $4) own) c,
       (select count(*) as conversions, count(*) filter (where status = 'reversed') as reversed,
         coalesce(sum(payout_micros) filter (where status = 'approved'), 0) as earned from (
         select status, payout_micros from conversions
         where app_id = $1 and user_id = $2 and is_test = $3 limit $4) own) v`,
    [appId, userId, isTest, rowsMax],
  )
  return (
    row ?? {
      clicks: 0,
      conversions: 0,
      reversed: 0,
      earnedMicros: 0,
      firstClickAtMs: null,
      lastClickAtMs: null,
    }
  )
}

/** The names of offers and their networks, for lists that have the offers' ids. */
export async function listOfferNames(
  db: Db,
  ids: readonly number[],
): Promise<{ id: number; name: string; network: string }[]> {
  return await db.query(
    `select o.id, o.name, w.name as network from offers o join networks w on w.id = o.network_id
     where o.id = any($1::bigint[])`,
    [[...new Set(ids)]],
  )
}
