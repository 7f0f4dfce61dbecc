alter table postback_requests
  -- What a network was told when its postback was refused.
  add column message text,
  -- What a refused postback said, as it was read, until it is applied again.
  add column refused jsonb;
-- The entries about one user, whatever app they are of.
create index list_entries_by_value on list_entries (kind, value);
