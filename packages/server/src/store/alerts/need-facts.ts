import { firstIdAt } from '@quoin/core/tracking/click-id.ts'
import type { Db } from '../pg/database.ts'
import { newestOfNetwork, ofNetwork } from '../postbacks/newest-of-network.ts'

/** How a network usually sends, by its last postbacks. */
interface NetworkPace {
  readonly id: number
  readonly name: string
  readonly requests: number
  readonly lastAtMs: number
  /** Nine of ten of its gaps are shorter. */
  readonly usualGapSec: number
}

const networksMax = 500
const paceRequests = 100

/** The pace of each active network, by postback_requests_by_network. */
export async function listNetworkPaces(db: Db): Promise<NetworkPace[]> {
  return await db.query(
    `select n.id, n.name, p.requests, p.last_at as "lastAtMs", p.gap as "usualGapSec"
     from (select id, name from networks where status = 'active' order by id limit ${networksMax}) n
       cross join lateral (
         select count(*)::integer as requests, max(received_at) as last_at,
           coalesce(ceil(percentile_cont(0.9) within group (order by gap)), 0)::integer as gap
         from (select received_at,
             extract(epoch from received_at - lead(received_at) over (order by id desc)) as gap
           from (select id, received_at from postback_requests r
             where ${ofNetwork} and r.outcome in ('applied', 'duplicate')
             order by ${newestOfNetwork} limit ${paceRequests}) newest) gaps) p
     where p.requests > 1 order by n.id`,
  )
}

/** The postbacks of a network in a span of time, as far as they are kept, and the ones that were refused. */
interface RefusedShare {
  readonly id: number
  readonly name: string
  readonly requests: number
  readonly refused: number
  readonly firstAtMs: number
  /** The commonest outcome among these, and the commonest reason. */
  readonly outcome: 'refused' | 'unmatched'
  readonly reason: string | null
}

const sharedRequests = 500

export async function listRefusedShares(db: Db, sinceMs: number): Promise<RefusedShare[]> {
  return await db.query(
    `select n.id, n.name, p.requests, p.refused, p.first_at as "firstAtMs", p.outcome, p.reason
     from (select id, name from networks where status = 'active' order by id limit ${networksMax}) n
       cross join lateral (
         select count(*)::integer as requests,
           (count(*) filter (where outcome in ('refused', 'unmatched')))::integer as refused,
           min(received_at) filter (where outcome in ('refused', 'unmatched')) as first_at,
           mode() within group (order by outcome) filter (where outcome in ('refused', 'unmatched')) as outcome,
           mode() within group (order by reason) filter (where outcome in ('refused', 'unmatched')) as reason
         from (select outcome, reason, received_at from postback_requests r
           where ${ofNetwork} and r.id >= $1 order by ${newestOfNetwork} limit ${sharedRequests}) newest) p
     where p.refused > 0 order by n.id`,
    [firstIdAt(sinceMs)],
  )
}

/** A network's revenue and the payout passed on of it, of conversions that count. */
interface NetworkMargin {
  readonly id: number
  readonly name: string
  readonly revenueMicros: number
  readonly payoutMicros: number
}

/** By the days of UTC, as they are summed: from the beginning of the day of a moment on. */
export async function listNetworkMargins(db: Db, sinceMs: number): Promise<NetworkMargin[]> {
  return await db.query(
    `select n.id, n.name, sum(s.revenue_micros)::bigint as "revenueMicros",
       sum(s.payout_micros)::bigint as "payoutMicros"
     from stats_sums s join networks n on n.id::text = s.key
     where s.kind = 'N' and s.slot >= date_trunc('day', to_timestamp($1::bigint / 1000.0), 'UTC')
       and s.status in ('approved', 'withheld', 'pending')
     group by n.id order by n.id`,
    [sinceMs],
  )
}

/** An endpoint that gets nothing through, or to which nothing is sent. */
interface FailingEndpoint {
  readonly id: number
  readonly name: string
  readonly app: string
  readonly status: 'active' | 'disabled'
  readonly disabledReason: string | null
  readonly sinceMs: number
  readonly failures: number
  /** Callbacks that wait, counted to a bound. */
  readonly waiting: number
}

const waitingMax = 10_000
const endpointsMax = 100
const measuredCallbacks = 100
/** Asked of every receiver that answers, and not of those alone that fail. */
const lossyWaitingMax = 1_000

export async function listFailingEndpoints(db: Db, failingBeforeMs: number): Promise<FailingEndpoint[]> {
  return await db.query(
    `select e.id, e.name, a.name as app, e.status, e.disabled_reason as "disabledReason", e.since as "sinceMs",
       e.failures,
       (select count(*)::integer from (select from callbacks c where c.endpoint_id = e.id and c.state = 'pending'
         limit ${waitingMax}) waiting) as waiting
     from (select *, coalesce(disabled_at, failing_since) as since from callback_endpoints
       where disabled_reason in ('gone', 'failing')
         or (status = 'active' and failing_since < to_timestamp($1::bigint / 1000.0))
       order by id limit ${endpointsMax}) e join apps a on a.id = e.app_id
     order by e.id`,
    [failingBeforeMs],
  )
}

/** An endpoint that answers, and has callbacks that failed and are tried again. */
interface LossyEndpoint {
  readonly id: number
  readonly name: string
  readonly app: string
  /** Its newest callbacks that were tried, and those of them that were delivered. */
  readonly tried: number
  readonly delivered: number
  readonly waiting: number
  /** The oldest of those that wait: its id tells when it was owed. */
  readonly waitingSinceId: string
}

