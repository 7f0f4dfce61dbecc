-- What is owed, to whom, and by which terms.

-- Double entry: the rows of one transaction (source_id, version) sum to zero, and a balance is a sum, never a counter.
-- Version 1 and up: what this event of a conversion changes of what is owed; 0: a settlement. Debits are positive: what a
-- network owes us; credits negative: what we owe a publisher, and what the platform earns. USD micros.
create type ledger_account as enum ('receivable', 'payable', 'margin', 'cash', 'adjustment');
create table ledger_entries (
  source_id uuid not null,
  amount_micros bigint not null check (amount_micros <> 0),
  -- The network of a receivable, the app of a payable, else null.
  party_id bigint,
  version integer not null,
  account ledger_account not null,
  -- The entries of a conversion; and nothing is booked twice.
  primary key (source_id, version, account)
);

-- What was approved before there was a ledger: each step into and out of approved, at the conversion's own amounts.
insert into ledger_entries (source_id, version, account, party_id, amount_micros)
select v.id, e.version, b.account, b.party_id,
  case when e.to_status = 'approved' then b.amount_micros else -b.amount_micros end
from conversions v
  join conversion_events e on e.conversion_id = v.id
    and (e.to_status = 'approved') is distinct from coalesce(e.from_status = 'approved', false)
  cross join lateral (values
    ('receivable'::ledger_account, v.network_id, v.revenue_micros),
    ('payable', v.app_id, -v.payout_micros),
    ('margin', null, v.payout_micros - v.revenue_micros)) as b (account, party_id, amount_micros)
where not v.is_test and b.amount_micros <> 0;

-- Money that was paid, received or put right. The reference is the operator's own: a repeat is the same settlement.
create table settlements (
  id uuid primary key,
  kind text not null check (kind in ('paid', 'received', 'adjusted')),
  reference text not null unique,
  app_id bigint references apps,
  network_id bigint references networks,
  -- Above zero it lowers what is owed, for 'adjusted' it raises it.
  amount_micros bigint not null check (amount_micros <> 0),
  reason text not null,
  actor text not null,
  settled_at timestamptz not null,
  check (num_nonnulls(app_id, network_id) = 1)
);

-- What the platform keeps of the revenue; null means any, and the most specific rule wins.
create table margin_rules (
  id bigint generated always as identity primary key,
  offer_id bigint references offers,
  app_id bigint references apps,
  country text,
  basis_points integer not null check (basis_points between 0 and 10000),
  created_at timestamptz not null default now(),
  unique nulls not distinct (offer_id, app_id, country)
);

-- For a time an app gives its users more of its own currency. Two of one app never overlap.
create table promotions (
  id bigint generated always as identity primary key,
  app_id bigint not null references apps,
  name text not null default '',
  basis_points integer not null check (basis_points between 1 and 1000000),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  created_at timestamptz not null default now()
);

-- What a unit of a currency was worth on a day, in billionths of a USD: millionths leave two digits of a dong.
create table exchange_rates (
  currency text not null check (currency ~ '^[A-Z]{3,5}$'),
  day date not null,
  usd_nanos bigint not null check (usd_nanos > 0),
  primary key (currency, day)
);

insert into snapshot_versions (name) values ('terms');

alter table apps add column currency_plural text;
-- Null means not at all; an import that says nothing of it leaves it as it is.
alter table offers add column hold_days smallint check (hold_days between 0 and 365);

alter table conversions
  -- The terms as they were: the rule that set the platform's part, the promotion, and the rate of a foreign amount.
  add column margin_rule_id bigint,
  add column margin_basis_points integer,
  add column promotion_id bigint,
  add column promotion_basis_points integer,
  add column usd_nanos bigint,
  add column rate_day date,
  -- When a held conversion is approved by itself.
  add column release_at timestamptz;

-- Held conversions whose time is over.
create index conversions_by_release on conversions (release_at) where status = 'pending' and release_at is not null;
-- What waits for an operator, oldest first: what waits for its time alone does not.
drop index conversions_in_review;
create index conversions_in_review on conversions (id)
  where status = 'pending' and reason is not null and reason <> 'hold';
