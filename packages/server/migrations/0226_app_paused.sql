-- A publisher's own stop: lists are empty and links lead to the fallback; what was clicked before goes on.
alter table apps add column is_paused boolean not null default false;
