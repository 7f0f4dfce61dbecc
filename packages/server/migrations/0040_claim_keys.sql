-- Idempotency keys of claims: what was asked with each, so that one that comes again with another body is refused.
create table claim_keys (
  app_id bigint not null references apps,
  is_test boolean not null,
  key text not null,
  -- SHA-256 of what the body said.
  body_digest bytea not null,
  conversion_id uuid not null references conversions,
  created_at timestamptz not null default now(),
  primary key (app_id, is_test, key)
);
-- Those of a conversion, whose user is erased.
create index claim_keys_by_conversion on claim_keys (conversion_id);
