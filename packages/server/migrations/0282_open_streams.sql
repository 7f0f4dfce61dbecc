-- The live streams that are open in all processes (features/credentials/lease-stream.ts). A process that has died renews
-- nothing: its rows stop counting by themselves. They are worth nothing after a crash of the database.
create unlogged table open_streams (
  id uuid primary key,
  holder text not null,
  leased_until timestamptz not null
);
-- How many streams a person or token has open (store/people/open-streams.ts).
create index open_streams_holder on open_streams (holder);
