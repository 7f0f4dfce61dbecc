import { type Db, plannedAnew } from '../pg/database.ts'

/** Sums in micros, as texts: they may be beyond the safe integers. */
interface WaitingSum {
  /** Why it waits: null for the network's word, `hold` for its days, else for a person. */
  readonly reason: string | null
  /** The UTC day on which it is released. */
  readonly day: string | null
  readonly conversions: number
  readonly sumMicros: string
}

/** Pending sums of some apps, by reason and day; each app's rows by conversions_by_app. */
export async function listWaitingSums(db: Db, appIds: readonly number[]): Promise<WaitingSum[]> {
  return await db.query(
    `select reason, (release_at at time zone 'UTC')::date::text as day, count(*)::integer as conversions,
       sum(payout_micros)::text as "sumMicros"
     from conversions where app_id = any($1::bigint[]) and status = 'pending' and not is_test
     group by 1, 2 order by 2, 1`,
    [appIds],
    plannedAnew,
  )
}

export interface PayableSum {
  readonly appId: number
  /** Whether it was booked before the span of time, in it, or after. */
  readonly phase: 'before' | 'in' | 'after'
  readonly kind: 'approved' | 'reversed' | 'reversed_earlier' | 'paid' | 'adjusted'
  /** Above zero: owed to the app. */
  readonly sumMicros: string
}

interface Span {
  readonly appIds: readonly number[]
  readonly fromMs: number
  readonly untilMs: number
}

/** Sums booked for some apps before, in and after a span of time. It passes over all their entries. */
export async function listPayableSums(db: Db, { appIds, fromMs, untilMs }: Span): Promise<PayableSum[]> {
  return await db.query(
    `select e.party_id as "appId",
       case when b.at < to_timestamp($2::bigint / 1000.0) then 'before'
         when b.at < to_timestamp($3::bigint / 1000.0) then 'in' else 'after' end as phase,
       case when e.version = 0 then b.settled when e.amount_micros < 0 then 'approved'
         when b.made < to_timestamp($2::bigint / 1000.0) then 'reversed_earlier' else 'reversed' end as kind,
       (-sum(e.amount_micros))::text as "sumMicros"
     from ledger_entries e
     left join conversion_events v on v.conversion_id = e.source_id and v.version = e.version
     left join conversions c on c.id = e.source_id
     left join settlements s on e.version = 0 and s.id = e.source_id
     cross join lateral (select coalesce(s.settled_at, v.happened_at, to_timestamp(0)) as at,
       s.kind as settled, coalesce(c.created_at, to_timestamp(0)) as made) b
     where e.account = 'payable' and e.party_id = any($1::bigint[])
     group by 1, 2, 3 order by 1, 2, 3`,
    [appIds, fromMs, untilMs],
    plannedAnew,
  )
}

type KindSum = Pick<PayableSum, 'kind' | 'sumMicros'>

/** All that was ever booked for some apps, by its kind. It passes over all their entries. */
export async function listKindSums(db: Db, appIds: readonly number[]): Promise<KindSum[]> {
  return await db.query(
    `select case when e.version = 0 then s.kind when e.amount_micros < 0 then 'approved' else 'reversed' end as kind,
       (-sum(e.amount_micros))::text as "sumMicros"
     from ledger_entries e left join settlements s on e.version = 0 and s.id = e.source_id
     where e.account = 'payable' and e.party_id = any($1::bigint[])
     group by 1 order by 1`,
    [appIds],
    plannedAnew,
  )
}

interface MonthSum {
  /** `2026-11`, in UTC. */
  readonly month: string
  readonly kind: PayableSum['kind']
  readonly sumMicros: string
}

/** Sums booked for some apps, month by month. It passes over all their entries. */
export async function listMonthSums(db: Db, appIds: readonly number[]): Promise<MonthSum[]> {
  return await db.query(
    `select to_char(b.at, 'YYYY-MM') as month,
       case when e.version = 0 then b.settled when e.amount_micros < 0 then 'approved'
         when b.made < date_trunc('month', b.at) then 'reversed_earlier' else 'reversed' end as kind,
       (-sum(e.amount_micros))::text as "sumMicros"
     from ledger_entries e
     left join conversion_events v on v.conversion_id = e.source_id and v.version = e.version
     left join conversions c on c.id = e.source_id
     left join settlements s on e.version = 0 and s.id = e.source_id
     cross join lateral (select coalesce(s.settled_at, v.happened_at, to_timestamp(0)) at time zone 'UTC' as at,
       s.kind as settled, coalesce(c.created_at, to_timestamp(0)) at time zone 'UTC' as made) b
     where e.account = 'payable' and e.party_id = any($1::bigint[])
     group by 1, 2 order by 1, 2`,
    [appIds],
    plannedAnew,
  )
}

interface OwnSettlement {
  readonly reference: string
  readonly kind: string
  readonly amountMicros: number
  readonly settledAtMs: number
}

const settlementsMax = 500

export async function listOwnSettlements(
  db: Db,
  { appIds, fromMs, untilMs }: Span,
): Promise<OwnSettlement[]> {
  return await db.query(
    `select reference, kind, amount_micros as "amountMicros", settled_at as "settledAtMs" from settlements
     where app_id = any($1::bigint[]) and settled_at >= to_timestamp($2::bigint / 1000.0)
       and settled_at < to_timestamp($3::bigint / 1000.0)
     order by settled_at, id limit ${settlementsMax}`,
    [appIds, fromMs, untilMs],
  )
}

/** The apps of a publisher. */
export async function listAppsOfPublisher(
  db: Db,
  publisherId: number,
): Promise<{ readonly id: number; readonly name: string }[]> {
  return await db.query('select id, name from apps where publisher_id = $1 order by id', [publisherId])
}
