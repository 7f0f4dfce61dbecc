-- What needs a person, whom to tell of it, and what they were told.

-- What somebody chose; the standards are in core/alerts/alert-rule.ts.
create table alert_rules (
  rule text primary key,
  is_on boolean not null,
  threshold integer not null
);

-- Nothing is sent in quiet hours, in minutes of the day of a time zone; equal: there are none.
create table alert_settings (
  is_only boolean primary key default true check (is_only),
  quiet_from smallint not null default 0 check (quiet_from between 0 and 1439),
  quiet_to smallint not null default 0 check (quiet_to between 0 and 1439),
  time_zone text not null default 'UTC',
  -- The last look at what needs a person: one process takes each turn.
  looked_at timestamptz not null default '-infinity'
);
insert into alert_settings default values;

-- Where alerts go. An address may be a secret by itself, as those of chats are.
create table alert_channels (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('email', 'webhook')),
  name text not null unique,
  address_sealed bytea not null,
  -- What of it may be shown.
  address_shown text not null,
  is_on boolean not null default true,
  created_at timestamptz not null,
  last_sent_at timestamptz,
  last_failed_at timestamptz,
  last_failure text
);

-- One row from the begin of a cause to its end; when it begins again that is another.
create table alerts (
  id uuid primary key,
  cause text not null,
  rule text not null,
  severity text not null,
  title text not null,
  sentence text not null,
  link text not null,
  began_at timestamptz not null,
  -- Not seen any more since then; it is over when it stays so.
  absent_since timestamptz,
  ended_at timestamptz
);
create unique index alerts_open on alerts (cause) where ended_at is null;

-- What is to be sent, to whom, when; written with the change that it tells of.
create table alert_messages (
  id uuid primary key,
  alert_id uuid references alerts on delete cascade,
  channel_id bigint not null references alert_channels on delete cascade,
  kind text not null check (kind in ('begun', 'over')),
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed', 'withdrawn')),
  attempts smallint not null default 0,
  next_attempt_at timestamptz not null,
  lease uuid,
  sent_at timestamptz,
  failure text
);
create index alert_messages_due on alert_messages (next_attempt_at) where state = 'waiting';
create index alert_messages_by_alert on alert_messages (alert_id);
