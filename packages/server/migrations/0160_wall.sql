-- How an app's wall looks and whom it lets in: what was set of core/wall/wall-settings.ts.
alter table apps add column wall jsonb not null default '{}';

-- A user's questions about rewards that did not come, each tied to the click it is about (core/tickets/ticket.ts). A late
-- report becomes a claim: its conversion then says how the ticket ended.
create table tickets (
  id bigint generated always as identity primary key,
  app_id bigint not null references apps,
  user_id text not null,
  is_test boolean not null,
  click_id uuid not null,
  offer_id bigint not null,
  goal text not null default '',
  conversion_id uuid,
  diagnosis text not null,
  note text not null check (length(note) <= 1000),
  receipt text not null default '' check (length(receipt) <= 100),
  answer text check (answer in ('needs_more', 'credited', 'refused')),
  because text,
  created_at timestamptz not null,
  answered_at timestamptz
);
-- A user's own tickets; the operator's list, newest first, goes by the primary key.
create index tickets_by_user on tickets (app_id, user_id, id desc);

-- One-use addresses that hand a visit over to a phone; only a digest is kept.
create table wall_handoffs (
  token_digest bytea primary key,
  api_key text not null,
  user_id text not null,
  path text not null,
  expires_at timestamptz not null
);
create index wall_handoffs_by_expiry on wall_handoffs (expires_at);
