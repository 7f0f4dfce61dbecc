import { slotEndsSec } from '@quoin/core/stats/credit-times.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { clicksOfUser } from '../tracking/clicks-of-user.ts'

/**
 * The amounts that rows add to the statistics, as SQL: for the roll-up (rows below the watermark since the last one),
 * the readers (rows that are not rolled up yet) and the check (all rows), so that none of them can count otherwise. A
 * `where` names which rows; clicks are `c`, events `e`.
 */

/** The columns of clicks that they are counted by: of a union each column is made that it names. */
export const countedColumns = `id, written_in, app_id, offer_id, user_id, country, platform, sub_id, verdict, outcome, is_test`

/** Sub ids of an app and UTC day that are counted by name. */
export const namedSubIdsMax = 200

/** To take away what rows have added before they were changed, by an erasure. */
interface DeltaOptions {
  /** The sub id that they had. */
  readonly subId?: string
  readonly isTaken?: boolean
}

interface ClickDeltaOptions extends DeltaOptions {
  readonly formerUser?: FormerUser
  /** Where the clicks come from, if not from all. */
  readonly source?: string
}

/** The users of clicks before some of them were renamed, as SQL. */
interface FormerUser {
  /** The user that the click of an alias had. */
  of(alias: string): string
  /** The names that they may have now: their clicks are found by these. */
  readonly namesNow: readonly string[]
}

const dimensions = 'app_id, quarter, offer_id, country, platform, sub_id'

/** The quarter of an hour in which a moment lies; the first of its UTC day where statistics are kept by the day. */
function quarterOf(epochSec: string): string {
  return `to_timestamp(case when to_timestamp(${epochSec}) < (select folded_before from stats_progress)
    then floor(${epochSec} / 86400) * 86400 else floor(${epochSec} / 900) * 900 end)`
}

/** A click counts at the time in its id: then its UTC day is a range of ids, within one partition. */
const clickTimeMs = `('x' || translate(left(c.id::text, 13), '-', ''))::bit(48)::bigint`

/** The first id of the UTC day that begins `days` after that of the click. */
function dayId(days: number): string {
  const startMs = `((k.at_ms / ${dayMs}) + ${days}) * ${dayMs}`
  return `(lpad(to_hex(${startMs}), 12, '0') || '70008000000000000000')::uuid`
}

/** The valid clicks that led to the offer of the click `k` on its UTC day, of users with these names. */
function unionOf(names: readonly string[]): string {
  const parts = names.map((userId) =>
    clicksOfUser(
      'id, user_id, written_in',
      { appId: 'k.app_id', userId, offerId: 'k.offer_id', sinceId: dayId(0), untilId: dayId(1) },
      `own.verdict = 'valid' and own.outcome = 'redirected' and not own.is_test`,
    ),
  )
  return `(${parts.map((part) => `select * from ${part} one`).join(' union all ')}) o`
}

/**
 * Clicks. One is unique when no other click of the same user on the same offer led there before on that UTC
 * day, before meaning: in the order of (written_in, id). That order never changes afterwards, also when
 * clicks come late from a spool, so that what was counted once stays counted. The clicks of a batch are
 * compared among themselves first: only the first of each user is looked up among all others.
 */
export function clickDeltas(
  where: string,
  { subId, isTaken, formerUser, source = 'clicks' }: ClickDeltaOptions = {},
): string {
  const sign = isTaken ? '-' : ''
  const isSameUser = formerUser ? `${formerUser.of('o')} = k.user_id` : 'true'
  const others = unionOf(formerUser?.namesNow ?? ['k.user_id'])
  return `select k.app_id, k.quarter, k.offer_id, k.country, k.platform, k.sub_id, '' as status,
      ${sign}count(*) filter (where k.leads) as clicks,
      ${sign}count(*) filter (where case when k.leads and k.nth = 1 then not exists (
        select from ${others}
        where ${isSameUser} and (o.written_in, o.id) < (k.written_in, k.id)
      ) end) as unique_clicks,
      ${sign}count(*) filter (where k.verdict = 'valid' and k.outcome <> 'redirected') as fallback_clicks,
      ${sign}count(*) filter (where k.verdict <> 'valid') as bot_clicks,
      0::bigint as conversions, 0::bigint as revenue_micros, 0::bigint as payout_micros
    from (
      select l.*, row_number() over (
        partition by l.app_id, l.offer_id, l.user_id, l.at_ms / ${dayMs}, l.leads order by l.written_in, l.id) as nth
      from (
        select c.id, c.written_in, c.app_id, c.offer_id, ${formerUser?.of('c') ?? 'c.user_id'} as user_id, c.country, c.platform,
          coalesce(${subId ?? 'c.sub_id'}, '') as sub_id, c.verdict, c.outcome, ${clickTimeMs} as at_ms,
          c.verdict = 'valid' and c.outcome = 'redirected' as leads,
          ${quarterOf(`(${clickTimeMs} / 1000)`)} as quarter
        from ${source} c where not c.is_test and ${where}
      ) l
    ) k
    group by 1, 2, 3, 4, 5, 6`
}

