-- The times to credit of all apps together, by one thing at a time, as stats_sums has what is counted besides: a month of
-- a large platform has hundreds of thousands of rows of stats_credit_times.
create table stats_credit_sums (
  -- As in stats_sums: t all, a app, c country, f platform, s sub id (by the hour); o offer (by the day).
  kind "char" not null,
  since timestamptz not null,
  key text,
  slot smallint not null,
  conversions bigint not null default 0
);
create unique index stats_credit_sums_by_kind on stats_credit_sums (kind, since, key, slot) nulls not distinct;

-- Whatever changes stats_credit_times changes the sums with it, in the same transaction.
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
      create function add_stats_credit_sums_on_%1$s() returns trigger language plpgsql as $body$
      begin
        insert into stats_credit_sums as s (kind, since, key, slot, conversions)
        select k.kind, k.since, k.key, d.slot, sum(d.sign * d.conversions)
        from (%3$s) d cross join lateral (values
          ('t'::"char", date_trunc('hour', d.quarter), ''),
          ('a', date_trunc('hour', d.quarter), d.app_id::text),
          ('c', date_trunc('hour', d.quarter), d.country),
          ('f', date_trunc('hour', d.quarter), d.platform),
          ('s', date_trunc('hour', d.quarter), d.sub_id),
          ('o', date_trunc('day', d.quarter, 'UTC'), d.offer_id::text)) as k (kind, since, key)
        group by 1, 2, 3, 4
        having sum(d.sign * d.conversions) <> 0
        order by 1, 2, 3, 4
        on conflict (kind, since, key, slot) do update set conversions = s.conversions + excluded.conversions;
        return null;
      end $body$
    $create$, event.name, event.tables, event.rows);
    execute format('create trigger stats_credit_sums_on_%1$s after %1$s on stats_credit_times referencing %2$s
      for each statement execute function add_stats_credit_sums_on_%1$s()', event.name, event.tables);
  end loop;
end $$;

-- What there is already.
insert into stats_credit_sums (kind, since, key, slot, conversions)
select k.kind, k.since, k.key, d.slot, sum(d.conversions)
from stats_credit_times d cross join lateral (values
  ('t'::"char", date_trunc('hour', d.quarter), ''),
  ('a', date_trunc('hour', d.quarter), d.app_id::text),
  ('c', date_trunc('hour', d.quarter), d.country),
  ('f', date_trunc('hour', d.quarter), d.platform),
  ('s', date_trunc('hour', d.quarter), d.sub_id),
  ('o', date_trunc('day', d.quarter, 'UTC'), d.offer_id::text)) as k (kind, since, key)
group by 1, 2, 3, 4;
