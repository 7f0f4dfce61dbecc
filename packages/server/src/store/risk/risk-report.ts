import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import { lost } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'

/** The newest are looked at, so that an answer has a bound whatever is kept. */
const assessmentsMax = 50_000
const conversionsMax = 50_000
const signalsMax = 5_000

interface ScoreBin {
  /** One of twenty bins, each five points wide. */
  readonly bin: number
  readonly assessments: number
  readonly blocked: number
}

/** How the scores that were answered lie, of live calls. */
export async function countScores(db: Db, sinceMs: number): Promise<ScoreBin[]> {
  return await db.query(
    `select least(score_tenths / 50, 19)::integer as bin, count(*)::integer as assessments,
       (count(*) filter (where is_blocked))::integer as blocked
     from (select score_tenths, is_blocked from risk_assessments
       where id >= $1 and not is_test order by id desc limit ${assessmentsMax}) a
     group by 1 order by 1`,
    [firstIdAt(sinceMs)],
  )
}

interface CalibrationBin {
  /** One of ten bins; null: nothing spoke against the conversions, and no score was kept. */
  readonly bin: number | null
  readonly conversions: number
  /** The mean score, from 0 to 1. */
  readonly said: number | null
  /** The share of them that was taken back or refused. */
  readonly was: number
}

/** The scores of conversions, against how these ended; an approval that stands is believed after a while. */
export async function calibrate(
  db: Db,
  { sinceMs, matureMs }: { readonly sinceMs: number; readonly matureMs: number },
): Promise<CalibrationBin[]> {
  return await db.query(
    `select bin, count(*)::integer as conversions, (avg(score) / 1000)::float8 as said,
       avg(is_lost::integer)::float8 as was
     from (select case when score is not null then least(score / 100, 9) end as bin, score, is_lost from (
         select (v.risk ->> 'scoreTenths')::numeric::integer as score, ${lost('v')} as is_lost, status, created_at
         from (select id, risk, status, reason, reported_status, created_at from conversions
           where id >= $1 and not is_test order by id desc limit ${conversionsMax}) v) scored
       where is_lost or (status = 'approved' and created_at < to_timestamp($2::bigint / 1000.0))) ended
     group by bin order by bin nulls first`,
    [firstIdAt(sinceMs), matureMs],
  )
}

interface SpokenSignal {
  readonly name: string
  readonly assessments: number
  readonly meanShare: number
}

/** Which signals spoke in the newest assessments, and how loudly; `of` is how many these are. */
export async function countSignals(
  db: Db,
  sinceMs: number,
): Promise<{ readonly of: number; readonly signals: readonly SpokenSignal[] }> {
  const [row] = await db.query<{ of: number; signals: SpokenSignal[] }>(
    `with newest as (select shares from risk_assessments
       where id >= $1 and not is_test and shares is not null order by id desc limit ${signalsMax})
     select (select count(*)::integer from newest) as of, coalesce((select json_agg(s) from (
       select key as name, count(*)::integer as assessments, avg(value::float8) as "meanShare"
       from newest cross join lateral jsonb_each_text(shares) where value::float8 <> 0 group by key) s), '[]') as signals`,
    [firstIdAt(sinceMs)],
  )
  return row ?? { of: 0, signals: [] }
}
