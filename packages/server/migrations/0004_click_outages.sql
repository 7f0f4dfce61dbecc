-- Times in which a process could not reach the database and spooled its clicks. Until they are replayed a postback
-- for a click of that time may be right although the click is not there yet.
create table click_outages (
  id uuid primary key,
  from_at timestamptz not null,
  to_at timestamptz not null,
  replayed_at timestamptz
);
-- The open ones: asked for every postback whose click is unknown.
create index click_outages_open on click_outages (to_at) where replayed_at is null;
