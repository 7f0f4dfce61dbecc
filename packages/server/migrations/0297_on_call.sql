-- Figures for whoever is on call: they survive a restart, and all processes share them.

-- When each periodic work last did well (store/system/work-successes.ts); a row per name of core/alerts/periodic-work.ts.
create table work_successes (
  name text primary key,
  -- Since when it is expected to do well.
  known_at timestamptz not null default clock_timestamp(),
  succeeded_at timestamptz
);

-- A sample a day of each data directory, kept for a month (store/system/size-samples.ts).
create table size_samples (
  -- The id of the directory's spool: each machine has a disk of its own.
  place text not null,
  day date not null,
  sampled_at timestamptz not null,
  database_bytes bigint not null,
  free_bytes bigint,
  primary key (place, day)
);

-- Up to when all that was written is rolled up. A mark is the number that transactions had come to at a moment; when the
-- position has reached it, all that was written before that moment is in the statistics.
alter table stats_progress
  add column settled_at timestamptz,
  add column mark_number bigint,
  add column mark_at timestamptz;
