-- The statistics of all apps together, by one thing at a time: what an operator's report would else add up from every
-- quarter, app and offer there is. Kinds: t all, a app, c country, f platform, s sub id (by the hour); o offer (by the day).
create table stats_sums (
  kind "char" not null,
  slot timestamptz not null,
  -- The thing as text; null for sub ids beyond the named ones.
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
create unique index stats_sums_by_kind on stats_sums (kind, slot, key, status) nulls not distinct;

-- A report of one offer.
create index stats_15min_by_offer on stats_15min (offer_id, quarter);

-- Whatever changes stats_15min changes the sums with it, in the same transaction: nobody can forget it.
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
      create function add_stats_sums_on_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into stats_sums as s (kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks,
          conversions, revenue_micros, payout_micros)
        select k.kind, k.slot, k.key, d.status, sum(d.sign * d.clicks), sum(d.sign * d.unique_clicks),
          sum(d.sign * d.fallback_clicks), sum(d.sign * d.bot_clicks), sum(d.sign * d.conversions),
          sum(d.sign * d.revenue_micros), sum(d.sign * d.payout_micros)
        from (%3$s) d cross join lateral (values
          ('t'::"char", date_trunc('hour', d.quarter), ''),
          ('a', date_trunc('hour', d.quarter), d.app_id::text),
          ('c', date_trunc('hour', d.quarter), d.country),
          ('f', date_trunc('hour', d.quarter), d.platform),
          ('s', date_trunc('hour', d.quarter), d.sub_id),
          ('o', date_trunc('day', d.quarter, 'UTC'), d.offer_id::text)) as k (kind, slot, key)
        group by 1, 2, 3, 4
        having sum(d.sign * d.clicks) <> 0 or sum(d.sign * d.unique_clicks) <> 0
          or sum(d.sign * d.fallback_clicks) <> 0 or sum(d.sign * d.bot_clicks) <> 0
          or sum(d.sign * d.conversions) <> 0 or sum(d.sign * d.revenue_micros) <> 0
          or sum(d.sign * d.payout_micros) <> 0
        order by 1, 2, 3, 4
        on conflict (kind, slot, key, status) do update set
          clicks = s.clicks + excluded.clicks, unique_clicks = s.unique_clicks + excluded.unique_clicks,
          fallback_clicks = s.fallback_clicks + excluded.fallback_clicks,
          bot_clicks = s.bot_clicks + excluded.bot_clicks, conversions = s.conversions + excluded.conversions,
          revenue_micros = s.revenue_micros + excluded.revenue_micros,
          payout_micros = s.payout_micros + excluded.payout_micros;
        return null;
      end $body$
    $create$, event.name, event.tables, event.rows);
    execute format('create trigger stats_sums_on_%1$s after %1$s on stats_15min referencing %2$s
      for each statement execute function add_stats_sums_on_%1$s()', event.name, event.tables);
  end loop;
end $$;

-- What there is already.
insert into stats_sums (kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks, conversions,
  revenue_micros, payout_micros)
select k.kind, k.slot, k.key, d.status, sum(d.clicks), sum(d.unique_clicks), sum(d.fallback_clicks), sum(d.bot_clicks),
  sum(d.conversions), sum(d.revenue_micros), sum(d.payout_micros)
from stats_15min d cross join lateral (values
  ('t'::"char", date_trunc('hour', d.quarter), ''),
  ('a', date_trunc('hour', d.quarter), d.app_id::text),
  ('c', date_trunc('hour', d.quarter), d.country),
  ('f', date_trunc('hour', d.quarter), d.platform),
  ('s', date_trunc('hour', d.quarter), d.sub_id),
  ('o', date_trunc('day', d.quarter, 'UTC'), d.offer_id::text)) as k (kind, slot, key)
group by 1, 2, 3, 4;
