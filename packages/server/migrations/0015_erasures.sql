-- Users who were erased at their publisher's request: so that an erasure which a crash cut short is finished, and what
-- comes late (a write that was under way, a click out of a spool) is erased as well.
create table user_erasures (
  id uuid primary key,
  app_id bigint not null references apps,
  -- With test credentials only what was done with such is erased.
  is_test_only boolean not null,
  -- The user, keyed (HMAC): by it a click out of a spool is recognised.
  user_key bytea not null,
  -- The user, encrypted, as long as there is something left to do; then null.
  user_sealed bytea,
  -- What stands in his place from now on. It is random: nothing leads back.
  token text not null,
  requested_at timestamptz not null,
  finished_at timestamptz
);
-- A repeated request, and clicks out of a spool.
create index user_erasures_by_user on user_erasures (app_id, user_key);
-- What is left to do.
create index user_erasures_unfinished on user_erasures (requested_at) where finished_at is null;
