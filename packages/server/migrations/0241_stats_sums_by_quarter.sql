-- Sums of everything by the quarter of an hour (kind q of stats_sums and stats_credit_sums): days of India and of Nepal
-- begin between the hours of t, and the rows of two quarters or half hours a day are many on a large platform.
lock table stats_15min, stats_credit_times in share row exclusive mode;

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
      create function add_stats_quarters_on_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into stats_sums as s (kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks,
          conversions, revenue_micros, payout_micros)
        select 'q', d.quarter, '', d.status, sum(d.sign * d.clicks), sum(d.sign * d.unique_clicks),
          sum(d.sign * d.fallback_clicks), sum(d.sign * d.bot_clicks), sum(d.sign * d.conversions),
          sum(d.sign * d.revenue_micros), sum(d.sign * d.payout_micros)
        from (%2$s) d group by d.quarter, d.status order by d.quarter, d.status
        on conflict (kind, slot, key, status) do update set
          clicks = s.clicks + excluded.clicks, unique_clicks = s.unique_clicks + excluded.unique_clicks,
          fallback_clicks = s.fallback_clicks + excluded.fallback_clicks,
          bot_clicks = s.bot_clicks + excluded.bot_clicks, conversions = s.conversions + excluded.conversions,
          revenue_micros = s.revenue_micros + excluded.revenue_micros,
          payout_micros = s.payout_micros + excluded.payout_micros;
        return null;
      end $body$
    $create$, event.name, event.rows);
    -- Its name comes after that of 0131's trigger: locks are taken in one order.
    execute format('create trigger stats_sums_quarters_on_%1$s after %1$s on stats_15min referencing %2$s
      for each statement execute function add_stats_quarters_on_%1$s()', event.name, event.tables);
    execute format($create$
      create function add_stats_credit_quarters_on_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into stats_credit_sums as s (kind, since, key, slot, conversions)
        select 'q', d.quarter, '', d.slot, sum(d.sign * d.conversions)
        from (%2$s) d group by d.quarter, d.slot order by d.quarter, d.slot
        on conflict (kind, since, key, slot) do update set conversions = s.conversions + excluded.conversions;
        return null;
      end $body$
    $create$, event.name, event.rows);
    execute format('create trigger stats_credit_sums_quarters_on_%1$s after %1$s on stats_credit_times
      referencing %2$s for each statement execute function add_stats_credit_quarters_on_%1$s()', event.name, event.tables);
  end loop;
end $$;

-- What there is already.
insert into stats_sums (kind, slot, key, status, clicks, unique_clicks, fallback_clicks, bot_clicks, conversions,
  revenue_micros, payout_micros)
select 'q', quarter, '', status, sum(clicks), sum(unique_clicks), sum(fallback_clicks), sum(bot_clicks), sum(conversions),
  sum(revenue_micros), sum(payout_micros)
from stats_15min group by quarter, status order by quarter, status;

insert into stats_credit_sums (kind, since, key, slot, conversions)
select 'q', quarter, '', slot, sum(conversions) from stats_credit_times group by quarter, slot order by quarter, slot;
