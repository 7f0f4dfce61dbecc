-- Printed by npm run docs:print from app-columns.ts and network-columns.ts.

-- findAppById
select id, publisher_id as "publisherId",
  (select p.status from publishers p where p.id = publisher_id) as "publisherStatus", name, status,
  link_key_version as "linkKeyVersion", currency_name as "currencyName",
    currency_plural as "currencyPlural",
    currency_rate_micros as "currencyRate",
    currency_decimals as "currencyDecimals",
    currency_rounding as "rounding",
    fallback_url as "fallbackUrl",
    allowed_origins as "allowedOrigins",
    rate_limit_per_minute as "rateLimitPerMinute",
    multi_account_threshold as "multiAccountThreshold",
    multi_account_window_days as "multiAccountWindowDays",
    multi_account_mode as "multiAccountMode",
    auto_block_score as "autoBlockScore",
    hold_score as "holdScore",
    fraud_share as "fraudShare",
    is_paused as "isPaused",
    explains_risk as "explainsRisk",
    rounds_scores as "roundsScores",
    signed_links as "signedLinks",
    wall from apps where id = $1;

-- updateApp
update apps set name = coalesce($2, name),
    status = coalesce($3, status),
    currency_name = $4,
    currency_plural = $5,
    currency_rate_micros = $6,
    currency_decimals = $7,
    currency_rounding = $8,
    fallback_url = $9,
    allowed_origins = $10,
    rate_limit_per_minute = $11,
    multi_account_threshold = $12,
    multi_account_window_days = $13,
    multi_account_mode = $14,
    auto_block_score = $15,
    hold_score = $16,
    fraud_share = $17,
    is_paused = $18,
    explains_risk = $19,
    rounds_scores = $20,
    signed_links = $21,
    wall = wall || $22::jsonb
     where id = $1 returning id;

-- findNetworkBySlug
select id, slug, name, preset, proof, token_digest as "tokenDigest",
  installed_token_digest as "installedTokenDigest",
  hmac_secret_sealed as "hmacSecretSealed", status, reply as "reply",
    status_words as "statusWords",
    status_words_after as "statusWordsAfter",
    on_changed_payout as "onChangedPayout",
    on_loss as "onLoss",
    payout_max_micros as "payoutMax",
    payout_min_micros as "payoutMin",
    allowed_addresses as "allowedAddresses",
    currency as "currency",
    time_zone as "timeZone" from networks where slug = $1;

-- updateNetwork
update networks set name = coalesce($2, name),
    status = coalesce($3, status),
    reply = $4,
    status_words = $5,
    status_words_after = $6,
    on_changed_payout = $7,
    on_loss = $8,
    payout_max_micros = $9,
    payout_min_micros = $10,
    allowed_addresses = $11,
    currency = $12,
    time_zone = $13
     where id = $1;
