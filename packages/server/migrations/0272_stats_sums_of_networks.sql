-- Sums by what was added up from every offer until now: N a network by the UTC day (stats_sums, stats_credit_sums), and O an
-- app's offers by seven days from 1 January 1970 on (stats_app_sums, stats_app_credit_sums).
--
-- The offers of apps are as many as the statistics themselves: what there is already is summed by the roll-up, a week at a
-- time, the newest first. From this moment on they are whole.
alter table stats_progress add column app_offers_since timestamptz not null default '-infinity';

lock table stats_15min, stats_credit_times in share row exclusive mode;
update stats_progress set app_offers_since = date_bin('7 days', now(), timestamptz '1970-01-01Z') + interval '7 days'
where exists (select from stats_15min) or exists (select from stats_credit_times);

do $$
declare
  event record;
begin
  for event in
    select * from (values
      ('insert', 'new table as added', 'select 1 as sign, a.* from added a'),
      ('update', 'old table as taken new table as added',
        'select 1 as sign, a.* from added a union all select -1, t.* from taken t'),
      ('delete', 'old table as taken', 'select -1 as sign, t.* from taken t')) as e (name, tables, rows)
  loop
    execute format($create$
      create function add_stats_weeks_on_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into stats_sums as s (kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks,
          conversions, revenue_micros, payout_micros)
        select 'N', date_trunc('day', d.quarter, 'UTC'), o.network_id::text, d.status, sum(d.sign * d.clicks),
          sum(d.sign * d.unique_clicks), sum(d.sign * d.fallback_clicks), sum(d.sign * d.bot_clicks),
          sum(d.sign * d.conversions), sum(d.sign * d.revenue_micros), sum(d.sign * d.payout_micros)
        from (%2$s) d left join offers o on o.id = d.offer_id group by 2, 3, 4 order by 2, 3, 4
        on conflict (kind, slot, key, status) do update set
          clicks = s.clicks + excluded.clicks, unique_clicks = s.unique_clicks + excluded.unique_clicks,
          fallback_clicks = s.fallback_clicks + excluded.fallback_clicks,
          bot_clicks = s.bot_clicks + excluded.bot_clicks, conversions = s.conversions + excluded.conversions,
          revenue_micros = s.revenue_micros + excluded.revenue_micros,
          payout_micros = s.payout_micros + excluded.payout_micros;
        insert into stats_app_sums as s (app_id, kind, slot, key, status, clicks, unique_clicks, fallback_clicks,
          bot_clicks, conversions, revenue_micros, payout_micros)
        select d.app_id, 'O', date_bin('7 days', d.quarter, timestamptz '1970-01-01Z'), d.offer_id::text, d.status,
          sum(d.sign * d.clicks), sum(d.sign * d.unique_clicks), sum(d.sign * d.fallback_clicks),
          sum(d.sign * d.bot_clicks), sum(d.sign * d.conversions), sum(d.sign * d.revenue_micros),
          sum(d.sign * d.payout_micros)
        from (%2$s) d where d.quarter >= (select app_offers_since from stats_progress)
        group by 1, 3, 4, 5 order by 1, 3, 4, 5
        on conflict (app_id, kind, slot, key, status) do update set
          clicks = s.clicks + excluded.clicks, unique_clicks = s.unique_clicks + excluded.unique_clicks,
          fallback_clicks = s.fallback_clicks + excluded.fallback_clicks,
          bot_clicks = s.bot_clicks + excluded.bot_clicks, conversions = s.conversions + excluded.conversions,
          revenue_micros = s.revenue_micros + excluded.revenue_micros,
          payout_micros = s.payout_micros + excluded.payout_micros;
        return null;
      end $body$
    $create$, event.name, event.rows);
    -- Its name comes after those of the other triggers: locks are taken in one order.
    execute format('create trigger stats_sums_weeks_on_%1$s after %1$s on stats_15min referencing %2$s
      for each statement execute function add_stats_weeks_on_%1$s()', event.name, event.tables);
    execute format($create$
      create function add_stats_credit_weeks_on_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into stats_credit_sums as s (kind, since, key, slot, conversions)
        select 'N', date_trunc('day', d.quarter, 'UTC'), o.network_id::text, d.slot, sum(d.sign * d.conversions)
        from (%2$s) d left join offers o on o.id = d.offer_id group by 2, 3, 4 order by 2, 3, 4
        on conflict (kind, since, key, slot) do update set conversions = s.conversions + excluded.conversions;
        insert into stats_app_credit_sums as s (app_id, kind, since, key, slot, conversions)
        select d.app_id, 'O', date_bin('7 days', d.quarter, timestamptz '1970-01-01Z'), d.offer_id::text, d.slot,
          sum(d.sign * d.conversions)
        from (%2$s) d where d.quarter >= (select app_offers_since from stats_progress)
        group by 1, 3, 4, 5 order by 1, 3, 4, 5
        on conflict (app_id, kind, since, key, slot) do update set conversions = s.conversions + excluded.conversions;
        return null;
      end $body$
    $create$, event.name, event.rows);
    execute format('create trigger stats_credit_sums_weeks_on_%1$s after %1$s on stats_credit_times
      referencing %2$s for each statement execute function add_stats_credit_weeks_on_%1$s()', event.name, event.tables);
  end loop;
end $$;

-- What there is of networks, from the days of their offers.
insert into stats_sums (kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks, conversions,
  revenue_micros, payout_micros)
select 'N', s.slot, o.network_id::text, s.status, sum(s.clicks), sum(s.unique_clicks), sum(s.fallback_clicks),
  sum(s.bot_clicks), sum(s.conversions), sum(s.revenue_micros), sum(s.payout_micros)
from stats_sums s left join offers o on o.id = s.key::bigint where s.kind = 'o' group by 2, 3, 4 order by 2, 3, 4;

insert into stats_credit_sums (kind, since, key, slot, conversions)
select 'N', s.since, o.network_id::text, s.slot, sum(s.conversions)
from stats_credit_sums s left join offers o on o.id = s.key::bigint where s.kind = 'o' group by 2, 3, 4 order by 2, 3, 4;
