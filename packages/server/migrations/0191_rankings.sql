-- What each round knew of offers (core/ranking): every process makes the same orders of it. The last few rounds are kept,
-- so that who turns a page goes on in the order that they began with.
create table rankings (
  id bigint generated always as identity primary key,
  made_at timestamptz not null,
  seed text not null,
  -- Rows of offer, country, platform, impressions, clicks of these, clicks, earners and what they earned in micros.
  evidence jsonb not null
);
