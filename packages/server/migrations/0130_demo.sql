-- The demo of an embedded database: what it made is told from what an operator made, and removed by one command.
alter table publishers add column is_demo boolean not null default false;
alter table networks add column is_demo boolean not null default false;
-- What a rate of the demo was: one that was replaced since is the operator's own.
alter table exchange_rates add column demo_usd_nanos bigint;

-- The made-up month of traffic before a moment, and how far it is written.
create table demo_month (
  is_only boolean primary key default true check (is_only),
  -- The month ends here.
  ends_at timestamptz not null,
  played_to timestamptz not null,
  -- How often a process began to write it: a part of the ids, so that a part that is written again meets none.
  starts integer not null default 0,
  finished_at timestamptz,
  -- The demo was removed, and no later start makes another.
  removed_at timestamptz
);
