import type { Database } from '../../packages/server/src/store/pg/database.ts'
import { weeksWith } from '@quoin/core/tracking/click-partitions.ts'
import { store } from '../../packages/server/src/store/index.ts'

/** How much there is. */
export interface Amounts {
  readonly clicks: number
  readonly conversions: number
  readonly offers: number
  readonly endpoints: number
}

const dayMs = 86_400_000
const days = 90
const clicksAtATime = 250_000

/** A UUIDv7 of a moment and a number, in SQL. */
function idAt(atMs: string, number: string): string {
  return `(lpad(to_hex((${atMs})::bigint), 12, '0') || '7' || substr(md5((${number})::text), 1, 3) || '8'
    || substr(md5((${number})::text || 'x'), 1, 15))::uuid`
}

/** Few things have much of the traffic: of `count` things the one of a random number. */
const popular = (count: string): string => `(1 + floor(${count} * power(random(), 3)))::bigint`

/** Fills a fresh database by SQL alone: much faster than the engine, and in the shape that the engine leaves. */
export async function fill(db: Database, amounts: Amounts, say: (text: string) => void): Promise<void> {
  const startMs = Math.floor(Date.now() / dayMs) * dayMs - days * dayMs
  const spanMs = Date.now() - startMs
  const run = (text: string, values: readonly unknown[] = []) => db.query(text, values, { timeoutMs: 0 })
  await run('select setseed(0.15)')
  const apps = Math.ceil(amounts.endpoints / 4)
  await run(`insert into publishers (name) select 'Publisher ' || n from generate_series(1, 100) n`)
  await run(
    `insert into apps (publisher_id, name, currency_name, currency_rate_micros, currency_decimals)
     select 1 + n % 100, 'App ' || n, 'Coins', 1000000000, 0 from generate_series(1, $1::int) n`,
    [apps],
  )
  await run(
    `insert into callback_endpoints (app_id, name, mode, format, url, method, events, reversal_style, amounts, status,
       disabled_reason, disabled_at)
     select 1 + n % $1::int, 'Endpoint ' || n, 'live', 'native', 'https://receiver' || n || '.example/callbacks',
       'POST JSON', '{conversion.approved,conversion.reversed}', 'same_id', 'absolute', 'disabled', 'operator', now()
     from generate_series(1, $2::int) n`,
    [apps, amounts.endpoints],
  )
  await run(`insert into networks (slug, name, proof)
    select 'network-' || n, 'Network ' || n, 'none' from generate_series(1, 20) n`)
  await run(
    `insert into offers (network_id, external_id, name, description, payout_micros, revenue_micros, destination_url,
       countries, platforms, categories, daily_cap)
     select 1 + n % 20, 'x' || n, 'Offer number ' || n, 'Reach level ' || n % 40, 100000 + n % 500 * 10000,
       150000 + n % 500 * 14000, 'https://offers.example/' || n || '?click_id={click_id}',
       case when n % 3 = 0 then '{DE,AT}'::text[] else '{}' end, '{}',
       array[(array['games', 'apps', 'surveys', 'shopping'])[1 + n % 4]], case when n % 50 = 0 then 500 end
     from generate_series(1, $1::int) n`,
    [amounts.offers],
  )
  await fillClicks(db, amounts, { startMs, spanMs, apps, say })
  await fillConversions(run, amounts, { startMs, spanMs, say })
  await fillRest(run, say)
  await fillStats(run, { startMs, spanMs, say })
  await run('analyze')
}

interface Span {
  readonly startMs: number
  readonly spanMs: number
  readonly say: (text: string) => void
}

async function fillClicks(
  db: Database,
  { clicks, offers }: Amounts,
  { startMs, spanMs, apps, say }: Span & { readonly apps: number },
): Promise<void> {
  const edges = Array.from({ length: 16 }, (_, week) => startMs + week * 7 * dayMs)
  for (const week of weeksWith(edges)) await store.clickWeeks.createClickPartition(db, week)
  for (let done = 0; done < clicks; done += clicksAtATime) {
    const count = Math.min(clicksAtATime, clicks - done)
    await db.query(
      `insert into fresh_clicks (id, app_id, offer_id, user_id, sub_id, address, user_agent, country, platform, verdict,
         outcome, is_test)
       select ${idAt('g.at_ms', 'g.n')}, ${popular(String(apps))}, ${popular(String(offers))},
         'user-' || (random() * 200000)::int,
         (array['home', 'wall', 'push', ''])[1 + g.n % 4], ('198.51.100.' || g.n % 250)::inet,
         'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/142.0.0.0 Mobile Safari/537.36',
         (array['US', 'DE', 'GB', 'FR', 'BR', 'IN'])[1 + (random() * 5)::int],
         (array['a', 'i', 'd'])[1 + (random() * 2)::int]::"char", case when g.n % 90 = 0 then 'b' else 'v' end::"char",
         case when g.n % 40 = 0 then 'f' else 'r' end::"char", false
       from (select n, ($1::float8 + $2::float8 * n / $3::float8)::bigint as at_ms
         from generate_series($4::bigint, $5::bigint) n) g`,
      [startMs, spanMs, clicks, done + 1, done + count],
      { timeoutMs: 0 },
    )
    if ((done / clicksAtATime) % 4 === 3) say(`${done + count} clicks`)
  }
}

