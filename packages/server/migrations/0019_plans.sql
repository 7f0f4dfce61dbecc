-- A table that grows is not measured while it is small: a plan that was made by the size of sixty rows, and kept, would go
-- on to scan when there are sixty thousand, until the next measurement. Of what was never measured the planner takes the
-- true size of the file, and at least ten pages. Partitions of clicks are made so (store/clicks.ts).
do $$
declare
  name text;
begin
  foreach name in array array['conversions', 'conversion_events', 'ledger_entries', 'postback_requests', 'callbacks',
      'callback_attempts', 'devices', 'device_users', 'risk_assessments']
    || array(select inhrelid::regclass::text from pg_inherits where inhparent = 'clicks'::regclass)
  loop
    execute format('alter table %s set (autovacuum_analyze_threshold = 5000, autovacuum_vacuum_threshold = 2000, '
      'autovacuum_vacuum_insert_threshold = 5000)', name);
  end loop;
end $$;
