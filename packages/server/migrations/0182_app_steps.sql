-- When an app has first done what a publisher's checklist asks for. A row is written when its evidence is first found.
create table app_steps (
  app_id bigint not null references apps on delete cascade,
  step text not null check (
    step in ('keys_made', 'first_list', 'first_click', 'test_conversion', 'callback_delivered', 'live_conversion')
  ),
  done_at timestamptz not null,
  primary key (app_id, step)
);
