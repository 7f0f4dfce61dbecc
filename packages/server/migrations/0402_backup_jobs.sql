-- findLastGood, listFailures: the last ones of a kind.
create index jobs_of_kind on jobs (kind, finished_at);
