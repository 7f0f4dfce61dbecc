-- The queue of tickets: those that nobody has answered, the oldest first (store/tickets/ticket-queue.ts).
create index tickets_unanswered on tickets (id) where answer is null;
