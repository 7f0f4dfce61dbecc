-- When this goal ceased to be its offer's default, in milliseconds, newest last: a report without a goal is about the goal
-- that was the default when its click was made.
alter table offer_goals add column default_ends bigint[] not null default '{}';

-- 'cancelled': owed to an endpoint that was removed before it was told. Every row that is there satisfies it already.
alter table callbacks drop constraint callbacks_state_check;
alter table callbacks add constraint callbacks_state_check
  check (state in ('pending', 'delivered', 'dead', 'stopped', 'flagged', 'cancelled')) not valid;
-- What an endpoint was not told, by state and newest first (`callbacks log --state`), and the replay of it.
create index callbacks_failed on callbacks (endpoint_id, state, id)
  where state in ('dead', 'stopped', 'flagged', 'cancelled');
