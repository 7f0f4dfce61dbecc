import { weekMs } from '@quoin/core/time/durations.ts'
import { type Db, plannedAnew } from '../pg/database.ts'
import { measures } from './stats-deltas.ts'

const weekSec = weekMs / 1000

/** A week of a large platform takes seconds. */
const patient = { ...plannedAnew, timeoutMs: 120_000 }

/**
 * Adds the latest week that has no sums of apps' offers yet, of a platform that is older than they are. From then on the
 * triggers of the rows keep it. False when there is none left, or another process is at it.
 */
export async function sumEarlierWeek(tx: Db): Promise<boolean> {
  const [progress] = await tx.query<{ untilSec: number }>(
    `select extract(epoch from app_offers_since)::bigint as "untilSec" from stats_progress
     where isfinite(app_offers_since) for update skip locked`,
    [],
  )
  if (progress === undefined) return false
  // Additions of others to these rows meanwhile would be in no sum.
  await tx.query('lock table stats_15min, stats_credit_times in share row exclusive mode', [])
  const week = [progress.untilSec - weekSec, progress.untilSec]
  const figures = measures.map((name) => `sum(${name})`).join(', ')
  await tx.query(
    `insert into stats_app_sums (app_id, kind, slot, key, status, ${measures.join(', ')})
     select app_id, 'O', to_timestamp($1::bigint), offer_id::text, status, ${figures} from stats_15min
     where quarter >= to_timestamp($1::bigint) and quarter < to_timestamp($2::bigint) group by 1, 4, 5 order by 1, 4, 5`,
    week,
    patient,
  )
  await tx.query(
    `insert into stats_app_credit_sums (app_id, kind, since, key, slot, conversions)
     select app_id, 'O', to_timestamp($1::bigint), offer_id::text, slot, sum(conversions) from stats_credit_times
     where quarter >= to_timestamp($1::bigint) and quarter < to_timestamp($2::bigint) group by 1, 4, 5 order by 1, 4, 5`,
    week,
    patient,
  )
  await tx.query(
    `update stats_progress set app_offers_since = case
       when exists (select from stats_15min where quarter < to_timestamp($1::bigint))
         or exists (select from stats_credit_times where quarter < to_timestamp($1::bigint))
       then to_timestamp($1::bigint) else '-infinity' end`,
    [week[0]],
    patient,
  )
  return true
}
