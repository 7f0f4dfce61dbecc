-- A publisher's list of conversions, newest first.
create index conversions_by_app on conversions (app_id, id);
