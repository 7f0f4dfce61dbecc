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
