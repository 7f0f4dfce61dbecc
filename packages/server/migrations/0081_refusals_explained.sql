-- What a network was told when its postback was refused.
alter table postback_requests add column message text;
-- The entries about one user, whatever app they are of.
create index list_entries_by_value on list_entries (kind, value);
