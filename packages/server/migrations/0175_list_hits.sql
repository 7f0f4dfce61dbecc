-- How often each entry of a list decided, by day of UTC: written now and then by every process, kept for a month.
create table list_entry_hits (
  entry_id bigint not null references list_entries on delete cascade,
  day date not null,
  hits bigint not null,
  last_at timestamptz not null,
  primary key (entry_id, day)
);
-- For what forgets old days.
create index list_entry_hits_by_day on list_entry_hits (day);
