import type { FirstRunStep } from '@quoin/core/first-run/first-run-steps.ts'
import { byIndex } from '../conversions/conversion-columns.ts'
import type { Database, Db } from '../pg/database.ts'

/** Where a live step was found. */
interface FoundMoment {
  readonly atMs: number
  readonly subjectId: string
  /** The objects of the audit log that tell who did it, the most telling one first. */
  readonly objects: readonly string[]
}

export interface FirstRunRow {
  readonly step: FirstRunStep
  readonly isTest: boolean
  readonly atMs: number
  readonly actor: string | null
  readonly subjectId: string | null
  readonly facts: Readonly<Record<string, unknown>>
}

export async function listFirstRun(db: Db): Promise<FirstRunRow[]> {
  return await db.query(
    `select step, is_test as "isTest", happened_at as "atMs", actor, subject_id as "subjectId", facts
     from first_run_steps`,
    [],
  )
}

/** The first moment stays; of trials the last one does. */
export async function writeFirstRun(db: Db, row: FirstRunRow): Promise<void> {
  const { step, isTest, atMs, actor, subjectId, facts } = row
  await db.query(
    `insert into first_run_steps as s (step, is_test, happened_at, actor, subject_id, facts)
     values ($1, $2, to_timestamp($3::bigint / 1000.0), $4, $5, $6::jsonb)
     on conflict (step, is_test) do update set happened_at = excluded.happened_at, actor = excluded.actor,
       subject_id = excluded.subject_id, facts = excluded.facts where s.is_test`,
    [step, isTest, Math.floor(atMs), actor, subjectId, JSON.stringify(facts)],
  )
}

interface Evidence {
  readonly testNetwork: string
  /** The app that test mode made; null: none. */
  readonly trialAppId: number | null
}

/** How many rows of a large table are looked at from its beginning, and from its end. */
const lookedAtMax = 500

const clickOf = (order: 'asc' | 'desc') =>
  `(select id, clicked_at from (select id, clicked_at, is_test, verdict from clicks order by id ${order}
     limit ${lookedAtMax}) c where not is_test and verdict = 'valid' order by id limit 1)`
const postbackOf = (order: 'asc' | 'desc') =>
  `(select r.id, r.received_at from (select id, received_at, conversion_id, outcome from postback_requests
     order by id ${order} limit ${lookedAtMax}) r cross join lateral (
       select is_test from conversions where id = r.conversion_id ${byIndex}) c
     where r.outcome = 'applied' and not c.is_test order by r.id limit 1)`
const callbackOf = (order: 'asc' | 'desc') =>
  `(select k.id, t.attempted_at from (select id, is_test from conversions order by id ${order}
     limit ${lookedAtMax}) c
     cross join lateral (select id from callbacks where conversion_id = c.id ${byIndex}) k
     cross join lateral (
       select attempted_at, http_status from callback_attempts where callback_id = k.id ${byIndex}) t
     where not c.is_test and t.http_status between 200 and 299 order by t.attempted_at limit 1)`

/** The oldest rows before the newest ones: one of either shows that it has happened. */
const bothEnds = (of: (order: 'asc' | 'desc') => string, columns: string) =>
  `select * from (select 1 as place, a.* from ${of('asc')} a union all
     select 2, b.* from ${of('desc')} b) ends (place, ${columns})`

interface Search {
  readonly sql: string
  readonly values: (evidence: Evidence) => readonly unknown[]
}

const plain = () => []
const searches: Readonly<Record<FirstRunStep, Search>> = {
  network: {
    sql: `select id::text as "subjectId", created_at as "atMs", array['network:' || slug] as objects from networks
      where slug <> $1 order by id limit 1`,
    values: ({ testNetwork }) => [testNetwork],
  },
  offers: {
    sql: `select o.id::text as "subjectId", o.created_at as "atMs",
        array['offer:' || o.id, 'network:' || n.slug] as objects
      from offers o join networks n on n.id = o.network_id
      where not o.is_test and o.status = 'active' and o.paused_at is null and n.status = 'active'
        and (o.starts_at is null or o.starts_at <= now()) and (o.ends_at is null or o.ends_at > now())
      order by o.id limit 1`,
    values: plain,
  },
  app: {
    sql: `select a.id::text as "subjectId", a.created_at as "atMs", array['app:' || a.id] as objects
      from apps a join publishers p on p.id = a.publisher_id
      where p.status = 'active' and a.id is distinct from $1::bigint order by a.id limit 1`,
    values: ({ trialAppId }) => [trialAppId],
  },
  click: {
    sql: `select id::text as "subjectId", at as "atMs", '{}'::text[] as objects
      from (${bothEnds(clickOf, 'id, at')}) found order by place limit 1`,
    values: plain,
  },
  postback: {
    sql: `select id::text as "subjectId", at as "atMs", '{}'::text[] as objects
      from (${bothEnds(postbackOf, 'id, at')}) found order by place limit 1`,
    values: plain,
  },
  callback: {
    sql: `select id::text as "subjectId", at as "atMs", '{}'::text[] as objects
      from (${bothEnds(callbackOf, 'id, at')}) found order by place limit 1`,
    values: plain,
  },
}

/** Whether a step has happened, and when, as far as a bounded look tells. */
export async function findMoment(
  db: Db,
  step: FirstRunStep,
  evidence: Evidence,
): Promise<FoundMoment | undefined> {
  const { sql, values } = searches[step]
  // The tables grow from nothing: a plan of that time would scan them for ever.
  const [row] = await db.query<FoundMoment>(sql, values(evidence), { isPlannedAnew: true })
  return row
}

/** Whoever made the first of these things that the audit log knows, by audit_log_by_object. */
export async function findMaker(db: Db, objects: readonly string[]): Promise<string | undefined> {
  const [row] = await db.query<{ actor: string }>(
    `select a.actor from unnest($1::text[]) with ordinality o (object, place)
       cross join lateral (
         select actor from audit_log where object = o.object
           and action in ('network.created', 'offer.created', 'offers.imported', 'app.created')
           and (o.place = 1 or action = 'offers.imported') order by id limit 1) a
     order by o.place limit 1`,
    [objects],
  )
  return row?.actor
}

/** Any number; two trials must not make an app each. */
const trialLock = 7_168_250

export async function whileAlone<Result>(db: Database, work: () => Promise<Result>): Promise<Result> {
  return await db.transaction(async (tx) => {
    await tx.query('select pg_advisory_xact_lock($1)', [trialLock])
    return await work()
  })
}
