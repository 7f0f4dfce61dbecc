-- Ids that receivers were told behind the moment that this database was restored to, by what they are ids of: when it
-- happens again it gets the same one, and a receiver that credits each id once does so here, too.
create table told_ids (
  subject bytea not null,
  id uuid not null,
  loaded_at timestamptz not null,
  primary key (subject, id)
);

-- The same text for the same thing in every database: a conversion is known by its click, goal and transaction, a callback
-- by its conversion, endpoint and type, and by what it pays where it tells of another amount.
create function told_subject(variadic parts text[]) returns bytea stable parallel safe
  return substr(sha256(convert_to(array_to_string(parts, ' '), 'UTF8')), 1, 16);

-- How far the ids are kept beside the backups: changes numbered below are. And the first id that was ever taken in: a
-- conversion with an id from then on may be made much later than its id says.
create table told_progress (
  is_only boolean primary key default true check (is_only),
  position bigint not null,
  first_id uuid
);
insert into told_progress (position)
select pg_snapshot_xmin(pg_current_snapshot())::text::bigint + ahead from write_numbers;
