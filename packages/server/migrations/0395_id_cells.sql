-- The cell that this database belongs to, and from when on ids carry it. Those made before have random bits in its place,
-- and are of the home cell. In a new database all carry it, and the first server to start says which cell it is. A
-- database that is upgraded (it has migrations on record) is the home cell, and may have processes of the version before
-- beside it for a while, as they are replaced one after the other: they get a day.
create table id_cells (
  is_only boolean primary key default true check (is_only),
  cell integer check (cell between 0 and 1023),
  recorded_from timestamptz not null
);
insert into id_cells (cell, recorded_from)
select case when is_upgraded then 0 end, case when is_upgraded then now() + interval '1 day' else 'epoch' end
from (select exists (select from schema_migrations) as is_upgraded) database;
