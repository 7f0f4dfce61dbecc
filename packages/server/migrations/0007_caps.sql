-- Caps of networks, offers, apps and users, and the time zone in which a network's day begins.

alter table networks add column time_zone text not null default 'UTC';

create table caps (
  id bigint generated always as identity primary key,
  -- Whose conversions are limited; null narrows nothing.
  network_id bigint references networks,
  offer_id bigint references offers,
  app_id bigint references apps,
  -- One user of the app; or each user has the limit for himself.
  user_id text,
  is_per_user boolean not null default false,
  period text not null check (period in ('daily', 'total')),
  -- Conversions, what networks pay for them, or what publishers earn by them.
  measure text not null check (measure in ('count', 'revenue', 'payout')),
  -- Conversions, or USD micros.
  cap_limit bigint not null check (cap_limit >= 0),
  created_at timestamptz not null default now(),
  check (network_id is null or offer_id is null),
  check (user_id is null or (app_id is not null and not is_per_user)),
  check (is_per_user or coalesce(network_id, offer_id, app_id) is not null),
  -- The identity of a cap: setting it again changes its limit.
  unique nulls not distinct (network_id, offer_id, app_id, user_id, is_per_user, period, measure)
);

insert into snapshot_versions (name) values ('caps');

-- Counters of caps are named 'cap:7:day:2026-11-21', 'cap:7:total', 'cap:7:total:user:3:user-42'. The day is what
-- retention goes by; the cap, what is left over when it is removed.
alter table cap_counters add column cap_id bigint, add column day date;
update cap_counters set day = substring(key from ':day:(.*)$')::date where key like '%:day:%';
-- Counters of days long past, in batches.
create index cap_counters_by_day on cap_counters (day) where day is not null;
-- The use of a cap by its users, and what is left over of one that is gone.
create index cap_counters_by_cap on cap_counters (cap_id, day) where cap_id is not null;
