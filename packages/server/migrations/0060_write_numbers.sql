-- How far numbers of rows are ahead of the server's transactions, as a sequence and no longer as part of a default:
-- after a failover it is raised without a lock on the tables that are written to all the time.
create sequence write_ahead minvalue 0;
select setval('write_ahead', (select ahead from write_numbers));

-- Declared stable, so that COPY goes on writing rows by the page; within a statement it does not change.
create function write_number() returns bigint language plpgsql stable as
  $$ begin return pg_current_xact_id()::text::bigint + pg_sequence_last_value('write_ahead'); end $$;

alter table clicks alter column written_in set default write_number();
alter table conversion_events alter column written_in set default write_number();
