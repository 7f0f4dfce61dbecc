-- How an endpoint's callbacks write transaction ids. Those that are there keep the form that their receivers know.
alter table callback_endpoints add column transaction_ids text not null default 'uuid'
  check (transaction_ids in ('hex', 'uuid'));

-- What the dialect meant by success until now took an empty answer to a duplicate, and a page around the word, for a
-- failure.
update callback_endpoints set ok_body = 'OK*|DUP*|*OK|*DUP|*>OK<*|*>DUP<*|(empty)'
  where format = 'wannads' and ok_body = 'OK*|DUP*';
update callback_endpoints set ok_body = '1|*>1<*|(empty)' where format = 'offertoro' and ok_body = '1';