type RunText = (text: string, values?: readonly unknown[]) => Promise<unknown>

/** Every so many clicks one conversion, with its step, its entries, its callback with an attempt, and its report. */
async function fillConversions(run: RunText, { clicks, conversions }: Amounts, { say }: Span): Promise<void> {
  const every = Math.max(1, Math.floor(clicks / conversions))
  await run(
    `insert into conversions (id, version, app_id, network_id, offer_id, user_id, sub_id, click_id, goal, txn_key,
       txn_id, source, status, reason, reported_status, network_word, reported_micros, reported_currency,
       revenue_micros, payout_micros, payout_local_micros, currency, rate_micros, decimals, rounding, counted_on, is_test,
       created_at, updated_at, release_at, country, platform, network_state, held_for)
     select ${idAt('extract(epoch from c.clicked_at) * 1000 + 600000', "c.id::text || 'v'")}, 1, c.app_id, o.network_id,
       c.offer_id, c.user_id, c.sub_id, c.id, '', '', 'txn-' || c.n, 'postback',
       case when c.n % 25 = 0 then 'reversed' when c.n % 20 = 0 then 'rejected' when c.n % 11 = 0 then 'pending'
         else 'approved' end,
       case when c.n % 25 = 0 or c.n % 20 = 0 then null when c.n % 11 = 0 then case when c.n % 2 = 0 then 'hold' else 'risk'
         end end,
       'approved', 'approved', o.revenue_micros, 'USD', o.revenue_micros, o.payout_micros, o.payout_micros, 'Coins',
       1000000000, 0, 'half_up', c.clicked_at::date, false, c.clicked_at + interval '10 min',
       c.clicked_at + interval '10 min',
       case when c.n % 22 = 0 then now() + (c.n % 20) * interval '1 day' end, c.country, c.platform, 'approved',
       case when c.n % 11 = 0 and c.n % 2 = 1 then 'risk' end
     from (select k.*, row_number() over () as n from (
         select * from clicks where verdict = 'valid' and outcome = 'redirected'
           and ('x' || right(id::text, 6))::bit(24)::int % $1::int = 0) k) c
       join offers o on o.id = c.offer_id`,
    [every],
  )
  // Without statistics the joins that follow are planned as if these tables were empty.
  await run('analyze conversions')
  await run('analyze callback_endpoints')
  say('conversions')
}

type Step = readonly [name: string, statement: string]

/** The rows that come with a conversion: its step, its entries, its report, its callback and the attempt at it. */
const conversionSteps: readonly Step[] = [
  [
    'steps',
    `insert into conversion_events (conversion_id, version, to_status, reason, source, payout_micros, happened_at,
      app_id, is_test, payout_local_micros, revenue_micros)
    select id, 1, status, reason, 'postback', payout_micros, created_at, app_id, is_test, payout_local_micros,
      revenue_micros from conversions`,
  ],
  [
    'ledger entries',
    `insert into ledger_entries (source_id, version, account, party_id, amount_micros)
    select v.id, 1, b.account, b.party_id, b.amount from conversions v cross join lateral (values
      ('receivable'::ledger_account, v.network_id, v.revenue_micros), ('payable', v.app_id, -v.payout_micros),
      ('margin', null, v.payout_micros - v.revenue_micros)) as b (account, party_id, amount)
    where v.status = 'approved' and b.amount <> 0`,
  ],
  [
    'postback requests',
    `insert into postback_requests (id, network_id, received_at, method, address, parameters, click_id,
      conversion_id, outcome, http_status, reason)
    select ${idAt('extract(epoch from created_at) * 1000', "id::text || 'p'")}, network_id, created_at, 'GET',
      '203.0.113.9', jsonb_build_object('click_id', click_id, 'status', 'approved'), click_id, id, 'applied', 200, null
    from conversions`,
  ],
  [
    'callbacks',
    `insert into callbacks (id, endpoint_id, conversion_id, version, event_type, state, attempts, ended_at,
      next_attempt_at)
    select ${idAt('extract(epoch from v.created_at) * 1000', "v.id::text || 'c'")}, e.id, v.id, 1,
      'conversion.approved', case when v.number % 60 = 0 then 'pending' when v.number % 80 = 0 then 'dead'
        else 'delivered' end, 1, v.created_at, case when v.number % 60 = 0 then now() + interval '1 hour' end
    from (select *, row_number() over (order by id) as number from conversions) v
      join (select app_id, min(id) as id from callback_endpoints group by 1) e on e.app_id = v.app_id`,
  ],
  [
    'attempts',
    `insert into callback_attempts (callback_id, number, attempted_at, method, url, headers, body, http_status,
      body_excerpt, latency_ms, verdict, reason)
    select id, 1, coalesce(ended_at, now()), 'POST', 'https://receiver.example/callbacks', '{}', '{}',
      case when state = 'delivered' then 200 else 500 end, 'OK', 80 + abs(hashtext(id::text)) % 200,
      case when state = 'delivered' then 'delivered' else 'retry' end, 'The receiver took it.' from callbacks`,
  ],
]

