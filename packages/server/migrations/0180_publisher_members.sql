-- Programs of a publisher that call the management API, as people_tokens are those of the platform.
create table people_publisher_tokens (
  id uuid primary key,
  publisher_id bigint not null references publishers on delete cascade,
  name text not null,
  role text not null check (role in ('owner', 'developer', 'analyst')),
  -- SHA-256 of 256 random bits; the token itself is shown once and kept nowhere.
  digest bytea not null unique check (length(digest) = 32),
  masked text not null,
  actor text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create unique index people_publisher_tokens_names on people_publisher_tokens (publisher_id, lower(name))
  where revoked_at is null;

-- People of the platform who look at a publisher's pages as the publisher does. It ends with their session at the latest.
create table people_views (
  session_id text not null references people_sessions on delete cascade,
  publisher_id bigint not null references publishers on delete cascade,
  reason text not null,
  -- Read-only: analyst.
  role text not null check (role in ('owner', 'developer', 'analyst')),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (session_id, publisher_id)
);
create index people_views_by_publisher on people_views (publisher_id);
