-- The first moments of a platform: its first network, offer, app, click, postback and callback. A row stays when the
-- click or the attempt that it stands for is no longer kept. With is_test: the last trial of the step in test mode.
create table first_run_steps (
  step text not null check (step in ('network', 'offers', 'app', 'click', 'postback', 'callback')),
  is_test boolean not null,
  happened_at timestamptz not null,
  -- As the audit log names them; null where nobody of the platform did it.
  actor text,
  -- Of a live one the id of its row; of a trial the id of what it made.
  subject_id text,
  facts jsonb not null default '{}',
  primary key (step, is_test)
);
