-- Which QUOIN_SECRET the database is used with, as a fingerprint: with another one known devices would be strangers, and
-- what was sealed would stay closed, in silence. The previous one while a rotation goes on.
create table master_secret (
  is_only boolean primary key default true check (is_only),
  current text not null,
  previous text,
  changed_at timestamptz not null default now()
);
