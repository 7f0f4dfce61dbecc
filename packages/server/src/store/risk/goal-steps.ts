import { reportsOfAppGranted, type StepCounts, stepsBack } from '@quoin/core/risk/usual-steps.ts'
import type { Db } from '../pg/database.ts'

/** The first report of a conversion by its network; a claim alone is none. Both are ordered as they were written. */
const writtenOrder = (event: string, conversion: string): string =>
  `(${event}.written_in, ${conversion}.id, ${event}.version)`

/** Whether the user of `r` had a report of a goal of the offer before, by the index conversions_by_user. */
const hadBefore = (goal: string): string => `exists (
  select from conversions o join conversion_events b on b.conversion_id = o.id
  where o.app_id = r.app_id and o.user_id = r.user_id and o.offer_id = r.offer_id and not o.is_test
    and o.goal = ${goal} and b.source = 'postback' and ${writtenOrder('b', 'o')} < (r.written_in, r.id, r.version))`

/**
 * Adds each user's first reports of goals among the given steps `e` of conversions `v`, with the steps before them that
 * the user had: counted by whichever of the two came later, so that a late step counts and none does twice.
 */
export function addGoalSteps(where: string): string {
  return `insert into goal_steps (offer_id, app_id, day, goal, step, reports)
    select r.offer_id, r.app_id, r.day, x.goal, x.step, count(*)
    from (
      select v.id, v.app_id, v.user_id, v.offer_id, v.goal, (v.created_at at time zone 'UTC')::date as day,
        e.written_in, e.version
      from conversion_events e join conversions v on v.id = e.conversion_id
      where not v.is_test and v.goal <> '' and e.source = 'postback' and ${where}
    ) r
    cross join lateral (
      select r.goal, '' as step
      union all
      select n.goal, n.step from (
        select g.goal, s.goal as step,
          row_number() over (partition by g.goal order by s.position desc, s.goal) as nth
        from offer_goals g join offer_goals s on s.offer_id = g.offer_id and s.position < g.position
        where g.offer_id = r.offer_id and not s.is_retired
      ) n
      where n.nth <= ${stepsBack} and r.goal in (n.goal, n.step)
        and ${hadBefore('case when r.goal = n.goal then n.step else n.goal end')}
    ) x
    where not ${hadBefore('r.goal')}
    group by 1, 2, 3, 4, 5
    order by 1, 2, 3, 4, 5
    on conflict (offer_id, app_id, day, goal, step) do update set reports = goal_steps.reports + excluded.reports`
}

interface GoalStepsRow extends StepCounts {
  readonly offerId: number
  readonly goal: string
}

interface GoalStepsWanted {
  readonly sinceMs: number
  /** The beginning of the last days. */
  readonly latelyMs: number
  readonly limit: number
}

/** Weeks are gone through now and then, and nobody waits for it. */
const patient = { timeoutMs: 40_000 }

/**
 * Goals with the active goals before them, the nearest first; those with most reports first. An app counts as much as
 * all others together and some more.
 */
export async function listGoalSteps(
  db: Db,
  { sinceMs, latelyMs, limit }: GoalStepsWanted,
): Promise<GoalStepsRow[]> {
  return await db.query(
    `with by_app as (
       select offer_id, app_id, goal, step, sum(reports) as reports,
         coalesce(sum(reports) filter (where day >= (to_timestamp($2::bigint / 1000.0) at time zone 'UTC')::date), 0) as lately
       from goal_steps where day >= (to_timestamp($1::bigint / 1000.0) at time zone 'UTC')::date
       group by offer_id, app_id, goal, step
     ), reached as (
       select *, least(1, (sum(reports) over (partition by offer_id, goal) - reports + ${reportsOfAppGranted}) / reports) as part
       from by_app where step = '' and reports > 0
     ), counted as (
       select r.offer_id, r.goal, s.goal as step, s.position, sum(r.reports * r.part) as reached,
         sum(coalesce(b.reports, 0) * r.part) as came, sum(r.lately * r.part) as reached_lately,
         sum(coalesce(b.lately, 0) * r.part) as came_lately
       from reached r
         join offer_goals g on g.offer_id = r.offer_id and g.goal = r.goal
         join offer_goals s on s.offer_id = g.offer_id and s.position < g.position and not s.is_retired
         left join by_app b on b.offer_id = r.offer_id and b.app_id = r.app_id and b.goal = r.goal and b.step = s.goal
       group by r.offer_id, r.goal, s.goal, s.position
     )
     select offer_id as "offerId", goal, step, reached::float8, came::float8, reached_lately::float8 as "reachedLately",
       came_lately::float8 as "cameLately"
     from counted where came > 0
     order by reached desc, offer_id, goal, position desc, step limit $3`,
    [sinceMs, latelyMs, limit],
    patient,
  )
}

/** Days that no norm is made of any more. */
export async function forgetGoalSteps(db: Db, beforeMs: number): Promise<void> {
  await db.query(
    `delete from goal_steps where day < (to_timestamp($1::bigint / 1000.0) at time zone 'UTC')::date`,
    [beforeMs],
  )
}
