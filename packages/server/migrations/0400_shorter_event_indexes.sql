-- What happened in which order, without the conversion and the version: those of one transaction are few, and are sorted
-- when they are read. Where the table has grown this would hold up its writers: there the periodic work does it, with
-- writers going on (store/system/index-replacements.ts).
do $$
begin
  if pg_relation_size('conversion_events') > 10000000 then return; end if;
  create index conversion_events_of_app on conversion_events (app_id, is_test, written_in);
  drop index conversion_events_by_app;
  create index conversion_events_written on conversion_events (written_in);
  drop index conversion_events_by_write;
end $$;
