-- Printed by npm run docs:print from offer-columns.ts and goal-columns.ts.

-- listOffersAfter
select offers.id as "id",
    network_id as "networkId",
    is_test as "isTest",
    extract(epoch from attribution_window)::bigint as "attributionWindowSec",
    extract(epoch from created_at)::bigint as "createdAtSec",
    coalesce(case when offers.has_goals then (select json_agg(json_build_object('goal', g.goal, 'externalId', g.external_id, 'name', g.name, 'payoutMicros', g.payout_micros, 'payoutShareBasisPoints', g.payout_share_basis_points, 'revenueMicros', g.revenue_micros, 'position', g.position, 'isRepeatable', g.is_repeatable, 'deadlineSec', g.deadline_sec, 'isDefault', g.is_default) order by g.position, g.goal)
    from offer_goals g where g.offer_id = offers.id and not g.is_retired) end, '[]') as "goals",
    external_id as "externalId",
    name as "name",
    description as "description",
    requirements as "requirements",
    categories as "categories",
    payout_micros as "payoutMicros",
    payout_share_basis_points as "payoutShareBasisPoints",
    revenue_micros as "revenueMicros",
    destination_url as "destinationUrl",
    fallback_url as "fallbackUrl",
    image_url as "imageUrl",
    video_url as "videoUrl",
    countries as "countries",
    platforms as "platforms",
    extract(epoch from starts_at)::bigint as "startsAtSec",
    extract(epoch from ends_at)::bigint as "endsAtSec",
    daily_cap as "dailyCap",
    total_cap as "totalCap",
    case when paused_at is null then status else 'paused' end as "status",
    is_repeatable as "isRepeatable",
    cost as "cost",
    cost_micros as "costMicros",
    cost_currency as "costCurrency",
    minutes as "minutes",
    coalesce(hold_days, 0) as "holdDays" from offers where id > $1 order by id limit $2;

-- findStoredOffer
select offers.id as "id",
    network_id as "networkId",
    is_test as "isTest",
    extract(epoch from attribution_window)::bigint as "attributionWindowSec",
    extract(epoch from created_at)::bigint as "createdAtSec",
    coalesce(case when offers.has_goals then (select json_agg(json_build_object('goal', g.goal, 'externalId', g.external_id, 'name', g.name, 'payoutMicros', g.payout_micros, 'payoutShareBasisPoints', g.payout_share_basis_points, 'revenueMicros', g.revenue_micros, 'position', g.position, 'isRepeatable', g.is_repeatable, 'deadlineSec', g.deadline_sec, 'isDefault', g.is_default) order by g.position, g.goal)
    from offer_goals g where g.offer_id = offers.id and not g.is_retired) end, '[]') as "goals",
    external_id as "externalId",
    name as "name",
    description as "description",
    requirements as "requirements",
    categories as "categories",
    payout_micros as "payoutMicros",
    payout_share_basis_points as "payoutShareBasisPoints",
    revenue_micros as "revenueMicros",
    destination_url as "destinationUrl",
    fallback_url as "fallbackUrl",
    image_url as "imageUrl",
    video_url as "videoUrl",
    countries as "countries",
    platforms as "platforms",
    extract(epoch from starts_at)::bigint as "startsAtSec",
    extract(epoch from ends_at)::bigint as "endsAtSec",
    daily_cap as "dailyCap",
    total_cap as "totalCap",
    case when paused_at is null then status else 'paused' end as "status",
    is_repeatable as "isRepeatable",
    cost as "cost",
    cost_micros as "costMicros",
    cost_currency as "costCurrency",
    minutes as "minutes",
    coalesce(hold_days, 0) as "holdDays", coalesce(case when offers.has_goals then (select json_agg(json_build_object('goal', g.goal, 'externalId', g.external_id, 'name', g.name, 'payoutMicros', g.payout_micros, 'payoutShareBasisPoints', g.payout_share_basis_points, 'revenueMicros', g.revenue_micros, 'position', g.position, 'isRepeatable', g.is_repeatable, 'deadlineSec', g.deadline_sec, 'isDefault', g.is_default, 'isRetired', g.is_retired, 'defaultEndsMs', g.default_ends,
  'amountsBefore', g.terms_before) order by g.position, g.goal)
    from offer_goals g where g.offer_id = offers.id ) end, '[]') as goals, paused_at as "pausedAtMs",
       updated_at as "updatedAtMs", (select slug from networks n where n.id = offers.network_id) as network
     from offers where id = $1;

