-- The live streams that are open in all processes (features/credentials/lease-stream.ts). A process that has died renews
-- nothing: its rows stop counting by themselves. They are worth nothing after a crash of the database.
create unlogged table open_streams (
  id uuid primary key,
  holder text not null,
  leased_until timestamptz not null
);
-- How many streams a person or token has open (store/people/open-streams.ts).
create index open_streams_holder on open_streams (holder);
-- The letters of the last hour that a stranger may have caused (features/people/take-letter.ts), by a keyed digest of their
-- address.
create unlogged table mails_sent (
  address bytea not null,
  kind text not null,
  sent_at timestamptz not null default clock_timestamp()
);
-- How many letters an address got lately (store/people/mails-sent.ts).
create index mails_sent_address on mails_sent (address, sent_at);
