-- Views of the statistics that people saved: a name for an address of the page (store/stats/stats-views.ts).
create table stats_views (
  id bigint primary key generated always as identity,
  -- The actor of the audit log who saved it.
  maker text not null,
  -- Their name for people.
  maker_name text not null,
  name text not null,
  -- The page's address behind the question mark.
  search text not null,
  is_shared boolean not null,
  saved_at timestamptz not null,
  unique (maker, name)
);
