-- The transaction that a publisher claimed, once its user is erased: as a keyed digest (HMAC), so that it is recognised
-- when it comes again, and not paid twice.
alter table conversions add column claim_txn_digest bytea;
create index conversions_by_erased_txn on conversions (offer_id, claim_txn_digest) where claim_txn_digest is not null;
