import type { Db } from '../pg/database.ts'

export interface AppFigures {
  readonly clicks: number
  readonly approved: number
  /** Micros as a text: a sum may be larger than numbers are exact. */
  readonly earnedMicros: string
}

interface MeasuredApp {
  readonly id: number
  readonly week: AppFigures
  readonly month: AppFigures
}

interface Since {
  readonly ids: readonly number[]
  /** Starts of days of UTC, by which the sums are kept. */
  readonly weekSec: number
  readonly monthSec: number
}

/** How apps fared from two days on, by what is rolled up. */
export async function measureApps(db: Db, { ids, weekSec, monthSec }: Since): Promise<MeasuredApp[]> {
  return await db.query(
    `select key::bigint as id, ${figures('slot >= to_timestamp($2)')} as week, ${figures('true')} as month
     from stats_sums where kind = 'A' and slot >= to_timestamp($3) and key = any($1::text[]) group by key`,
    [ids.map(String), weekSec, monthSec],
  )
}

function figures(wanted: string): string {
  const isApproved = `status = 'approved' and ${wanted}`
  return `jsonb_build_object(
    'clicks', coalesce(sum(clicks) filter (where ${wanted}), 0)::bigint,
    'approved', coalesce(sum(conversions) filter (where ${isApproved}), 0)::bigint,
    'earnedMicros', coalesce(sum(payout_micros) filter (where ${isApproved}), 0)::text)`
}
