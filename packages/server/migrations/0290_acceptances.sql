-- How often a person has gone back to a server (`quoin database accept`): such a server is later than every one with a
-- smaller number, whatever its timeline.
alter table write_numbers add column acceptances integer not null default 0 check (acceptances >= 0);
