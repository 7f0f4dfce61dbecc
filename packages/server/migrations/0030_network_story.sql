-- What the network has said of a conversion, as a state of its own that no hold of ours moves; null in rows of older
-- versions, whose state core/conversion/network-state.ts reads from `reported_status`.
alter table conversions add column network_state text;
-- Which doubt holds it, until a person lifts it: kept while it is rejected, so that a correction cannot pass it by.
alter table conversions add column held_for text;

-- One transaction has one payout, whoever reports it: other conversions of a network's transaction, and of a claimed one.
create index conversions_by_txn on conversions (offer_id, txn_id) where txn_id is not null;
create index conversions_by_claimed_txn on conversions (offer_id, claim_txn_id) where claim_txn_id is not null;

alter table networks
  -- Of a report that would lose money.
  add column on_loss text not null default 'hold' check (on_loss in ('hold', 'pay', 'refuse')),
  add column payout_min_micros bigint not null default 0 check (payout_min_micros >= 0),
  -- By the state that it has reported before: {"approved": {"rejected": "reversed"}}.
  add column status_words_after jsonb not null default '{}';
