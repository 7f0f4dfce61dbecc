-- What an offer or a goal pays at some places, as core's `Price` has it; its own amounts are those of the rest of the world.
alter table offers add column prices jsonb not null default '[]';
alter table offer_goals add column prices jsonb not null default '[]';