/** The dimensions by which a conversion is counted. One without a click has no country and platform of its own. */
const dimensionsWith = (
  subId = 'v.sub_id',
): string => `v.app_id, ${quarterOf('extract(epoch from v.created_at)')} as quarter, v.offer_id,
  coalesce(v.country, 'ZZ') as country, coalesce(v.platform, '') as platform, coalesce(${subId}, '') as sub_id`

/**
 * The rows that a conversion adds in a state, as SQL: itself, and the revenue that its network goes on owing where a
 * person alone took it back, so that revenue and margin agree with the ledger.
 */
function rowsOf(alias: string, status: string, sign: '' | '-' = ''): string {
  const isWithheld = `${alias}.${status} = 'reversed' and ${alias}.reason = 'withheld'`
  return `(${alias}.${status}, ${sign}1, ${sign}${alias}.revenue_micros, ${sign}${alias}.payout_micros),
          (case when ${isWithheld} then 'withheld' end, 0, ${sign}${alias}.revenue_micros, 0)`
}

/** Steps of conversions: each takes away what the step before has added. */
export function conversionDeltas(where: string, { subId, isTaken }: DeltaOptions = {}): string {
  const sign = isTaken ? '-' : ''
  return `select d.app_id, d.quarter, d.offer_id, d.country, d.platform, d.sub_id, d.status,
      0::bigint as clicks, 0::bigint as unique_clicks, 0::bigint as fallback_clicks, 0::bigint as bot_clicks,
      ${sign}sum(d.conversions)::bigint as conversions, ${sign}sum(d.revenue_micros)::bigint as revenue_micros,
      ${sign}sum(d.payout_micros)::bigint as payout_micros
    from (
      select ${dimensionsWith(subId)}, s.*
      from conversion_events e
        join conversions v on v.id = e.conversion_id
        left join conversion_events b on b.conversion_id = e.conversion_id and b.version = e.version - 1
        cross join lateral (values
          ${rowsOf('e', 'to_status')},
          ${rowsOf('b', 'to_status', '-')}
        ) as s (status, conversions, revenue_micros, payout_micros)
      where not v.is_test and s.status is not null and ${where}
    ) d
    group by 1, 2, 3, 4, 5, 6, 7`
}

/** Conversions as they are, without their history: what the sum of all their steps must be. */
export function conversionStates(where: string): string {
  return `select d.app_id, d.quarter, d.offer_id, d.country, d.platform, d.sub_id, d.status,
      0::bigint as clicks, 0::bigint as unique_clicks, 0::bigint as fallback_clicks, 0::bigint as bot_clicks,
      sum(d.conversions)::bigint as conversions, sum(d.revenue_micros)::bigint as revenue_micros,
      sum(d.payout_micros)::bigint as payout_micros
    from (
      select ${dimensionsWith()}, s.*
      from conversions v
        cross join lateral (values ${rowsOf('v', 'status')}) as s (status, conversions, revenue_micros, payout_micros)
      where not v.is_test and s.status is not null and ${where}
    ) d
    group by 1, 2, 3, 4, 5, 6, 7`
}

/** First approvals of conversions that had a click, by the time since it. */
export function creditDeltas(where: string, { subId, isTaken }: DeltaOptions = {}): string {
  const clickedSec = `(('x' || translate(left(v.click_id::text, 13), '-', ''))::bit(48)::bigint / 1000.0)`
  return `select d.app_id, d.quarter, d.offer_id, d.country, d.platform, d.sub_id, d.slot,
      ${isTaken ? '-' : ''}count(*) as conversions
    from (
      select ${dimensionsWith(subId)},
        width_bucket(extract(epoch from e.happened_at)::numeric - ${clickedSec},
          '{${slotEndsSec.join(',')}}'::numeric[])::smallint as slot
      from conversion_events e join conversions v on v.id = e.conversion_id
      -- A claim that no click was found for may have got one since, with the report that took it over.
      where not v.is_test and v.click_id is not null and v.expires_at is null and e.to_status = 'approved' and ${where}
        and not exists (
          select from conversion_events b
          where b.conversion_id = e.conversion_id and b.version < e.version and b.to_status = 'approved'
        )
    ) d
    group by 1, 2, 3, 4, 5, 6, 7`
}

