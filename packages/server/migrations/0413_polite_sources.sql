-- What the network said of its last feed, so that it need not send the same again (features/sources/feed-validators.ts).
alter table sources add column validators jsonb;

-- When each host may be asked next, by whichever process.
create table feed_paces (
  host text primary key,
  next_at timestamptz not null
);
