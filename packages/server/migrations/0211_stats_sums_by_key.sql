-- How one app or offer fared: without it every other one of those hours is read, too.
create index stats_sums_by_key on stats_sums (kind, key, slot);
