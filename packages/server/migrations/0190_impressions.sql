-- To how many users an offer was shown, by the hour: each counts once in a UTC day (core/impressions). No row stands for
-- a single one: processes gather them and add sums, and a day has at most apps × offers × countries × platforms × 24.
create table impressions (
  hour timestamptz not null,
  app_id bigint not null,
  offer_id bigint not null,
  country text not null,
  platform text not null,
  impressions bigint not null,
  -- A publisher's report, and where a process adds.
  primary key (app_id, hour, offer_id, country, platform)
) with (fillfactor = 80);
-- An operator's report over all apps, and what the ranking of offers reads.
create index impressions_by_hour on impressions using brin (hour);
