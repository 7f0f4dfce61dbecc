import { pairMembersMax } from '@quoin/core/stats/group-pair.ts'
import { type Database, plannedAnew, type Transaction } from '../pg/database.ts'
import type { StatsRow } from './stats-report.ts'
import {
  inOneSnapshot,
  measuresOf,
  parametersOf,
  patient,
  type Progress,
  type ReportColumn,
  reportColumns,
  wanted,
} from './stats-rows.ts'
import { sumsOf, type TopQuery, type TopStats, topFrom } from './stats-top.ts'

/** One interval, grouped by two things. */
interface PairQuery extends TopQuery {
  readonly groupBy: readonly [ReportColumn, ReportColumn]
}

interface PairStats extends TopStats {
  /** The members of each group whose margin is farthest from nothing, these first. */
  readonly members: readonly MemberRow[]
}

interface MemberRow extends StatsRow {
  /** How many members its group has. */
  readonly members: number
}

/**
 * The groups by the first thing, and in each the members by the second that matter most, in one snapshot. There is no sum of
 * two things at once: the rows of the chosen groups are added up, which an index finds by offer or by app.
 */
export async function reportPairStats(db: Database, query: PairQuery): Promise<PairStats> {
  return await inOneSnapshot(db, async (tx, progress) => {
    const [first] = query.groupBy
    const found = await topFrom(tx, { ...query, groupBy: [first] }, progress)
    const keys = found.rows.map(({ keys: [key] }) => (key === null || key === undefined ? null : String(key)))
    const members = keys.length === 0 ? [] : await listMembers(tx, { ...query, keys }, progress)
    return { ...found, members }
  })
}

interface MemberQuery extends PairQuery {
  readonly keys: readonly (string | null)[]
}

async function listMembers(tx: Transaction, query: MemberQuery, progress: Progress): Promise<MemberRow[]> {
  tx.send({ text: "set local work_mem = '32MB'" })
  const asked = { ...query, rowsMax: query.keys.length * pairMembersMax - 1 }
  const [first, second] = query.groupBy.map((name) => `d.${reportColumns[name]}`)
  return await tx.query(
    `select 0 as interval, jsonb_build_array(first, second) as keys, members::int, clicks::text,
       unique_clicks::text as "uniqueClicks", fallback_clicks::text as "fallbackClicks",
       bot_clicks::text as "botClicks", conversions, "revenueMicros", "payoutMicros", '{}'::jsonb as "creditTimes"
     from (select p.*, count(*) over (partition by first) as members,
         row_number() over (partition by first order by abs(margin) desc, clicks desc, second) as place
       from (select d.first, d.second, coalesce(${sumsOf.margin}, 0) as margin, ${countSums},
           ${byStatusOf('conversions')} as conversions, ${byStatusOf('revenue_micros')} as "revenueMicros",
           ${byStatusOf('payout_micros')} as "payoutMicros"
         from (select ${first} as first, ${second} as second, d.status, ${countSums},
             sum(d.conversions) as conversions, sum(d.revenue_micros) as revenue_micros,
             sum(d.payout_micros) as payout_micros
           from (${measuresOf(asked, progress)}) d where ${wanted(asked)} group by 1, 2, 3) d
         group by 1, 2
         having bool_or(d.clicks <> 0 or d.fallback_clicks <> 0 or d.bot_clicks <> 0 or d.conversions <> 0)) p) placed
     where place <= ${pairMembersMax} order by first, place
     limit $8`,
    parametersOf(asked, progress),
    { ...plannedAnew, ...patient },
  )
}

const countSums = ['clicks', 'unique_clicks', 'fallback_clicks', 'bot_clicks']
  .map((name) => `sum(d.${name}) as ${name}`)
  .join(', ')

/** A sum for each status that there is. */
function byStatusOf(measure: string): string {
  return `coalesce(jsonb_object_agg(d.status, d.${measure}::text) filter (where d.status <> ''), '{}')`
}
