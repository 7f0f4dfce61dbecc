-- More sums, so that a month of a large platform is some thousands of rows whatever it is grouped by. In stats_sums: A an
-- app, C a country, S a sub id by the UTC day, beside the hours of a, c and s; O an offer by seven days from 1 January
-- 1970 on, beside the days of o.

-- And by what an app's own report is grouped: c country, f platform, s sub id by the UTC day.
create table stats_app_sums (
  app_id bigint not null,
  kind "char" not null,
  slot timestamptz not null,
  key text,
  status text not null,
  clicks bigint not null default 0,
  unique_clicks bigint not null default 0,
  fallback_clicks bigint not null default 0,
  bot_clicks bigint not null default 0,
  conversions bigint not null default 0,
  revenue_micros bigint not null default 0,
  payout_micros bigint not null default 0
);
-- Where a roll-up adds, and what a report reads.
create unique index stats_app_sums_by_kind on stats_app_sums (app_id, kind, slot, key, status) nulls not distinct;

create table stats_app_credit_sums (
  app_id bigint not null,
  kind "char" not null,
  since timestamptz not null,
  key text,
  slot smallint not null,
  conversions bigint not null default 0
);
create unique index stats_app_credit_sums_by_kind on stats_app_credit_sums (app_id, kind, since, key, slot) nulls not distinct;

set local work_mem = '128MB';
-- Nothing is rolled up until the sums have what there is.
lock table stats_15min, stats_credit_times in share row exclusive mode;

-- As in 0131 and 0210: whatever changes the rows changes the sums with it. Longer slots are added up from the shorter ones.
do $$
declare
  event record;
begin
  for event in
    select * from (values
      ('insert', 'select 1 as sign, a.* from added a'),
      ('update', 'select 1 as sign, a.* from added a union all select -1, t.* from taken t'),
      ('delete', 'select -1 as sign, t.* from taken t')) as e (name, rows)
  loop
    execute format($create$
      create or replace function add_stats_sums_on_%1$s() returns trigger language plpgsql as $body$
      begin
        with short as materialized (
          select k.kind, k.slot, k.key, d.status, sum(d.sign * d.clicks) as clicks,
            sum(d.sign * d.unique_clicks) as unique_clicks, sum(d.sign * d.fallback_clicks) as fallback_clicks,
            sum(d.sign * d.bot_clicks) as bot_clicks, sum(d.sign * d.conversions) as conversions,
            sum(d.sign * d.revenue_micros) as revenue_micros, sum(d.sign * d.payout_micros) as payout_micros
          from (%2$s) d cross join lateral (values
            ('t'::"char", date_trunc('hour', d.quarter, 'UTC'), ''),
            ('a', date_trunc('hour', d.quarter, 'UTC'), d.app_id::text),
            ('c', date_trunc('hour', d.quarter, 'UTC'), d.country),
            ('f', date_trunc('hour', d.quarter, 'UTC'), d.platform),
            ('s', date_trunc('hour', d.quarter, 'UTC'), d.sub_id),
            ('o', date_trunc('day', d.quarter, 'UTC'), d.offer_id::text)) as k (kind, slot, key)
          group by 1, 2, 3, 4
        ), long as (
          select upper(kind::text)::"char" as kind, case kind when 'o' then date_bin('7 days', slot, timestamptz '1970-01-01Z')
              else date_trunc('day', slot, 'UTC') end as slot, key, status, sum(clicks), sum(unique_clicks),
            sum(fallback_clicks), sum(bot_clicks), sum(conversions), sum(revenue_micros), sum(payout_micros)
          from short where kind in ('a', 'c', 's', 'o') group by 1, 2, 3, 4
        )
        insert into stats_sums as s (kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks,
          conversions, revenue_micros, payout_micros)
        select * from (select * from short union all select * from long) k
        where (clicks, unique_clicks, fallback_clicks, bot_clicks, conversions, revenue_micros, payout_micros)
          <> (0, 0, 0, 0, 0, 0, 0)
        order by 1, 2, 3, 4
        on conflict (kind, slot, key, status) do update set
          clicks = s.clicks + excluded.clicks, unique_clicks = s.unique_clicks + excluded.unique_clicks,
          fallback_clicks = s.fallback_clicks + excluded.fallback_clicks,
          bot_clicks = s.bot_clicks + excluded.bot_clicks, conversions = s.conversions + excluded.conversions,
          revenue_micros = s.revenue_micros + excluded.revenue_micros,
          payout_micros = s.payout_micros + excluded.payout_micros;
        insert into stats_app_sums as s (app_id, kind, slot, key, status, clicks, unique_clicks, fallback_clicks,
          bot_clicks, conversions, revenue_micros, payout_micros)
        select d.app_id, k.kind, date_trunc('day', d.quarter, 'UTC'), k.key, d.status, sum(d.sign * d.clicks),
          sum(d.sign * d.unique_clicks), sum(d.sign * d.fallback_clicks), sum(d.sign * d.bot_clicks),
          sum(d.sign * d.conversions), sum(d.sign * d.revenue_micros), sum(d.sign * d.payout_micros)
        from (%2$s) d cross join lateral (values
          ('c'::"char", d.country), ('f', d.platform), ('s', d.sub_id)) as k (kind, key)
        group by 1, 2, 3, 4, 5
        having (sum(d.sign * d.clicks), sum(d.sign * d.unique_clicks), sum(d.sign * d.fallback_clicks),
          sum(d.sign * d.bot_clicks), sum(d.sign * d.conversions), sum(d.sign * d.revenue_micros),
          sum(d.sign * d.payout_micros)) <> (0, 0, 0, 0, 0, 0, 0)
        order by 1, 2, 3, 4, 5
        on conflict (app_id, kind, slot, key, status) do update set
          clicks = s.clicks + excluded.clicks, unique_clicks = s.unique_clicks + excluded.unique_clicks,
          fallback_clicks = s.fallback_clicks + excluded.fallback_clicks,
          bot_clicks = s.bot_clicks + excluded.bot_clicks, conversions = s.conversions + excluded.conversions,
          revenue_micros = s.revenue_micros + excluded.revenue_micros,
          payout_micros = s.payout_micros + excluded.payout_micros;
        return null;
      end $body$
    $create$, event.name, event.rows);
    execute format($create$
      create or replace function add_stats_credit_sums_on_%1$s() returns trigger language plpgsql as $body$
      begin
        with short as materialized (
          select k.kind, k.since, k.key, d.slot, sum(d.sign * d.conversions) as conversions
          from (%2$s) d cross join lateral (values
            ('t'::"char", date_trunc('hour', d.quarter, 'UTC'), ''),
            ('a', date_trunc('hour', d.quarter, 'UTC'), d.app_id::text),
            ('c', date_trunc('hour', d.quarter, 'UTC'), d.country),
            ('f', date_trunc('hour', d.quarter, 'UTC'), d.platform),
            ('s', date_trunc('hour', d.quarter, 'UTC'), d.sub_id),
            ('o', date_trunc('day', d.quarter, 'UTC'), d.offer_id::text)) as k (kind, since, key)
          group by 1, 2, 3, 4
        ), long as (
          select upper(kind::text)::"char" as kind, case kind when 'o' then date_bin('7 days', since, timestamptz '1970-01-01Z')
              else date_trunc('day', since, 'UTC') end as since, key, slot, sum(conversions)
          from short where kind in ('a', 'c', 's', 'o') group by 1, 2, 3, 4
        )
        insert into stats_credit_sums as s (kind, since, key, slot, conversions)
        select * from (select * from short union all select * from long) k where conversions <> 0 order by 1, 2, 3, 4
        on conflict (kind, since, key, slot) do update set conversions = s.conversions + excluded.conversions;
        insert into stats_app_credit_sums as s (app_id, kind, since, key, slot, conversions)
        select d.app_id, k.kind, date_trunc('day', d.quarter, 'UTC'), k.key, d.slot, sum(d.sign * d.conversions)
        from (%2$s) d cross join lateral (values
          ('c'::"char", d.country), ('f', d.platform), ('s', d.sub_id)) as k (kind, key)
        group by 1, 2, 3, 4, 5 having sum(d.sign * d.conversions) <> 0
        order by 1, 2, 3, 4, 5
        on conflict (app_id, kind, since, key, slot) do update set conversions = s.conversions + excluded.conversions;
        return null;
      end $body$
    $create$, event.name, event.rows);
  end loop;
