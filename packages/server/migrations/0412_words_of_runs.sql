-- Words for countries and platforms of held offers that nobody knows so far, with the number of offers that each holds.
alter table source_runs add column unknown_words jsonb not null default '[]';
