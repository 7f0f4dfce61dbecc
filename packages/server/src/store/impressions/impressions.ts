import type { Db } from '../pg/database.ts'

/** Users to whom an offer was shown within an hour. */
export interface ImpressionCount {
  readonly hourSec: number
  readonly appId: number
  readonly offerId: number
  readonly country: string
  readonly platform: string
  readonly impressions: number
}

/** Adds sums. In one order, so that two processes never wait for each other. */
export async function addImpressions(db: Db, counts: readonly ImpressionCount[]): Promise<void> {
  await db.query(
    `insert into impressions as i (hour, app_id, offer_id, country, platform, impressions)
     select to_timestamp(hour), app_id, offer_id, country, platform, impressions
     from unnest($1::bigint[], $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::bigint[])
       as given (hour, app_id, offer_id, country, platform, impressions)
     order by app_id, hour, offer_id, country, platform
     on conflict (app_id, hour, offer_id, country, platform)
       do update set impressions = i.impressions + excluded.impressions`,
    [
      counts.map(({ hourSec }) => hourSec),
      counts.map(({ appId }) => appId),
      counts.map(({ offerId }) => offerId),
      counts.map(({ country }) => country),
      counts.map(({ platform }) => platform),
      counts.map(({ impressions }) => impressions),
    ],
  )
}

/** Returns how many rows are gone, of so many at most: sums of hours before `beforeMs`. */
export async function deleteOldImpressions(db: Db, beforeMs: number, limit: number): Promise<number> {
  const gone = await db.query(
    `delete from impressions where ctid = any (array(
       select ctid from impressions where hour < to_timestamp($1::bigint / 1000) limit $2)) returning 1 as one`,
    [beforeMs, limit],
  )
  return gone.length
}
