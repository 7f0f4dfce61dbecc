-- Postbacks that a server has set up at networks by their API, and looks at whether links of sources still work
-- (store/sources; docs/decisions/0071).

-- The digest of a second token, which stands in the address that was set up by the API: the one that a person has pasted goes
-- on to work beside it. It outlives the source, because the network goes on to report.
alter table networks add column installed_token_digest bytea;

create table source_postbacks (
  source_id bigint primary key references sources on delete cascade,
  state text not null,
  -- Why, as a sentence.
  message text,
  -- When the network was last seen to have it, or not to.
  checked_at timestamptz,
  next_check_at timestamptz not null,
  -- Whoever asks the network about it, and until when nobody else may.
  lease uuid,
  leased_until timestamptz
);

-- Links that are looked at in a day, of those that users may see; 0: none.
alter table sources add column link_check_daily smallint not null default 0 check (link_check_daily between 0 and 200);
alter table sources add column next_link_check_at timestamptz not null default 'epoch';

create table source_links (
  source_id bigint not null references sources on delete cascade,
  external_id text not null,
  verdict text not null,
  -- Why, as a sentence.
  message text not null,
  -- Addresses that it led through.
  hops smallint not null,
  -- Looks in a row without an answer.
  silent_looks smallint not null,
  looked_at timestamptz not null,
  primary key (source_id, external_id)
);
