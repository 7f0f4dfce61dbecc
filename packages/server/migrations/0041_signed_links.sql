-- Whether lists sign an app's links, and whether an unsigned or changed one leads to the fallback. The key is derived from
-- the master secret by its number; the one before it is accepted, too.
alter table apps
  add column signed_links text not null default 'off' check (signed_links in ('off', 'added', 'required')),
  add column link_key_version integer not null default 1 check (link_key_version > 0);
