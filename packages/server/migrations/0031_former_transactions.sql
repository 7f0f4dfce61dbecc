-- The transaction that a conversion was reported by before a later report, such as its reversal, named another: that one
-- is not paid again either.
alter table conversions add column former_txn_id text;
create index conversions_by_former_txn on conversions (offer_id, former_txn_id) where former_txn_id is not null;
