-- What spoke for fraud (core/risk/conduct); null where nothing did. Of a click its verdict and how fast clicks came, in
-- a few bytes: 'h130,7,0,0' (a: accepted, h: held). Of a conversion {scoreTenths, verdict, points, reasons}.
alter table clicks add column risk text;
alter table conversions add column risk jsonb;

-- The risk score from which on an app's conversions wait for review; 0: never.
alter table apps add column hold_score smallint not null default 85 check (hold_score between 0 and 100);

-- Autonomous systems, by their number.
alter table list_entries drop constraint list_entries_kind_check;
alter table list_entries add constraint list_entries_kind_check
  check (kind in ('device', 'user', 'address', 'cidr', 'asn', 'country'));
-- What has ended, for the housekeeping.
create index list_entries_by_expiry on list_entries (expires_at) where expires_at is not null;

-- Versions of the scorecard that were learned from outcomes (features/risk-learning). At most one is a candidate, whose
-- scores are computed beside the answers, and at most one is active; without one the shipped weights are.
create table risk_weights (
  version text primary key,
  state text not null check (state in ('candidate', 'active', 'retired', 'rejected')),
  weights jsonb not null,
  -- What it was made of, and how it and the weights that were in use did on users that neither had seen.
  figures jsonb not null,
  actor text not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index risk_weights_active on risk_weights (state) where state = 'active';
create unique index risk_weights_candidate on risk_weights (state) where state = 'candidate';
insert into snapshot_versions (name) values ('weights');

-- When was last learned: once a night in all processes together.
create table risk_learning (
  is_only boolean primary key default true check (is_only),
  ran_at timestamptz not null,
  outcome jsonb not null default '{}'
);
insert into risk_learning (ran_at) values ('-infinity');

alter table risk_assessments
  -- The shares of all signals that spoke, by name: what is learned from, once it is known how it ended.
  add column shares jsonb,
  -- What the candidate would have answered.
  add column shadow_tenths smallint,
  add column shadow_version text;
