-- The queue of reviews by what is at stake: the payout times the probability of fraud (3 % where nothing speaks).
create index conversions_in_review_by_weight
  on conversions ((payout_micros * coalesce((risk ->> 'scoreTenths')::bigint, 30)), id)
  where status = 'pending' and reason is not null and reason <> 'hold';
