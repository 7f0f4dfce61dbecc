-- What a user's peers say of them (core/risk/peers.ts), as the last comparison of an app's accounts found it: how much more
-- than usual speaks against those who share a line, a network, a drawing, a build or offers, in hundredths of log-odds, and
-- the score that the user would have by it, in tenths of a percent. An edge to the others of the graph, with a weight and an end.
create table risk_peers (
  app_id bigint not null,
  user_key bytea not null,
  facts smallint[] not null,
  score_tenths smallint not null,
  made_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (app_id, user_key)
);
create index risk_peers_by_expiry on risk_peers (expires_at);

-- When accounts were last compared: by one process of all.
create table risk_peer_rounds (
  is_only boolean primary key default true check (is_only),
  ran_at timestamptz not null
);
insert into risk_peer_rounds (ran_at) values ('-infinity');
