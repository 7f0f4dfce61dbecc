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
