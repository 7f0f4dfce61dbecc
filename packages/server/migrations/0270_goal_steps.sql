-- By offer, app and UTC day: how many users had a goal reported by the network for the first time, and how many of them had
-- an earlier goal, too (step; '' for all). The roll-up of the statistics adds to it; it holds no user.
create table goal_steps (
  offer_id bigint not null,
  app_id bigint not null,
  day date not null,
  goal text not null,
  step text not null,
  reports bigint not null,
  primary key (offer_id, app_id, day, goal, step)
);
-- The weeks that norms are made of, and what is older and forgotten.
create index goal_steps_by_day on goal_steps using brin (day);
