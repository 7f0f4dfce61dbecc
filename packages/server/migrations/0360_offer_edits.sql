-- Edits of many offers at once, and what each of them changed, by which it is taken back (store/catalogue/offer-edits.ts).
create table offer_edits (
  id bigint generated always as identity primary key,
  happened_at timestamptz not null,
  actor text not null,
  -- The changes as they were given: field, operation and operand.
  changes jsonb not null,
  changed integer not null,
  same integer not null,
  cannot integer not null,
  -- The network of all of them; null where they are of several.
  network_id bigint references networks,
  undone_at timestamptz,
  undone_by text,
  put_back integer,
  stayed integer
);

-- Old ones are deleted in the order of time.
create index offer_edits_by_time on offer_edits (happened_at);

create table offer_edit_rows (
  edit_id bigint not null references offer_edits on delete cascade,
  offer_id bigint not null references offers on delete cascade,
  -- Each changed field before and after.
  changes jsonb not null,
  primary key (edit_id, offer_id)
);

-- The history of an offer names the edits that it was in.
create index offer_edit_rows_by_offer on offer_edit_rows (offer_id, edit_id);
