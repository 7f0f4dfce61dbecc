import type { StartStep } from '@quoin/core/apps/start-steps.ts'
import type { Db } from '../pg/database.ts'

interface StepRow {
  readonly step: StartStep
  readonly doneAtMs: number
}

export async function listSteps(db: Db, appId: number): Promise<StepRow[]> {
  return await db.query('select step, done_at as "doneAtMs" from app_steps where app_id = $1', [appId])
}

/** The first one stays. */
export async function insertStep(db: Db, appId: number, { step, doneAtMs }: StepRow): Promise<void> {
  await db.query(
    `insert into app_steps (app_id, step, done_at) values ($1, $2, to_timestamp($3::bigint / 1000.0))
     on conflict do nothing`,
    [appId, step, doneAtMs],
  )
}

/** Where the evidence of each step is: one row of any, by an index that begins with the app. */
const evidence: Readonly<Record<StartStep, string>> = {
  keys_made: 'select min(created_at) as at from api_secrets where app_id = $1',
  first_list: 'select min(last_used_at) as at from api_secrets where app_id = $1',
  // No index of clicks begins with the app: the newest of all, then the days of the statistics.
  first_click: `select coalesce(
      (select clicked_at from (select app_id, clicked_at from clicks order by id desc limit 5000) newest
        where app_id = $1 limit 1),
      (select slot from stats_app_sums where app_id = $1 and clicks > 0 limit 1)) as at`,
  test_conversion: 'select created_at as at from conversions where app_id = $1 and is_test limit 1',
  callback_delivered: `select c.ended_at as at from callback_endpoints e join callbacks c on c.endpoint_id = e.id
    where e.app_id = $1 and c.state = 'delivered' limit 1`,
  live_conversion: `select created_at as at from conversions
    where app_id = $1 and not is_test and status = 'approved' limit 1`,
}

/** When the step was done, as far as one row of its evidence tells. */
export async function findEvidence(db: Db, appId: number, step: StartStep): Promise<number | undefined> {
  const [row] = await db.query<{ at: number | null }>(evidence[step], [appId])
  return row?.at ?? undefined
}