/**
 * The same with the sub ids under which they are counted: by name if named already, or while there is room
 * for more of that app and day; else together, as null.
 */
function underNamedSubIds(deltas: string, others: string): string {
  return `select d.app_id, d.quarter, d.offer_id, d.country, d.platform,
      case when d.sub_id = '' or n.sub_id is not null or coalesce(f.named, 0) < ${namedSubIdsMax}
        then d.sub_id end as sub_id, ${others}
    from (${deltas}) d
      left join stats_sub_ids n
        on n.app_id = d.app_id and n.day = (d.quarter at time zone 'UTC')::date and n.sub_id = d.sub_id
      left join lateral (
        select count(*) as named from stats_sub_ids m
        where m.app_id = d.app_id and m.day = (d.quarter at time zone 'UTC')::date
          and d.sub_id <> '' and n.sub_id is null
      ) f on true`
}

export const measures = [
  'clicks',
  'unique_clicks',
  'fallback_clicks',
  'bot_clicks',
  'conversions',
  'revenue_micros',
  'payout_micros',
] as const

/** Deltas that become rows of stats_15min. */
export function measured(deltas: string): string {
  return underNamedSubIds(deltas, `d.status, ${measures.map((name) => `d.${name}`).join(', ')}`)
}

/** Deltas that become rows of stats_credit_times. */
export function timed(deltas: string): string {
  return underNamedSubIds(deltas, 'd.slot, d.conversions')
}

/** Adds deltas to stats_15min. */
export function addMeasures(deltas: string): string {
  return `insert into stats_15min (${dimensions}, status, ${measures.join(', ')})
    select ${dimensions}, status, ${measures.map((name) => `sum(${name})::bigint`).join(', ')}
    from (${measured(deltas)}) d
    group by ${dimensions}, status
    having ${measures.map((name) => `sum(${name}) <> 0`).join(' or ')}
    order by ${dimensions}, status
    on conflict (${dimensions}, status) do update set
      ${measures.map((name) => `${name} = stats_15min.${name} + excluded.${name}`).join(', ')}`
}

/** Adds deltas to stats_credit_times. */
export function addCreditTimes(deltas: string): string {
  return `insert into stats_credit_times (${dimensions}, slot, conversions)
    select ${dimensions}, slot, sum(conversions)::bigint from (${timed(deltas)}) d
    group by ${dimensions}, slot
    order by ${dimensions}, slot
    on conflict (${dimensions}, slot) do update set
      conversions = stats_credit_times.conversions + excluded.conversions`
}

/** Names the sub ids that the rows bring, in their order, as long as there is room. */
export function nameSubIds(rows: string): string {
  return `insert into stats_sub_ids (app_id, day, sub_id)
    select r.app_id, r.day, r.sub_id
    from (
      select s.app_id, s.day, s.sub_id,
        row_number() over (partition by s.app_id, s.day order by min(s.written_in), s.sub_id) as nth
      from (${rows}) s
      where s.sub_id <> '' and not exists (
        select from stats_sub_ids n where n.app_id = s.app_id and n.day = s.day and n.sub_id = s.sub_id)
      group by s.app_id, s.day, s.sub_id
    ) r
    where r.nth + (select count(*) from stats_sub_ids m where m.app_id = r.app_id and m.day = r.day)
      <= ${namedSubIdsMax}
    on conflict do nothing`
}

export function subIdsOfClicks(where: string): string {
  return `select c.app_id, (to_timestamp(${clickTimeMs} / 1000) at time zone 'UTC')::date as day,
      coalesce(c.sub_id, '') as sub_id, c.written_in
    from clicks c where not c.is_test and ${where}`
}

export function subIdsOfConversions(where: string): string {
  return `select v.app_id, (v.created_at at time zone 'UTC')::date as day, coalesce(v.sub_id, '') as sub_id,
      e.written_in
    from conversion_events e join conversions v on v.id = e.conversion_id
    where not v.is_test and ${where}`
}
