-- What the last server to start was given, but for secrets: commands use it, wherever they run.
create table server_settings (
  is_only boolean primary key default true check (is_only),
  variables jsonb not null,
  version text not null,
  started_at timestamptz not null
);
