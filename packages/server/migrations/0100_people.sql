-- The people of the dashboard. The first five tables are what better-auth 1.7.0 (with its two-factor plugin) reads and writes,
-- under our names; adapters/people/open-auth.ts maps them. It never migrates anything itself.

create table people_users (
  id text primary key,
  name text not null,
  email text not null unique check (email = lower(email)),
  email_verified boolean not null default false,
  image text,
  two_factor_enabled boolean not null default false,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table people_sessions (
  id text primary key,
  user_id text not null references people_users on delete cascade,
  -- In the cookie it stands with a signature made from QUOIN_SECRET: a copy of this table opens nothing.
  token text not null unique,
  expires_at timestamptz not null,
  ip_address text,
  user_agent text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index people_sessions_by_user on people_sessions (user_id);

create table people_accounts (
  id text primary key,
  user_id text not null references people_users on delete cascade,
  issuer text not null,
  account_id text not null,
  provider_id text not null,
  -- scrypt, with its parameters and salt.
  password text,
  access_token text,
  refresh_token text,
  id_token text,
  access_token_expires_at timestamptz,
  refresh_token_expires_at timestamptz,
  scope text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (issuer, account_id)
);
create index people_accounts_by_user on people_accounts (user_id);

-- Second steps of sign-ins that are under way, and how often each was tried.
create table people_verifications (
  id text primary key,
  identifier text not null,
  value text not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index people_verifications_by_identifier on people_verifications (identifier);

create table people_two_factors (
  id text primary key,
  user_id text not null references people_users on delete cascade,
  -- Both are encrypted with a key from QUOIN_SECRET.
  secret text not null,
  backup_codes text not null,
  verified boolean default true,
  failed_verification_count integer default 0,
  locked_until timestamptz
);
create index people_two_factors_by_user on people_two_factors (user_id);

-- Who belongs where. The platform is one organization, each publisher is one.
create table people_organizations (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('platform', 'publisher')),
  publisher_id bigint unique references publishers,
  check ((kind = 'publisher') = (publisher_id is not null)),
  unique (id, kind)
);
create unique index people_organizations_platform on people_organizations (kind) where kind = 'platform';
insert into people_organizations (kind) values ('platform');
insert into people_organizations (kind, publisher_id) select 'publisher', id from publishers order by id;

create table people_members (
  organization_id bigint not null,
  kind text not null,
  user_id text not null references people_users on delete cascade,
  role text not null,
  created_at timestamptz not null,
  primary key (organization_id, user_id),
  foreign key (organization_id, kind) references people_organizations (id, kind) on delete cascade,
  check (
    case kind
      when 'platform' then role in ('operator', 'reviewer', 'analyst')
      else role in ('owner', 'developer', 'analyst')
    end
  )
);
create index people_members_by_user on people_members (user_id);

-- One-use links: the set-up of the first operator, invitations, new passwords. The link's own text is kept nowhere.
create table people_links (
  id uuid primary key,
  kind text not null check (kind in ('set_up', 'demo', 'invitation', 'reset')),
  digest bytea not null unique check (length(digest) = 32),
  organization_id bigint references people_organizations on delete cascade,
  email text check (email = lower(email)),
  role text,
  user_id text references people_users on delete cascade,
  actor text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  revoked_at timestamptz,
  check ((kind = 'invitation') = (email is not null and role is not null and organization_id is not null)),
  check ((kind = 'reset') = (user_id is not null))
);
create index people_links_open on people_links (kind, expires_at) where used_at is null and revoked_at is null;

-- Tokens of programs for the operator API.
create table people_tokens (
  id uuid primary key,
  name text not null,
  role text not null check (role in ('operator', 'reviewer', 'analyst')),
  -- SHA-256 of 256 random bits; the token itself is shown once and kept nowhere.
  digest bytea not null unique check (length(digest) = 32),
  masked text not null,
  actor text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz
);
create unique index people_tokens_names on people_tokens (lower(name)) where revoked_at is null;
