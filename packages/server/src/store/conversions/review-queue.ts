import type { Conversion, ReviewReason } from '@quoin/core/conversions/conversion.ts'
import { unscoredTenths } from '@quoin/core/conversions/stake.ts'
import { countedMax, type ListPage, type ListSlice } from '@quoin/core/paging/list-slice.ts'
import type { Db } from '../pg/database.ts'
import { selectPage } from '../pg/select-page.ts'
import { conversionColumns } from './conversion-columns.ts'

/** A conversion that waits for a person, with the names of what it is about. */
export interface ReviewRow extends Conversion {
  readonly app: string
  readonly offer: string
  readonly network: string
}

interface ReviewFilter {
  readonly appId: number | null
  readonly networkId: number | null
  readonly offerId: number | null
  readonly userId: string | null
  readonly reason: ReviewReason | null
  readonly isTest: boolean | null
}

const waits = `v.status = 'pending' and v.reason is not null and v.reason <> 'hold'`
const names = `a.name as app, o.name as offer, n.name as network`
const named = `join apps a on a.id = v.app_id join offers o on o.id = v.offer_id join networks n on n.id = v.network_id`
const weight = `(v.payout_micros * coalesce((v.risk ->> 'scoreTenths')::bigint, ${unscoredTenths}))`

const isWanted = `${waits} and ($1::bigint is null or v.app_id = $1) and ($2::bigint is null or v.network_id = $2)
  and ($3::bigint is null or v.offer_id = $3) and ($4::text is null or v.user_id = $4)
  and ($5::text is null or v.reason = $5) and ($6::boolean is null or v.is_test = $6)`

function valuesOfFilter({ appId, networkId, offerId, userId, reason, isTest }: ReviewFilter) {
  return [appId, networkId, offerId, userId, reason, isTest]
}

/** The payouts of all live ones that wait, and what is at stake with them; the highest stakes where they are many. */
export async function sumReviews(
  db: Db,
  filter: ReviewFilter,
): Promise<{ readonly payoutMicros: number; readonly stakeMicros: number }> {
  const [row] = await db.query<{ payoutMicros: number; stakeMicros: number }>(
    `select coalesce(sum(payout_micros), 0)::bigint as "payoutMicros",
       coalesce(round(sum(weight) / 1000), 0)::bigint as "stakeMicros"
     from (select v.payout_micros, ${weight} as weight from conversions v
       where ${isWanted} and not v.is_test order by ${weight} desc, v.id desc limit ${countedMax}) w`,
    valuesOfFilter(filter),
  )
  return row ?? { payoutMicros: 0, stakeMicros: 0 }
}

/** The highest stake comes first, by conversions_in_review_by_weight; a list by time uses conversions_in_review. */
export async function listReviewPage(
  db: Db,
  filter: ReviewFilter,
  slice: ListSlice,
): Promise<ListPage<ReviewRow>> {
  return await selectPage(db, {
    select: `${conversionColumns}, ${names}`,
    from: `conversions v ${named}`,
    where: isWanted,
    values: valuesOfFilter(filter),
    sorts: {
      weight: [
        { sql: weight, type: 'bigint' },
        { sql: 'v.id', type: 'uuid' },
      ],
      time: [{ sql: 'v.id', type: 'uuid' }],
    },
    slice,
  })
}

/** In whatever state it is by now. */
export async function findReviewed(db: Db, id: string): Promise<ReviewRow | undefined> {
  const [row] = await db.query<ReviewRow>(
    `select ${conversionColumns}, ${names} from conversions v ${named} where v.id = $1`,
    [id],
  )
  return row
}

/** How the conversions of a user have ended, in one mode, by conversions_by_user. */
interface UserOutcomes {
  readonly userId: string
  readonly approved: number
  readonly pending: number
  readonly rejected: number
  readonly reversed: number
  /** The user's earnings that still stand. */
  readonly payoutMicros: number
}

export async function listOutcomesOfUsers(
  db: Db,
  { appId, isTest, userIds }: { appId: number; isTest: boolean; userIds: readonly string[] },
): Promise<UserOutcomes[]> {
  const count = (status: string) => `(count(*) filter (where v.status = '${status}'))::integer as ${status}`
  return await db.query(
    `select v.user_id as "userId", ${['approved', 'pending', 'rejected', 'reversed'].map(count).join(', ')},
       coalesce(sum(v.payout_micros) filter (where v.status = 'approved'), 0)::bigint as "payoutMicros"
     from unnest($3::text[]) as u (id) cross join lateral (
       select * from conversions c where c.app_id = $1 and c.user_id = u.id and c.is_test = $2 limit 1000) v
     group by v.user_id`,
    [appId, isTest, userIds],
  )
}

/** Users of an app with conversions since an id, as far as they are among so many of them. */
export async function listUsersWithConversions(
  db: Db,
  { appId, isTest, sinceId, limit }: { appId: number; isTest: boolean; sinceId: string; limit: number },
): Promise<string[]> {
  const rows = await db.query<{ userId: string }>(
    `select distinct user_id as "userId" from (
       select user_id from conversions where app_id = $1 and is_test = $2 and id >= $3 limit $4) v`,
    [appId, isTest, sinceId, limit],
  )
  return rows.map(({ userId }) => userId)
}
