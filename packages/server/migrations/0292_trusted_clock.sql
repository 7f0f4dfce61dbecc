-- The clock that decides what cannot be undone (core/time/trusted-clock.ts): its last look, the time that is trusted, and
-- the doubt about it, if there is one.
create table trusted_clock (
  is_only boolean primary key default true check (is_only),
  seen_at timestamptz not null,
  trusted_at timestamptz not null,
  -- Null: there is no doubt.
  doubted_at timestamptz,
  doubt_days smallint not null default 0,
  doubt_last_day date
);

-- A database that was worked with goes on from when a server last looked after it; a new one begins at its first look.
insert into trusted_clock (seen_at, trusted_at)
select last.at, last.at
from (select greatest((select max(made_at) from rankings), (select looked_at from alert_settings),
  (select ran_at from risk_peer_rounds)) as at) last
where last.at > '-infinity' and last.at <= now();

-- Weeks of clicks that are past retention: still answered from, and dropped when they have been so for long.
create table click_weeks_set_aside (
  week text primary key,
  -- By the trusted time.
  since timestamptz not null
);
