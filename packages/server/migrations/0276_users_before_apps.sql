-- Of indexes that cost the same, and on an empty table all do, a plan takes the one that was made last. Plans of that
-- time are kept: with conversions_by_app (0200) each report read all conversions of its app (store/plans.test.ts).
drop index conversions_by_user;
create index conversions_by_user on conversions (app_id, user_id, offer_id);
