-- Who lists offers, who pays for them, and the offers themselves.

create table publishers (
  id bigint generated always as identity primary key,
  name text not null,
  created_at timestamptz not null default now()
);

create table apps (
  id bigint generated always as identity primary key,
  publisher_id bigint not null references publishers,
  name text not null,
  status text not null default 'active' check (status in ('active', 'suspended')),
  currency_name text not null default 'Points',
  -- App currency units per 1 USD, in millionths.
  currency_rate_micros bigint not null default 1000000 check (currency_rate_micros > 0),
  currency_decimals smallint not null default 2 check (currency_decimals between 0 and 6),
  currency_rounding text not null default 'half_up' check (currency_rounding in ('half_up', 'floor', 'ceil')),
  fallback_url text,
  allowed_origins text[] not null default '{}',
  -- Null means the platform's default.
  rate_limit_per_minute integer check (rate_limit_per_minute between 1 and 1000000),
  multi_account_threshold smallint not null default 1 check (multi_account_threshold >= 1),
  multi_account_window_days smallint not null default 90 check (multi_account_window_days >= 1),
  -- A score from which on a user counts as blocked; null: never from a score.
  auto_block_score smallint check (auto_block_score between 1 and 100),
  created_at timestamptz not null default now()
);

create table api_keys (
  id bigint generated always as identity primary key,
  app_id bigint not null references apps,
  -- Public by design (spec §5): it stands in every tracking link.
  key text not null unique,
  mode text not null check (mode in ('live', 'test')),
  label text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create index api_keys_by_app on api_keys (app_id, id);

create table api_secrets (
  id bigint generated always as identity primary key,
  app_id bigint not null references apps,
  mode text not null check (mode in ('live', 'test')),
  -- SHA-256 of 256 random bits; the secret itself is shown once and kept nowhere.
  digest bytea not null unique check (length(digest) = 32),
  -- Prefix and last four characters, to tell secrets apart in a list.
  masked text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- Set when the secret arrived from a browser.
  leaked_at timestamptz,
  leaked_origin text
);
create index api_secrets_by_app on api_secrets (app_id, id);

create table networks (
  id bigint generated always as identity primary key,
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9_-]{0,39}$'),
  name text not null,
  -- Ready-made reply, words and paste template: a row of packages/server/src/networks.
  preset text not null default 'generic',
  proof text not null default 'token' check (proof in ('none', 'token', 'hmac')),
  -- SHA-256 of the token that stands in the postback path.
  token_digest bytea unique check (length(token_digest) = 32),
  -- The HMAC secret, encrypted with a key derived from QUOIN_SECRET.
  hmac_secret_sealed bytea,
  allowed_addresses text[] not null default '{}',
  -- The network's own status words, on top of its preset's: {"2": "reversed"}.
  status_words jsonb not null default '{}',
  -- The body of an accepted answer; null means the preset's, and then the envelope.
  reply text,
  -- What a repeat with another payout does.
  on_changed_payout text not null default 'ignore' check (on_changed_payout in ('ignore', 'update')),
  payout_max_micros bigint not null default 10000000000 check (payout_max_micros > 0),
  status text not null default 'active' check (status in ('active', 'paused')),
  created_at timestamptz not null default now()
);

create table offers (
  id bigint generated always as identity primary key,
  network_id bigint not null references networks,
  external_id text not null,
  name text not null,
  description text not null,
  requirements text,
  categories text[] not null default '{}',
  payout_micros bigint not null check (payout_micros >= 0),
  payout_share_basis_points integer check (payout_share_basis_points between 0 and 10000),
  revenue_micros bigint not null check (revenue_micros >= 0),
  destination_url text not null,
  fallback_url text,
  image_url text,
  countries text[] not null default '{}',
  platforms text[] not null default '{}',
  starts_at timestamptz,
  ends_at timestamptz,
  daily_cap bigint check (daily_cap >= 0),
  total_cap bigint check (total_cap >= 0),
  status text not null default 'active' check (status in ('active', 'paused')),
  is_repeatable boolean not null default false,
  is_test boolean not null default false,
  attribution_window interval not null default interval '30 days',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- A second import updates by network + external id.
  unique (network_id, external_id)
);

-- What the processes keep in memory. A writer adds one per change set; a reader that fell behind reloads.
create table snapshot_versions (
  name text primary key,
  version bigint not null default 1
);
insert into snapshot_versions (name) values ('catalogue'), ('apps'), ('networks'), ('lists');
