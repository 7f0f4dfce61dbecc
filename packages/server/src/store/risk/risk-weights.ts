import type { Weights } from '@quoin/core/risk/weights.ts'
import { lost } from '../conversions/conversion-columns.ts'
import type { Db } from '../pg/database.ts'
import { type RowColumns, rowsFrom, valuesOf } from '../pg/row-parameters.ts'

type WeightsState = 'candidate' | 'active' | 'retired' | 'rejected'

export interface WeightsRow {
  readonly version: string
  readonly state: WeightsState
  readonly weights: Weights
  readonly figures: unknown
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

interface OutcomeRow {
  readonly appId: number
  readonly userId: string
  /** The first that took something back; of who kept all of theirs, any that they earned at. */
  readonly networkId: number
  /** When their first conversion was lost; null for a user who kept all of theirs. */
  readonly lostAtMs: number | null
}

interface OutcomesWanted {
  readonly sinceMs: number
  /** An approval before it that still stands is believed. */
  readonly matureMs: number
  /** The most users of each kind: those who lost something, and the others. */
  readonly limit: number
  /** The same of one app, and of one network. */
  readonly perSourceMax: number
}

/**
 * Live users whose conversions say how they ended. A network speaks of what it paid for: who lost conversions of one
 * and kept those of as many others is no example. Which of too many are taken depends on nothing that is learned. A
 * refusal by a cap or by the end of a time says nothing.
 */
export async function listOutcomes(
  db: Db,
  { sinceMs, matureMs, limit, perSourceMax }: OutcomesWanted,
): Promise<OutcomeRow[]> {
  return await db.query(
    `with said as (
       select app_id, user_id, network_id, min(updated_at) filter (where is_lost) as lost_at,
         bool_or(status = 'approved' and created_at < to_timestamp($2::bigint / 1000.0)) as stands
       from (select app_id, user_id, network_id, updated_at, created_at, status, ${lost('v')} as is_lost
         from conversions v where not is_test and created_at >= to_timestamp($1::bigint / 1000.0)) v
       group by app_id, user_id, network_id
     ), ended as (
       select app_id, user_id, min(lost_at) as lost_at,
         (array_agg(network_id order by lost_at, network_id))[1] as network_id,
         hashtextextended(app_id || ' ' || user_id, 0) as draw
       from said group by app_id, user_id
       having count(lost_at) > count(*) filter (where lost_at is null and stands)
         or (count(lost_at) = 0 and bool_or(stands))
     ), by_source as (
       select *, row_number() over (partition by lost_at is null, app_id order by draw, user_id) as in_app,
         row_number() over (partition by lost_at is null, network_id order by draw, app_id, user_id) as in_network
       from ended
     ), drawn as (
       select *, row_number() over (partition by lost_at is null order by draw, app_id, user_id) as place
       from by_source where in_app <= $4 and in_network <= $4
     )
     select app_id as "appId", user_id as "userId", network_id as "networkId", lost_at as "lostAtMs"
     from drawn where place <= $3`,
    [sinceMs, matureMs, limit, perSourceMax],
  )
}

interface AssessedUser {
  readonly appId: number
  readonly user: string
  /** Only assessments before it count; null: all. */
  readonly beforeMs: number | null
}

const assessedRow: RowColumns<AssessedUser> = { appId: 'bigint', user: 'text', beforeMs: 'bigint' }

/** The last assessment of each before it was known how they ended, by risk_assessments_by_user; others are left out. */
export async function listSharesBefore(
  db: Db,
  users: readonly AssessedUser[],
): Promise<(Pick<AssessedUser, 'appId' | 'user'> & { readonly shares: Readonly<Record<string, number>> })[]> {
  return await db.query(
    `select u."appId", u."user", a.shares
     from ${rowsFrom(assessedRow, 'u')}
     join lateral (
       select shares from risk_assessments a
       where a.app_id = u."appId" and a.user_key = decode(u."user", 'hex') and a.shares is not null
         and (u."beforeMs" is null or a.assessed_at < to_timestamp(u."beforeMs" / 1000.0))
       order by a.id desc limit 1) a on true`,
    valuesOf(assessedRow, users),
  )
}

/** How a candidate's scores lie beside those that were answered. */
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