const otherSteps: readonly Step[] = [
  [
    'settlements',
    `insert into settlements (id, kind, reference, app_id, amount_micros, reason, actor, settled_at)
    select ${idAt('extract(epoch from now()) * 1000 - n::bigint * 3600000', 'n')}, 'paid', 'PAY-' || n, 1 + n % (select count(*) from apps), 1000000,
      'Weekly', 'bench', now() - n * interval '1 hour' from generate_series(1, 2000) n`,
  ],
  [
    'entries of settlements',
    `insert into ledger_entries (source_id, version, account, party_id, amount_micros)
    select s.id, 0, b.account, b.party_id, b.amount from settlements s cross join lateral (values
      ('payable'::ledger_account, s.app_id, s.amount_micros), ('cash', null, -s.amount_micros)) as b (account, party_id, amount)`,
  ],
  [
    'audit log',
    `insert into audit_log (happened_at, actor, action, object, details)
    select now() - n * interval '1 min', 'person:ada@example.com', (array['offer.paused', 'app.updated', 'cap.set'])[1 + n % 3],
      'offer:' || n % 20000, '{"before": {"status": "active"}, "after": {"status": "paused"}}'
    from generate_series(1, 50000) n`,
  ],
]

async function fillRest(run: RunText, say: (text: string) => void): Promise<void> {
  for (const [name, statement] of [...conversionSteps, ...otherSteps]) {
    await run(statement)
    say(name)
  }
}

/** Writes the statistics as the roll-up would have, but for users who clicked twice. */
async function fillStats(run: RunText, { startMs, spanMs, say }: Span): Promise<void> {
  const quarter = (at: string): string => `to_timestamp(floor(extract(epoch from ${at}) / 900) * 900)`
  // Filled by the week: a trigger sorts the rows it adds to the sums, and a sort of all would not fit into memory.
  for (let fromMs = startMs; fromMs < startMs + spanMs + dayMs; fromMs += 7 * dayMs) {
    const range = [new Date(fromMs), new Date(fromMs + 7 * dayMs)]
    await run(
      `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, clicks,
        unique_clicks, fallback_clicks, bot_clicks)
      select app_id, ${quarter('clicked_at')}, offer_id, country, platform, coalesce(sub_id, ''), '',
        count(*) filter (where verdict = 'valid' and outcome = 'redirected'),
        count(*) filter (where verdict = 'valid' and outcome = 'redirected'),
        count(*) filter (where verdict = 'valid' and outcome <> 'redirected'), count(*) filter (where verdict <> 'valid')
      from clicks where clicked_at >= $1 and clicked_at < $2 group by 1, 2, 3, 4, 5, 6 order by 2, 1`,
      range,
    )
    await run(
      `insert into stats_15min (app_id, quarter, offer_id, country, platform, sub_id, status, conversions,
        revenue_micros, payout_micros)
      select app_id, ${quarter('created_at')}, offer_id, country, platform, coalesce(sub_id, ''), status, count(*),
        sum(revenue_micros), sum(payout_micros)
      from conversions where created_at >= $1 and created_at < $2 group by 1, 2, 3, 4, 5, 6, 7 order by 2, 1`,
      range,
    )
    say(`statistics since ${range[0]?.toISOString().slice(0, 10)}`)
  }
  await run(`insert into stats_credit_times (app_id, quarter, offer_id, country, platform, sub_id, slot, conversions)
    select app_id, ${quarter('created_at')}, offer_id, country, platform, coalesce(sub_id, ''), 12, count(*)
    from conversions where status = 'approved' group by 1, 2, 3, 4, 5, 6 order by 2, 1`)
  await run('update stats_progress set position = write_number() + 1')
}
