-- Devices and who was seen on them. Hashes, users and lines are keyed (HMAC) per app and mode: nothing links
-- across apps, and test calls do not link to live users.
create table devices (
  app_id bigint not null,
  device_key bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- The newest fingerprint_data, bounded at the edge; dropped by retention.
  data jsonb not null default '{}',
  primary key (app_id, device_key)
);

create table device_users (
  app_id bigint not null,
  device_key bytea not null,
  user_key bytea not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  times_seen bigint not null,
  -- The line (/24 or /64) the user was last seen on here, keyed; null when it was never known.
  line_key bytea,
  primary key (app_id, device_key, user_key)
);
-- A user's devices: the symmetric bound, and erasure.
create index device_users_by_user on device_users (app_id, user_key, device_key);

create table risk_assessments (
  id uuid primary key,
  app_id bigint not null,
  user_key bytea not null,
  device_key bytea not null,
  -- Tenths of a percent, as answered: 0 when allow-listed, 1000 when blocked.
  score_tenths smallint not null,
  is_blocked boolean not null,
  is_multi_accounting boolean not null,
  -- [{code, points, detail}], strongest first.
  reasons jsonb not null,
  weights_version text not null,
  request_id text not null,
  is_test boolean not null,
  assessed_at timestamptz not null
);
create index risk_assessments_by_user on risk_assessments (app_id, user_key, id desc);

-- Block, review and allow entries. app_id null: for the whole platform.
create table list_entries (
  id bigint generated always as identity primary key,
  app_id bigint references apps,
  kind text not null check (kind in ('device', 'user', 'address', 'cidr', 'country')),
  -- Canonical text; devices and users as they are sent, since operators enter and read them.
  value text not null,
  action text not null check (action in ('block', 'review', 'allow')),
  reason text not null default '',
  actor text not null default '',
  expires_at timestamptz,
  created_at timestamptz not null default now(),
  -- The identity of an entry: entering it again changes it.
  unique nulls not distinct (app_id, kind, value)
);

-- Who changed what.
create table audit_log (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null default now(),
  actor text not null,
  action text not null,
  object text not null,
  details jsonb not null default '{}'
);
