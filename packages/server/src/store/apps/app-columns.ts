import type { AppSetting } from '@quoin/core/apps/app-settings.ts'
import type { SettingColumns } from '../pg/setting-columns.ts'

/** Where each setting of an app lies. */
export const appColumns: SettingColumns<AppSetting> = {
  currencyName: { column: 'currency_name' },
  currencyPlural: { column: 'currency_plural' },
  currencyRate: { column: 'currency_rate_micros' },
  currencyDecimals: { column: 'currency_decimals' },
  rounding: { column: 'currency_rounding' },
  fallbackUrl: { column: 'fallback_url' },
  allowedOrigins: { column: 'allowed_origins' },
  rateLimitPerMinute: { column: 'rate_limit_per_minute' },
  multiAccountThreshold: { column: 'multi_account_threshold' },
  multiAccountWindowDays: { column: 'multi_account_window_days' },
  multiAccountMode: { column: 'multi_account_mode' },
  autoBlockScore: { column: 'auto_block_score' },
  holdScore: { column: 'hold_score' },
  fraudShare: { column: 'fraud_share' },
  isPaused: { column: 'is_paused' },
  explainsRisk: { column: 'explains_risk' },
  roundsScores: { column: 'rounds_scores' },
  signedLinks: { column: 'signed_links' },
  wallProof: { column: 'wall', key: 'proof' },
  wallAccent: { column: 'wall', key: 'accent' },
  wallLogoUrl: { column: 'wall', key: 'logoUrl' },
  wallTheme: { column: 'wall', key: 'theme' },
  wallCollect: { column: 'wall', key: 'collect' },
  wallPrivacyUrl: { column: 'wall', key: 'privacyUrl' },
}
