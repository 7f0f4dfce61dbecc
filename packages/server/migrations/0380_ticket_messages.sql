-- What was said about a ticket after its note, oldest first (core/tickets/ticket.ts): a person asks or decides, and the
-- user answers what they were asked.
alter table tickets add column messages jsonb not null default '[]'
  check (jsonb_typeof(messages) = 'array' and jsonb_array_length(messages) <= 40);
update tickets set messages = jsonb_build_array(
    jsonb_build_object('by', 'person', 'text', because, 'atMs', floor(extract(epoch from answered_at) * 1000)))
  where because is not null and answered_at is not null;