-- upsertOffers
with given as materialized (
   select * from jsonb_to_recordset($2::jsonb) as o("externalId" text,
    "name" text,
    "description" text,
    "requirements" text,
    "categories" text[],
    "payoutMicros" bigint,
    "payoutShareBasisPoints" integer,
    "revenueMicros" bigint,
    "destinationUrl" text,
    "fallbackUrl" text,
    "imageUrl" text,
    "videoUrl" text,
    "countries" text[],
    "platforms" text[],
    "startsAtSec" bigint,
    "endsAtSec" bigint,
    "dailyCap" bigint,
    "totalCap" bigint,
    "status" text,
    "isRepeatable" boolean,
    "cost" text,
    "costMicros" bigint,
    "costCurrency" text,
    "minutes" integer,
    "holdDays" smallint, goals jsonb)
 ), written as (
   insert into offers (network_id, external_id,
    name,
    description,
    requirements,
    categories,
    payout_micros,
    payout_share_basis_points,
    revenue_micros,
    destination_url,
    fallback_url,
    image_url,
    video_url,
    countries,
    platforms,
    starts_at,
    ends_at,
    daily_cap,
    total_cap,
    status,
    is_repeatable,
    cost,
    cost_micros,
    cost_currency,
    minutes,
    hold_days, has_goals)
   select $1, given."externalId",
    given."name",
    given."description",
    given."requirements",
    given."categories",
    given."payoutMicros",
    given."payoutShareBasisPoints",
    given."revenueMicros",
    given."destinationUrl",
    given."fallbackUrl",
    given."imageUrl",
    given."videoUrl",
    given."countries",
    given."platforms",
    to_timestamp(given."startsAtSec"),
    to_timestamp(given."endsAtSec"),
    given."dailyCap",
    given."totalCap",
    given."status",
    given."isRepeatable",
    given."cost",
    given."costMicros",
    given."costCurrency",
    given."minutes",
    given."holdDays", jsonb_array_length(goals) > 0 from given
   on conflict (network_id, external_id) do update set name = excluded.name,
    description = excluded.description,
    requirements = excluded.requirements,
    categories = excluded.categories,
    payout_micros = excluded.payout_micros,
    payout_share_basis_points = excluded.payout_share_basis_points,
    revenue_micros = excluded.revenue_micros,
    destination_url = excluded.destination_url,
    fallback_url = excluded.fallback_url,
    image_url = excluded.image_url,
    video_url = excluded.video_url,
    countries = excluded.countries,
    platforms = excluded.platforms,
    starts_at = excluded.starts_at,
    ends_at = excluded.ends_at,
    daily_cap = excluded.daily_cap,
    total_cap = excluded.total_cap,
    status = excluded.status,
    is_repeatable = excluded.is_repeatable,
    cost = excluded.cost,
    cost_micros = excluded.cost_micros,
    cost_currency = excluded.cost_currency,
    minutes = excluded.minutes,
    hold_days = coalesce(excluded.hold_days, offers.hold_days),
     terms_before = case when (offers.payout_micros, offers.payout_share_basis_points, offers.revenue_micros) is distinct from (excluded.payout_micros, excluded.payout_share_basis_points, excluded.revenue_micros)
    then jsonb_path_query_array(coalesce(offers.terms_before, '[]'), '$[last - 14 to last]')
      || jsonb_build_object('untilMs', $3::bigint, 'payoutMicros', offers.payout_micros,
        'payoutShareBasisPoints', offers.payout_share_basis_points, 'revenueMicros', offers.revenue_micros)
    else offers.terms_before end, has_goals = offers.has_goals or excluded.has_goals,
     updated_at = now()
   returning id, external_id, has_goals, xmax = 0 as created
 ), goals as materialized (
   select written.id as offer_id, g.* from written join given on given."externalId" = written.external_id
     cross join lateral jsonb_to_recordset(given.goals) as g("goal" text, "externalId" text, "name" text, "payoutMicros" bigint, "payoutShareBasisPoints" integer, "revenueMicros" bigint, "position" smallint, "isRepeatable" boolean, "deadlineSec" integer, "isDefault" boolean)
   where written.has_goals
 ), retired as (
   update offer_goals g set is_retired = true,
     default_ends = case when g.is_default then g.default_ends[greatest(1, cardinality(g.default_ends) - 14):]
       || (extract(epoch from now()) * 1000)::bigint else g.default_ends end
   from written
   where g.offer_id = written.id and written.has_goals and not g.is_retired
     and not exists (select from goals where goals.offer_id = g.offer_id and goals.goal = g.goal)
 ), kept as (
   insert into offer_goals (offer_id, goal, external_id, name, payout_micros, payout_share_basis_points, revenue_micros, position, is_repeatable, deadline_sec, is_default)
   select offer_id, "goal", "externalId", "name", "payoutMicros", "payoutShareBasisPoints", "revenueMicros", "position", "isRepeatable", "deadlineSec", "isDefault" from goals
   on conflict (offer_id, goal) do update set external_id = excluded.external_id, name = excluded.name, payout_micros = excluded.payout_micros, payout_share_basis_points = excluded.payout_share_basis_points, revenue_micros = excluded.revenue_micros, position = excluded.position, is_repeatable = excluded.is_repeatable, deadline_sec = excluded.deadline_sec, is_default = excluded.is_default, is_retired = false,
     terms_before = case when (offer_goals.payout_micros, offer_goals.payout_share_basis_points, offer_goals.revenue_micros) is distinct from (excluded.payout_micros, excluded.payout_share_basis_points, excluded.revenue_micros)
    then jsonb_path_query_array(coalesce(offer_goals.terms_before, '[]'), '$[last - 14 to last]')
      || jsonb_build_object('untilMs', $3::bigint, 'payoutMicros', offer_goals.payout_micros,
        'payoutShareBasisPoints', offer_goals.payout_share_basis_points, 'revenueMicros', offer_goals.revenue_micros)
    else offer_goals.terms_before end,
     default_ends = case when offer_goals.is_default and not offer_goals.is_retired and not excluded.is_default
       then offer_goals.default_ends[greatest(1, cardinality(offer_goals.default_ends) - 14):]
       || (extract(epoch from now()) * 1000)::bigint else offer_goals.default_ends end
 )
 select created from written;
