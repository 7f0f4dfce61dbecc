alter table apps
  -- The share of fraud among the app's users; null: the one that the weights were made for.
  add column fraud_share double precision check (fraud_share > 0 and fraud_share < 1),
  -- Whether the app's server is told the reasons of a score when it asks for them.
  add column explains_risk boolean not null default false,
  -- 'literal': any other user of the device counts (spec §2.5); 'colocated': only those of the same line.
  add column multi_account_mode text not null default 'literal'
    check (multi_account_mode in ('literal', 'colocated'));

-- What the last submission of this user on this device said against him, by signal: shares without any raw
-- data, so that he can be scored again when his clicks or the users of the device change.
alter table device_users add column signs jsonb not null default '{}';

-- Retention: what was not seen for long. A range index is not moved by an update, a tree would be.
create index devices_by_last_seen on devices using brin (last_seen_at);
create index device_users_by_last_seen on device_users using brin (last_seen_at);
