import type { App } from '@quoin/core/apps/app.ts'
import { formatMicros } from '@quoin/core/payout/money.ts'

/** The settings of an app that its publisher may change, as both dashboards show them. */
export function presentAppSettings({ currency, wall, ...app }: App) {
  return {
    currency_plural: currency.plural ?? null,
    currency_rate: formatMicros(currency.rateMicros),
    currency_decimals: currency.decimals,
    rounding: currency.rounding,
    fallback_url: app.fallbackUrl,
    allowed_origins: app.allowedOrigins,
    multi_account_threshold: app.multiAccountThreshold,
    multi_account_window_days: app.multiAccountWindowDays,
    multi_account_mode: app.multiAccountMode,
    auto_block_score: app.autoBlockScore,
    hold_score: app.holdScore ?? 0,
    explains_risk: app.explainsRisk,
    rounds_scores: app.roundsScores,
    is_paused: app.isPaused,
    signed_links: app.signedLinks,
    wall_proof: wall.proof,
    wall_accent: wall.accent,
    wall_logo_url: wall.logoUrl,
    wall_theme: wall.theme,
    wall_collect: wall.collect,
    wall_privacy_url: wall.privacyUrl,
  }
}
