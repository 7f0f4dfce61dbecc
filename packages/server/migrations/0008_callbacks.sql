-- Where apps are told of their conversions, what they are told, and every attempt to tell them.

-- How an app is told (core/callbacks/endpoint.ts), and how it fares. An app has a few of them, told apart by name.
create table callback_endpoints (
  id bigint generated always as identity primary key,
  app_id bigint not null references apps,
  name text not null,
  -- Whose conversions it hears of: 'live', 'test' or 'both'.
  mode text not null check (mode in ('live', 'test', 'both')),
  format text not null,
  url text not null,
  method text not null,
  parameters text,
  signature jsonb,
  events text[] not null,
  ok_body text,
  failure_body text,
  reversal_style text not null,
  amounts text not null,
  -- Encrypted with a key derived from QUOIN_SECRET. Until the given time the previous one signs too.
  secret_sealed bytea,
  previous_secret_sealed bytea,
  previous_secret_until timestamptz,
  -- Of a disabled one nothing is sent; what it would have been told waits.
  status text not null default 'active' check (status in ('active', 'disabled')),
  -- 'operator', 'gone' (the receiver answered 410) or 'failing' (nothing but failures for days).
  disabled_reason text,
  disabled_at timestamptz,
  -- The present row of failures without a success; null when the last attempt went well.
  failing_since timestamptz,
  last_failed_at timestamptz,
  failures bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (app_id, name)
);

-- The outbox: one row for each step of a conversion and endpoint that wants it, written in the step's own transaction.
-- What it says is joined when it is sent (conversion_events, conversions, offers, clicks). No foreign keys: none of these rows is ever deleted alone, and they would be looked up for every postback.
create table callbacks (
  id uuid not null,
  endpoint_id bigint not null,
  conversion_id uuid not null,
  version integer not null,
  event_type text not null,
  -- 'pending'; 'delivered'; 'dead': every attempt failed; 'stopped': the receiver wants no more of it; 'flagged': the
  -- receiver has it and said that it failed.
  state text not null default 'pending'
    check (state in ('pending', 'delivered', 'dead', 'stopped', 'flagged')),
  -- Of a pending one: not before then. While an attempt is under way, the end of its lease.
  next_attempt_at timestamptz,
  -- The attempt that is under way, if any: a worker that comes too late must not undo what another did.
  lease_id uuid,
  attempts integer not null default 0,
  -- How many of these were made before it was replayed: the schedule begins again.
  attempts_before integer not null default 0,
  ended_at timestamptz,
  -- An endpoint's callbacks in the order of time: its log, replay of a time range, retention. An id alone is looked up
  -- with every endpoint's id, of which there are few.
  primary key (endpoint_id, id)
);
-- The steps of one conversion in their order: n + 1 waits for n, and the conversion's own history.
create unique index callbacks_by_conversion on callbacks (conversion_id, endpoint_id, version);
-- What an endpoint is to be told next, and (by its first column) which endpoints there is something to tell.
create index callbacks_due on callbacks (endpoint_id, next_attempt_at, id) where state = 'pending';
-- Most rows are written three times in their first second.
alter table callbacks set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05);

-- Every attempt: what was sent, without secrets, and what came back.
create table callback_attempts (
  callback_id uuid not null,
  number integer not null,
  attempted_at timestamptz not null,
  method text not null,
  url text not null,
  headers jsonb not null,
  body text,
  -- Null where there was no answer; then `failure` says why.
  http_status smallint,
  failure text,
  body_excerpt text,
  latency_ms integer not null,
  -- 'delivered', 'retry', 'stop' or 'flagged', with a sentence for the endpoint's owner.
  verdict text not null,
  reason text not null,
  -- Null when there will be none.
  next_attempt_at timestamptz,
  primary key (callback_id, number)
);
