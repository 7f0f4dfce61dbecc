-- Whether a publisher may do business: whoever signed up waits for approval; one that is suspended is refused everywhere.
alter table publishers add column status text not null default 'active'
  check (status in ('waiting', 'active', 'suspended'));

-- The history of one thing, newest first.
create index audit_log_by_object on audit_log (object, id);
