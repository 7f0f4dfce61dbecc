-- Repairs that were accepted for the offer files of a network, for its next file (store/catalogue/import-repairs.ts).
create table import_repairs (
  network_id bigint primary key references networks on delete cascade,
  repairs jsonb not null,
  updated_at timestamptz not null
);
