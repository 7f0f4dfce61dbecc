-- The paid events of an offer. Most offers have none of their own: a report of them is about the default goal, ''.
create table offer_goals (
  offer_id bigint not null references offers,
  -- By this a network names it, in any case; conversions keep it, so that a goal is retired and never deleted.
  goal text not null check (goal ~ '^[a-z0-9][a-z0-9._:-]{0,63}$'),
  -- The network's own id of it, where that is another word.
  external_id text,
  name text not null,
  payout_micros bigint not null check (payout_micros >= 0),
  payout_share_basis_points integer check (payout_share_basis_points between 0 and 10000),
  revenue_micros bigint not null check (revenue_micros >= 0),
  -- In which order they are done, from 1.
  position smallint not null check (position >= 1),
  is_repeatable boolean not null,
  -- Until how long after the click it counts without review; null: as long as the offer's attribution window.
  deadline_sec integer check (deadline_sec >= 1),
  -- The one that a report without a goal is about.
  is_default boolean not null,
  -- No longer in the network's file: not listed, but a report of it still counts, as one of a paused offer does.
  is_retired boolean not null default false,
  primary key (offer_id, goal)
);

-- Whether an offer has goals, or had: the others cost no look into the table.
alter table offers add column has_goals boolean not null default false;

-- Since when an operator has paused it: the next import of its network does not resume it.
alter table offers add column paused_at timestamptz;
