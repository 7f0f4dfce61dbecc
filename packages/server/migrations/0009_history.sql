-- What a publisher reads back: whose change it was and what it was worth, so that the list of changes
-- (GET /api/v1/conversions) reads one index and shows each change as it was.
alter table conversion_events
  add column app_id bigint,
  add column is_test boolean,
  add column payout_local_micros bigint;

update conversion_events e
set app_id = v.app_id, is_test = v.is_test, payout_local_micros = v.payout_local_micros
from conversions v where v.id = e.conversion_id;

-- For processes of the version before, which write on beside new ones while they are replaced one by one. It is not
-- even queued for a row that has everything.
create function complete_conversion_event() returns trigger language plpgsql as $$
begin
  update conversion_events e
  set app_id = v.app_id, is_test = v.is_test, payout_local_micros = v.payout_local_micros
  from conversions v
  where v.id = e.conversion_id and e.conversion_id = new.conversion_id and e.version = new.version;
  return null;
end $$;

create trigger complete_conversion_event after insert on conversion_events
  for each row when (new.app_id is null) execute function complete_conversion_event();
