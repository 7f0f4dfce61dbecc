-- Whether the demo's month is being written: its last step is a moment ago.
alter table demo_month add column moved_at timestamptz not null default now();
