-- What publishers see of each offer, in the order in which it came about (store/catalogue/offer-states.ts).

-- One row: the last number that was given, and whoever gives them.
create table offer_numbering (
  is_only boolean primary key default true check (is_only),
  sequence bigint not null default 0,
  -- The highest number of a removal that is forgotten: who has not come so far may have missed it.
  forgotten_sequence bigint not null default 0,
  lease uuid,
  leased_until timestamptz
);
insert into offer_numbering default values;

-- The newest state of each offer that was ever listed; one that is gone stays for some weeks.
create table offer_states (
  offer_id bigint primary key,
  -- Numbers are given in the order of commits, so that whoever reads on behind one misses nothing.
  sequence bigint not null unique,
  -- When it was listed last after it was not.
  added_sequence bigint not null,
  fingerprint bigint not null,
  is_listed boolean not null,
  is_test boolean not null,
  changed_at timestamptz not null
);
-- Removals that are to be forgotten.
create index offer_states_removed on offer_states (changed_at) where not is_listed;

-- Endpoints that are told of offers, and how far they were told.
create table offer_followers (
  endpoint_id bigint primary key references callback_endpoints on delete cascade,
  told_sequence bigint not null,
  -- The callbacks that were made last: the next ones wait for their end.
  callback_ids uuid[] not null default '{}'
);

-- What such a callback tells; its row of `callbacks` names it as its conversion.
create table offer_callbacks (
  callback_id uuid primary key,
  changes jsonb not null
);