end $$;

-- What there is already.
insert into stats_sums (kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks, conversions,
  revenue_micros, payout_micros)
select upper(kind::text)::"char", case kind when 'o' then date_bin('7 days', slot, timestamptz '1970-01-01Z')
    else date_trunc('day', slot, 'UTC') end, key, status, sum(clicks), sum(unique_clicks), sum(fallback_clicks),
  sum(bot_clicks), sum(conversions), sum(revenue_micros), sum(payout_micros)
from stats_sums where kind in ('a', 'c', 's', 'o')
group by 1, 2, 3, 4 order by 1, 2, 3, 4;

insert into stats_credit_sums (kind, since, key, slot, conversions)
select upper(kind::text)::"char", case kind when 'o' then date_bin('7 days', since, timestamptz '1970-01-01Z')
    else date_trunc('day', since, 'UTC') end, key, slot, sum(conversions)
from stats_credit_sums where kind in ('a', 'c', 's', 'o')
group by 1, 2, 3, 4 order by 1, 2, 3, 4;

insert into stats_app_sums (app_id, kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks,
  conversions, revenue_micros, payout_micros)
select d.app_id, k.kind, date_trunc('day', d.quarter, 'UTC'), k.key, d.status, sum(d.clicks), sum(d.unique_clicks),
  sum(d.fallback_clicks), sum(d.bot_clicks), sum(d.conversions), sum(d.revenue_micros), sum(d.payout_micros)
from stats_15min d cross join lateral (values
  ('c'::"char", d.country), ('f', d.platform), ('s', d.sub_id)) as k (kind, key)
group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;

insert into stats_app_credit_sums (app_id, kind, since, key, slot, conversions)
select d.app_id, k.kind, date_trunc('day', d.quarter, 'UTC'), k.key, d.slot, sum(d.conversions)
from stats_credit_times d cross join lateral (values
  ('c'::"char", d.country), ('f', d.platform), ('s', d.sub_id)) as k (kind, key)
group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5;
