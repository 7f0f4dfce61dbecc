-- Long work that an operator asked for: imports, exports, replays. A row outlives whoever asked for it and whichever process
-- works on it: a process takes it for a while (the lease) and says again and again that it is still there; when it is not, the
-- next one begins anew. So what a job does may be done twice.
create table jobs (
  id uuid primary key,
  kind text not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed')),
  actor text not null,
  about jsonb not null,
  -- What it works on, such as a file; gone when it has ended.
  payload bytea,
  done bigint not null default 0,
  total bigint,
  result jsonb,
  error text,
  attempts smallint not null default 0,
  created_at timestamptz not null,
  started_at timestamptz,
  finished_at timestamptz,
  leased_until timestamptz,
  lease uuid
);
-- takeJob: the oldest that nobody works on.
create index jobs_open on jobs (id) where state in ('waiting', 'running');
