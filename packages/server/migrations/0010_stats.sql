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

-- The clicks of a moment, by the transaction that wrote them, for the statistics. They are never changed and come in
-- that order, so that the smallest of all indexes is enough, and the path of clicks hardly feels it.
create index clicks_by_write on clicks using brin (written_in) with (autosummarize = on);

-- What happened in each quarter of an hour (many time zones are not whole hours away from UTC), live only, bots apart.
-- Clicks count in the quarter in which they were made, in rows whose status is empty; conversions in the quarter in
-- which they were first known, under the status that they have now.
create table stats_15min (
  app_id bigint not null,
  quarter timestamptz not null,
  offer_id bigint not null,
  country text not null,
  platform text not null,
  -- '' without one; null for all beyond those that stats_sub_ids names.
  sub_id text,
  status text not null,
  -- Clicks that led to the offer; of these, the user's first on it that UTC day; and others.
  clicks bigint not null default 0,
  unique_clicks bigint not null default 0,
  fallback_clicks bigint not null default 0,
  bot_clicks bigint not null default 0,
  conversions bigint not null default 0,
  revenue_micros bigint not null default 0,
  payout_micros bigint not null default 0
);
-- A publisher's report, and where the roll-up adds.
create unique index stats_15min_by_app on stats_15min
  (app_id, quarter, offer_id, country, platform, sub_id, status) nulls not distinct;
-- An operator's report over all apps.
create index stats_15min_by_quarter on stats_15min using brin (quarter);

-- How long it took from the click to the first approval: a histogram whose slots core/stats/credit-times.ts names.
create table stats_credit_times (
  app_id bigint not null,
  quarter timestamptz not null,
  offer_id bigint not null,
  country text not null,
  platform text not null,
  sub_id text,
  slot smallint not null,
  conversions bigint not null
);
create unique index stats_credit_times_by_app on stats_credit_times
  (app_id, quarter, offer_id, country, platform, sub_id, slot) nulls not distinct;
create index stats_credit_times_by_quarter on stats_credit_times using brin (quarter);

-- The sub ids of an app and UTC day that are counted by name: the first ones, so that a publisher who gives each user
-- or click its own does not make a copy of all clicks. Never forgotten: a late reversal is taken from where it was added.
create table stats_sub_ids (
  app_id bigint not null,
  day date not null,
  sub_id text not null,
  primary key (app_id, day, sub_id)
);

-- How far the roll-up is: all that was written before `position` is in it, but for what is still to be gone through
-- once, from a day on: at first all that is there, later what `stats rebuild` asks for.
create table stats_progress (
  is_only boolean primary key default true check (is_only),
  position bigint not null,
  redo_since timestamptz,
  -- Where that has come to; null when it is done.
  redo_click uuid,
  redo_conversion uuid
);
insert into stats_progress (position, redo_since, redo_click, redo_conversion)
select pg_current_xact_id()::text::bigint + 1, '-infinity',
  case when exists (select from clicks) then '00000000-0000-0000-0000-000000000000'::uuid end,
  case when exists (select from conversions) then '00000000-0000-0000-0000-000000000000'::uuid end;
