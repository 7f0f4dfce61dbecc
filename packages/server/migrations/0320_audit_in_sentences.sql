-- Where a change came from: the request, the tool and the address. Null for commands, for Quoin itself and for older rows.
alter table audit_log add column origin jsonb;

-- Changes of one actor that follow each other are one row of the dashboard: the next one is one look away.
create index audit_log_by_actor on audit_log (actor, action, id);

-- A range of days, counted and listed.
create index audit_log_by_time on audit_log (happened_at);
