-- Statistics before this UTC day are kept by the day: their rows stand at its first quarter of an hour.
alter table stats_progress add column folded_before timestamptz not null default '-infinity';
