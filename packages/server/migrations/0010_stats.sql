-- Which transaction wrote a row, as a number that only grows (store/watermark.ts): who reads in its order and stops at
-- the oldest transaction that is still running never misses a late commit, as one who reads in the order of time would.
-- A number is a transaction id of PostgreSQL plus `ahead`, because these ids begin again when a dump is restored into
-- another server, and repeat after a recovery to a point in time.
create table write_numbers (
  is_only boolean primary key default true check (is_only),
  -- The server and its timeline, by which a restore is noticed; empty where the server does not tell.
  server text not null,
  ahead bigint not null
);
insert into write_numbers (server, ahead) values ('', 0);

-- The default is computed once for the rows that are there: no table is rewritten.
alter table clicks add column written_in bigint not null default pg_current_xact_id()::text::bigint;
alter table conversion_events add column written_in bigint not null default pg_current_xact_id()::text::bigint;

-- What happened to conversions since a watermark: the statistics, and the publishers' cursor over conversions.
create index conversion_events_by_write on conversion_events (written_in, conversion_id, version);

-- Where a conversion is counted, also when its click is no longer kept; null without a click.
alter table conversions
  add column country text,
  add column platform text;

update conversions v set country = c.country, platform = c.platform
from clicks c where c.id = v.click_id;

-- What each step of a conversion was worth to the network.
alter table conversion_events add column revenue_micros bigint;

update conversion_events e set revenue_micros = v.revenue_micros
from conversions v where v.id = e.conversion_id;

-- As in 0009, for processes of the version before.
create or replace function complete_conversion_event() returns trigger language plpgsql as $$
begin
  update conversion_events e
  set app_id = v.app_id, is_test = v.is_test, payout_local_micros = v.payout_local_micros,
    revenue_micros = v.revenue_micros
  from conversions v
  where v.id = e.conversion_id and e.conversion_id = new.conversion_id and e.version = new.version;
  return null;
end $$;
