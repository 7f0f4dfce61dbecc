-- Revenues in another currency than USD, as they are written down, and the rate by which they stand in USD beside it.
alter table offers
  add column currency text,
  add column foreign_micros bigint,
  add column usd_nanos bigint;
alter table offer_goals add column foreign_micros bigint;
create index offers_in_other_currencies on offers (currency, id) where currency is not null;
-- The currency of reports and offers that name none.
alter table networks add column currency text not null default 'USD';
