-- Up to which position of the log the last changes of callers of the dashboards are: whoever has changed something reads
-- from a standby only when it is there. Callers share 256 rows; see packages/core/src/replicas/write-bucket.ts.
create table recent_writes (
  bucket smallint primary key,
  position pg_lsn not null
) with (fillfactor = 50);
