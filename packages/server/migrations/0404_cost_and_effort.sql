-- What an offer costs its user, in their currency, and the minutes that it takes of their own time; null: not known.
alter table offers
  add column cost text check (cost in ('free', 'deposit', 'purchase', 'subscription')),
  add column cost_micros bigint check (cost_micros > 0),
  add column cost_currency text,
  add column minutes integer check (minutes > 0);
