-- Times in which a process could not reach the database and spooled its clicks. Until they are replayed a postback
-- for a click of that time may be right although the click is not there yet. Gone once they are replayed, so that
-- there is hardly ever more than a row per process and no index is worth its while.
create table click_outages (
  id uuid primary key,
  -- The folder that the clicks are in; several processes may share it.
  spool_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null
);

-- What an unmatched postback said, so that it can be applied when its click comes out of a spool; null once it was.
alter table postback_requests add column report jsonb;
create index postback_requests_unmatched on postback_requests (click_id) where report is not null;
