-- Sources: networks whose offers come by themselves, and each time that they were asked (store/sources).
create table sources (
  id bigint generated always as identity primary key,
  -- One for each: two would pause each other's offers.
  network_id bigint not null unique references networks,
  name text not null unique,
  kind text not null,
  settings jsonb not null,
  -- Null: it has none so far.
  key_sealed bytea,
  -- The publisher's part of what the network pays, in hundredths of a percent.
  payout_basis_points integer not null check (payout_basis_points between 0 and 10000),
  every_sec integer not null check (every_sec > 0),
  paused_at timestamptz,
  created_at timestamptz not null,
  next_run_at timestamptz not null,
  -- Failures in a row.
  failures integer not null default 0,
  -- Whoever works on it, and until when nobody else may.
  lease uuid,
  leased_until timestamptz
);

create table source_runs (
  id bigint generated always as identity primary key,
  source_id bigint not null references sources on delete cascade,
  actor text not null,
  state text not null,
  -- Why it waits or has failed, as a word and as a sentence.
  cause text,
  message text,
  began_at timestamptz not null,
  ended_at timestamptz,
  -- The number of offers by the network's own count, and how many came.
  theirs integer,
  ours integer not null default 0,
  pages integer not null default 0,
  counts jsonb not null,
  applied_at timestamptz,
  applied_by text,
  undone_at timestamptz,
  undone_by text,
  put_back integer,
  stayed integer
);

create index source_runs_of_source on source_runs (source_id, id desc);
-- One at a time, whichever process has it.
create unique index source_runs_running on source_runs (source_id) where state = 'running';

create table source_run_offers (
  run_id bigint not null references source_runs on delete cascade,
  external_id text not null,
  verdict text not null,
  name text not null,
  -- The offer as it came, under our columns, and what besides is known of it; null where nothing differs.
  fed jsonb,
  -- Sentences.
  reasons jsonb not null,
  -- Columns before and after, as people read them.
  changes jsonb not null,
  -- Columns that a person has changed and that stay.
  own text[] not null,
  -- When it counted: the offer before it, and the row that the source had written until then.
  before jsonb,
  primary key (run_id, external_id)
);

-- Those that a run has not changed are deleted after the next one.
create index source_run_offers_unchanged on source_run_offers (run_id) where before is null;
create index source_run_offers_by_verdict on source_run_offers (run_id, verdict, external_id);

create table source_offers (
  source_id bigint not null references sources on delete cascade,
  external_id text not null,
  -- The row that the source wrote last; what is otherwise by now, a person has changed.
  given jsonb,
  missing_runs smallint not null default 0,
  -- Who has said that users may be rewarded for it although its network forbids that, and why.
  allowed_by text,
  allowed_reason text,
  primary key (source_id, external_id)
);
