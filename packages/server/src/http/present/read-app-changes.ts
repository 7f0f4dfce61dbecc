import type { updateApp } from '@quoin/contract/operator/apps/app-operations.ts'
import type { ValuesOf } from '@quoin/contract/fields/field.ts'
import { microsPerUnit } from '@quoin/core/payout/money.ts'
import type { AppChanges, AppSetting } from '../../store/apps/apps.ts'

type Given = Partial<Omit<ValuesOf<typeof updateApp.body>, 'name' | 'status'>>

/** Changes of an app as they were asked for. Null unsets where a setting can be without a value. */
export function readAppChanges(given: Given): { changes: AppChanges; unset: readonly AppSetting[] } {
  const unset: AppSetting[] = []
  const orUnset = <Value>(setting: AppSetting, value: Value | null | undefined): Value | undefined => {
    if (value === null) unset.push(setting)
    return value ?? undefined
  }
  const fraudShare = orUnset('fraud-share', given.fraudShare)
  const changes: AppChanges = {
    currencyName: given.currencyName,
    currencyPlural: orUnset('currency-plural', given.currencyPlural),
    currencyRateMicros: given.currencyRate,
    currencyDecimals: given.currencyDecimals,
    currencyRounding: given.rounding,
    fallbackUrl: orUnset('fallback-url', given.fallbackUrl),
    allowedOrigins: given.allowedOrigins,
    rateLimitPerMinute: orUnset('rate-limit', given.rateLimitPerMinute),
    multiAccountThreshold: given.multiAccountThreshold,
    multiAccountWindowDays: given.multiAccountWindowDays,
    multiAccountMode: given.multiAccountMode,
    autoBlockScore: orUnset('auto-block-score', given.autoBlockScore),
    holdScore: given.holdScore,
    fraudShare: fraudShare === undefined ? undefined : fraudShare / microsPerUnit,
    explainsRisk: given.explainsRisk,
    roundsScores: given.roundsScores,
    isPaused: given.isPaused,
    signedLinks: given.signedLinks,
    wall: readWall(given),
  }
  return { changes, unset }
}

/** Undefined where none of it is named; null is a value there. */
function readWall(given: Given): AppChanges['wall'] {
  const named = {
    proof: given.wallProof,
    accent: given.wallAccent,
    logoUrl: given.wallLogoUrl,
    theme: given.wallTheme,
    collect: given.wallCollect,
    privacyUrl: given.wallPrivacyUrl,
  }
  const entries = Object.entries(named).filter(([, value]) => value !== undefined)
  return entries.length === 0 ? undefined : Object.fromEntries(entries)
}
