import type { Weights } from '@quoin/core/risk/weights.ts'
import type { Db } from '../pg/database.ts'

type WeightsState = 'candidate' | 'active' | 'retired' | 'rejected'

export interface WeightsRow {
  readonly version: string
  readonly state: WeightsState
  readonly weights: Weights
  readonly figures: object
  readonly actor: string
  readonly createdAtMs: number
  readonly changedAtMs: number
}

const columns = `version, state, weights, figures, actor, created_at as "createdAtMs", changed_at as "changedAtMs"`

/** Newest first. */
export async function listWeights(db: Db, limit: number): Promise<WeightsRow[]> {
  return await db.query(
    `select ${columns} from risk_weights order by created_at desc, version desc limit $1`,
    [limit],
  )
}

export async function findWeights(db: Db, version: string): Promise<WeightsRow | undefined> {
  const [row] = await db.query<WeightsRow>(`select ${columns} from risk_weights where version = $1`, [
    version,
  ])
  return row
}

/** The last that a round of learning made, whatever became of it. */
export async function findNewestLearned(db: Db): Promise<WeightsRow | undefined> {
  const [row] = await db.query<WeightsRow>(
    `select ${columns} from risk_weights where version like 'learned-%' order by created_at desc, version desc limit 1`,
  )
  return row
}

/** The active version and the candidate, where there are such. */
export async function listWeightsInUse(db: Db): Promise<WeightsRow[]> {
  return await db.query(`select ${columns} from risk_weights where state in ('active', 'candidate')`)
}

export async function insertWeights(
  db: Db,
  { version, state, weights, figures, actor, createdAtMs }: Omit<WeightsRow, 'changedAtMs'>,
): Promise<void> {
  await db.query(
    `insert into risk_weights (version, state, weights, figures, actor, created_at, changed_at)
     values ($1, $2, $3::jsonb, $4::jsonb, $5, to_timestamp($6::bigint / 1000.0), to_timestamp($6::bigint / 1000.0))`,
    [version, state, JSON.stringify(weights), JSON.stringify(figures), actor, createdAtMs],
  )
}

/** Moves what is in a state, or one version, to another state. */
export async function moveWeights(
  db: Db,
  which: { readonly version: string } | { readonly state: WeightsState },
  { to, nowMs, figures }: { readonly to: WeightsState; readonly nowMs: number; readonly figures?: unknown },
): Promise<number> {
  const [column, value] = 'version' in which ? ['version', which.version] : ['state', which.state]
  const rows = await db.query(
    `update risk_weights set state = $2, changed_at = to_timestamp($3::bigint / 1000.0),
       figures = figures || coalesce($4::jsonb, '{}')
     where ${column} = $1 returning 1`,
    [value, to, nowMs, figures === undefined ? null : JSON.stringify(figures)],
  )
  return rows.length
}

interface LearningTurns {
  readonly nowMs: number
  readonly everyMs: number
  /** After this time a turn that came to no end, for its process was killed or it failed, is anybody's. */
  readonly againMs: number
}

/** Takes the night's turn: true for one of all processes, once in that time. */
export async function takeLearningTurn(db: Db, { nowMs, everyMs, againMs }: LearningTurns): Promise<boolean> {
  const rows = await db.query(
    `update risk_learning set ran_at = to_timestamp($1::bigint / 1000.0), outcome = '{"outcome":"running"}'
     where ran_at <= to_timestamp(($1::bigint - $2::bigint) / 1000.0)
       or ran_at > to_timestamp(($1::bigint + $2::bigint) / 1000.0)
       or (outcome ->> 'outcome' in ('running', 'failed')
         and ran_at <= to_timestamp(($1::bigint - $3::bigint) / 1000.0))
     returning 1`,
    [nowMs, everyMs, againMs],
  )
  return rows.length > 0
}

export async function noteLearning(db: Db, outcome: unknown): Promise<void> {
  await db.query('update risk_learning set outcome = $1::jsonb', [JSON.stringify(outcome)])
}

interface LastLearning {
  /** Null: never yet. */
  readonly ranAtMs: number | null
  readonly outcome: Readonly<Record<string, unknown>>
}

/** When was last learned in a night's turn, and what it came to. */
export async function findLastLearning(db: Db): Promise<LastLearning> {
  const [row] = await db.query<LastLearning>(
    `select case when ran_at > '-infinity' then ran_at end as "ranAtMs", outcome from risk_learning`,
  )
  return row ?? { ranAtMs: null, outcome: {} }
}

/** How a candidate's scores beside those that were answered. */
interface ShadowFigures {
  readonly assessments: number
  readonly meanAnswered: number | null
  readonly meanShadow: number | null
  readonly over50Answered: number
  readonly over50Shadow: number
  readonly over85Answered: number
  readonly over85Shadow: number
}

/** Figures of the assessments since an id, without those that a list decided. */
export async function measureShadow(
  db: Db,
  version: string,
  sinceId: string,
): Promise<ShadowFigures | undefined> {
  const [row] = await db.query<ShadowFigures>(
    `select count(*)::integer as assessments, round(avg(score_tenths) / 10, 2)::float8 as "meanAnswered",
       round(avg(shadow_tenths) / 10, 2)::float8 as "meanShadow",
       (count(*) filter (where score_tenths >= 500))::integer as "over50Answered",
       (count(*) filter (where shadow_tenths >= 500))::integer as "over50Shadow",
       (count(*) filter (where score_tenths >= 850))::integer as "over85Answered",
       (count(*) filter (where shadow_tenths >= 850))::integer as "over85Shadow"
     from risk_assessments
     where id >= $2 and shadow_version = $1 and not is_test and score_tenths between 10 and 990`,
    [version, sinceId],
  )
  return row
}