/** How endpoints fare with their newest callbacks; those that have failed since before a moment are left out. */
export async function listLossyEndpoints(db: Db, failingBeforeMs: number): Promise<LossyEndpoint[]> {
  return await db.query(
    `select e.id, e.name, a.name as app, f.tried, f.delivered, w.waiting, w.since as "waitingSinceId"
     from (select id, name, app_id from callback_endpoints
       where status = 'active' and (failing_since is null or failing_since >= to_timestamp($1::bigint / 1000.0))
       order by id limit ${endpointsMax}) e join apps a on a.id = e.app_id
     cross join lateral (
       select count(*)::integer as waiting, count(*) filter (where attempts > 0) as failed, min(id::text) as since
       from (select id, attempts from callbacks p where p.endpoint_id = e.id and p.state = 'pending'
         order by next_attempt_at, id limit ${lossyWaitingMax}) p) w
     cross join lateral (
       select count(t.attempted_at)::integer as tried,
         (count(*) filter (where t.verdict = 'delivered'))::integer as delivered
       from (select id, attempts from callbacks c where c.endpoint_id = e.id and w.failed > 0
         order by c.id desc limit ${measuredCallbacks}) c
       left join callback_attempts t on t.callback_id = c.id and t.number = c.attempts) f
     where w.failed > 0 order by e.id`,
    [failingBeforeMs],
  )
}

/** Callbacks of receivers that answer, and are due since before a moment: the oldest of each endpoint. */
export async function measureLateCallbacks(
  db: Db,
  beforeMs: number,
): Promise<{ readonly endpoints: number; readonly oldestAtMs: number | null }> {
  const [row] = await db.query<{ endpoints: number; oldestAtMs: number | null }>(
    `select count(*)::integer as endpoints, min(c.next_attempt_at) as "oldestAtMs"
     from callback_endpoints e cross join lateral (
       select next_attempt_at from callbacks p where p.endpoint_id = e.id and p.state = 'pending'
       order by next_attempt_at limit 1) c
     where e.status = 'active' and e.failing_since is null
       and c.next_attempt_at < to_timestamp($1::bigint / 1000.0)`,
    [beforeMs],
  )
  return row ?? { endpoints: 0, oldestAtMs: null }
}

interface LeakedSecret {
  readonly id: number
  readonly masked: string
  readonly app: string
  readonly appId: number
  readonly leakedAtMs: number
  readonly origin: string | null
}

export async function listLeakedSecrets(db: Db, nowMs: number): Promise<LeakedSecret[]> {
  return await db.query(
    `select s.id, s.masked, a.name as app, a.id as "appId", s.leaked_at as "leakedAtMs", s.leaked_origin as origin
     from api_secrets s join apps a on a.id = s.app_id
     where s.leaked_at is not null and s.revoked_at is null
       and (s.expires_at is null or s.expires_at > to_timestamp($1::bigint / 1000.0))
     order by s.id limit 100`,
    [nowMs],
  )
}

interface ReviewBacklog {
  readonly count: number
  readonly payoutMicros: number
  readonly oldestAtMs: number | null
}

const measuredMax = 10_000

/** The conversions that wait for a person, by conversions_in_review. */
export async function measureBacklog(db: Db): Promise<ReviewBacklog> {
  const [row] = await db.query<ReviewBacklog>(
    `select count(*)::integer as count, coalesce(sum(payout_micros), 0)::bigint as "payoutMicros",
       min(created_at) as "oldestAtMs"
     from (select payout_micros, created_at from conversions
       where status = 'pending' and reason is not null and reason <> 'hold' order by id limit ${measuredMax}) v`,
  )
  return row ?? { count: 0, payoutMicros: 0, oldestAtMs: null }
}

interface NewestRate {
  readonly currency: string
  /** Null: it has none. */
  readonly day: string | null
  readonly offers: number
}

/** The newest exchange rate of each currency in which offers are paid besides USD. */
export async function listNewestRates(db: Db): Promise<NewestRate[]> {
  return await db.query(
    `select o.currency, (select max(r.day)::text from exchange_rates r where r.currency = o.currency) as day,
       count(*) as offers
     from offers o where o.currency is not null and o.status = 'active' and o.paused_at is null
     group by o.currency order by o.currency`,
    [],
  )
}

interface SourceInNeed {
  readonly id: number
  readonly runId: number
  readonly name: string
  readonly message: string | null
  readonly beganAtMs: number
}

const inNeed = `s.id, r.id as "runId", s.name, r.message, r.began_at as "beganAtMs"`

/** Sources whose last run has failed, and how often in a row. */
export async function listFailingSources(
  db: Db,
): Promise<(SourceInNeed & { readonly failures: number; readonly cause: string | null })[]> {
  return await db.query(
    `select ${inNeed}, s.failures, r.cause from sources s cross join lateral (
       select * from source_runs where source_id = s.id and state <> 'running' order by id desc limit 1) r
     where s.paused_at is null and s.failures > 0 and r.state = 'failed' order by s.id`,
    [],
  )
}

/** Runs that wait for a person. */
export async function listWaitingRuns(db: Db): Promise<SourceInNeed[]> {
  return await db.query(
    `select ${inNeed} from sources s join source_runs r on r.source_id = s.id
     where r.state = 'waiting' order by r.id`,
    [],
  )
}

interface GonePostback {
  readonly id: number
  readonly name: string
  readonly message: string | null
  readonly seenAtMs: number
}

/** Sources whose network does not have the postback that was set up there. */
export async function listGonePostbacks(db: Db): Promise<GonePostback[]> {
  return await db.query(
    `select s.id, s.name, p.message, p.checked_at as "seenAtMs" from source_postbacks p join sources s on s.id = p.source_id
     where p.state in ('missing', 'differs') and p.checked_at is not null and s.paused_at is null order by s.id`,
    [],
  )
}
