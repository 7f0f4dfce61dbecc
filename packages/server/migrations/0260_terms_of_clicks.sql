-- What a user was shown when they clicked is what they get: the terms that offers, goals and margin rules had before,
-- with the moment until which they had them.
alter table offers add column terms_before jsonb;
alter table offer_goals add column terms_before jsonb;
-- Null: as long as there was anything.
alter table margin_rules add column began_at timestamptz, add column ended_at timestamptz;
alter table margin_rules drop constraint margin_rules_offer_id_app_id_country_key;
create unique index margin_rules_in_force on margin_rules (offer_id, app_id, country) nulls not distinct
  where ended_at is null;
create index margin_rules_by_end on margin_rules (ended_at) where ended_at is not null;
