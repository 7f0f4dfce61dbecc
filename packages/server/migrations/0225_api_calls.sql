-- The last calls of each app, for its developers: sampled, a thousand or so of each mode. Unlogged, since they are worth
-- no write-ahead log: after a crash the page begins anew, and a standby has none.
create unlogged table api_calls (
  app_id bigint not null,
  is_test boolean not null,
  at_ms bigint not null,
  id bigint generated always as identity,
  request_id text not null,
  operation text not null,
  -- By a browser's session; by the app's server otherwise.
  is_session boolean not null,
  status smallint not null,
  error_code text,
  -- What was wrong with which parameter, without its value.
  problems text[] not null default '{}',
  latency_ms real not null,
  -- Further calls within the same seconds that ended the same way, of which no row was kept.
  others bigint not null default 0,
  primary key (app_id, is_test, at_ms, id)
);
