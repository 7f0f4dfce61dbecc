-- The mappings of sources whose kind has one: the newest is in force (store/sources/source-mappings.ts).
create table source_mappings (
  source_id bigint not null references sources on delete cascade,
  version integer not null check (version > 0),
  mapping jsonb not null,
  actor text not null,
  created_at timestamptz not null,
  primary key (source_id, version)
);

-- The version that a run was read by; null where its kind has none.
alter table source_runs add column mapping_version integer;
