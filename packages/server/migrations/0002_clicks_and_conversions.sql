-- Clicks are partitioned by range of id: a UUIDv7 carries its time, so a postback's click id names its partition,
-- and retention drops one. There is no default partition (it would block a concurrent detach) and no foreign key
-- to clicks (it would block the drop).
create table clicks (
  id uuid primary key,
  app_id bigint not null,
  offer_id bigint not null,
  user_id text not null,
  sub_id text,
  address text,
  user_agent text,
  country text not null,
  platform text not null,
  -- 'valid', or 'bot' for crawlers and tools: redirected like anyone, held for review when they earn.
  verdict text not null,
  -- 'redirected', or 'fallback' with the reason for which the offer was not available.
  outcome text not null,
  reason text,
  is_test boolean not null,
  clicked_at timestamptz not null
) partition by range (id);

-- The latest click of a user on an offer: attribution of a publisher's conversion.
create index clicks_by_user_and_offer on clicks (app_id, user_id, offer_id, id desc);

-- What users completed, with the terms it was earned under. All who write it take the lock of the user and offer first
-- (store/conversion-columns.ts), so that there is one conversion per click however many reports come at once.
create table conversions (
  id uuid primary key,
  -- How many events it has had: the last version in conversion_events.
  version integer not null,
  app_id bigint not null,
  network_id bigint not null,
  offer_id bigint not null,
  user_id text not null,
  sub_id text,
  -- Null for a claim that no click was found for.
  click_id uuid,
  goal text not null,
  -- Part of the identity: the network's transaction where the offer is repeatable, 'claim:…' before it is known, else ''.
  txn_key text not null,
  -- The network's transaction as it was sent.
  txn_id text,
  -- Who said so first: 'postback', or 'claim' of the publisher.
  source text not null check (source in ('postback', 'claim')),
  -- The publisher's transactionId and Idempotency-Key.
  claim_txn_id text,
  idempotency_key text,
  status text not null check (status in ('pending', 'approved', 'rejected', 'reversed')),
  -- Why it waits for review or was refused: 'claim', 'window', 'repeat', 'bot', 'listed'; 'cap', 'refused', 'expired'.
  reason text,
  -- What the network said last; null until it has spoken.
  reported_status text,
  network_word text,
  -- What the network said it pays, and in which currency.
  reported_micros bigint,
  reported_currency text,
  claimed_micros bigint,
  revenue_micros bigint not null,
  payout_micros bigint not null,
  payout_local_micros bigint not null,
  -- The terms as they were: a later change never changes an earned amount.
  share_basis_points integer,
  currency text not null,
  rate_micros bigint not null,
  decimals smallint not null,
  rounding text not null,
  -- The UTC day on whose cap it counts; null while it counts on none.
  counted_on date,
  is_test boolean not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz
);

-- One conversion per click and goal (and transaction where the offer is repeatable): a postback finds its own.
create unique index conversions_by_click on conversions (click_id, goal, txn_key) where click_id is not null;
-- What a user has completed or pending: kept out of his list, and what makes a second click a repeat.
create index conversions_by_user on conversions (app_id, user_id, offer_id);
-- A repeated claim is the same claim.
create unique index conversions_by_claim_txn on conversions (app_id, user_id, offer_id, is_test, claim_txn_id)
  where claim_txn_id is not null;
create unique index conversions_by_idempotency_key
  on conversions (app_id, user_id, offer_id, is_test, idempotency_key) where idempotency_key is not null;
-- What waits for an operator, oldest first.
create index conversions_in_review on conversions (id) where status = 'pending' and reason is not null;
-- Unattributed claims that expire.
create index conversions_by_expiry on conversions (expires_at) where status = 'pending' and expires_at is not null;
-- What counts on a cap: the first count of an offer that was given one.
create index conversions_by_counted_day on conversions (offer_id, counted_on) where counted_on is not null;

-- Every change of a conversion, in order: its history. Written in one statement with the conversion, and neither is
-- ever deleted alone, so that a foreign key would only cost.
create table conversion_events (
  conversion_id uuid not null,
  version integer not null,
  from_status text,
  to_status text not null,
  reason text,
  -- 'postback', 'claim', 'operator' or 'expiry'.
  source text not null,
  postback_request_id uuid,
  actor text,
  payout_micros bigint not null,
  happened_at timestamptz not null,
  primary key (conversion_id, version)
);

-- Every postback that was accepted and matched, and a limited sample of the refused ones.
create table postback_requests (
  id uuid primary key,
  network_id bigint,
  received_at timestamptz not null,
  method text not null,
  address text,
  -- As sent, bounded, without secrets.
  parameters jsonb not null,
  click_id text,
  conversion_id uuid,
  -- 'applied', 'duplicate', 'refused' or 'unmatched'.
  outcome text not null,
  http_status smallint not null,
  -- Why: 'cap', 'window', 'unknown_click', 'literal_macro', ….
  reason text
);
-- The timeline of a click.
create index postback_requests_by_click on postback_requests (click_id, id) where click_id is not null;
-- A network's log, newest first.
create index postback_requests_by_network on postback_requests (network_id, id desc);

-- How much of a cap is used: 'offer:12:day:2026-11-21', 'offer:12:total'. A counter begins, with what is counted by
-- then, when a capped offer is first reported, and is kept up in each conversion's transaction ever after.
create table cap_counters (
  key text primary key,
  used bigint not null
);
-- The offers whose caps are looked at every second.
create index offers_with_caps on offers (id) where daily_cap is not null or total_cap is not null;
