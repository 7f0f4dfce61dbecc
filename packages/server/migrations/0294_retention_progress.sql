-- How far a deletion that goes through a table in the order of its ids has come: each row is looked at once.
create table retention_progress (
  work text primary key,
  up_to uuid not null default '00000000-0000-0000-0000-000000000000'
);
insert into retention_progress (work) values ('postback_data'), ('postback_rows');
