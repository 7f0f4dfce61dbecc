import assert from 'node:assert/strict'
import { applyPostback, type Decision } from '../../packages/core/src/conversions/apply-postback.ts'
import { unlimitedCap } from '../../packages/core/src/conversions/caps.ts'
import type { Conversion } from '../../packages/core/src/conversions/conversion.ts'
import type { Report, Situation } from '../../packages/core/src/conversions/situation.ts'
import type { ConversionStatus } from '../../packages/core/src/conversions/status.ts'
import { formatId } from '../../packages/core/src/tracking/click-id.ts'

export const usd = 1_000_000
export const dayMs = 86_400_000
export const nowMs = Date.UTC(2026, 10, 21, 12)

export const now = { nowMs, today: '2026-11-21' }

export const full = { ...unlimitedCap, count: 0 }

export const situation: Situation = {
  click: {
    clickId: formatId(nowMs - 60_000, new Uint8Array(8)),
    appId: 1,
    offerId: 12,
    userId: 'user-42',
    subId: 'banner',
    country: 'DE',
    platform: 'android',
    isTest: false,
    isBot: false,
    isFallback: false,
  },
  offer: {
    networkId: 3,
    payoutMicros: 1 * usd,
    payoutShareBasisPoints: null,
    revenueMicros: 1.5 * usd,
    isRepeatable: false,
    attributionWindowSec: 30 * 86_400,
    deadlineSec: null,
  },
  currency: { name: 'Coins', rateMicros: 1_000 * usd, decimals: 0, rounding: 'half_up' },
  existing: undefined,
  hasAnother: false,
  remainingCap: unlimitedCap,
  isListed: false,
  onChangedPayout: 'ignore',
  onLoss: 'hold',
  nowMs,
  today: '2026-11-21',
  newId: formatId(nowMs, new Uint8Array(8).fill(7)),
}

export const offer = (changes: Partial<Situation['offer']>) => ({ offer: { ...situation.offer, ...changes } })
export const click = (changes: Partial<Situation['click']>) => ({ click: { ...situation.click, ...changes } })

/** A report of a network. */
export function say(status: ConversionStatus, changes: Partial<Report> = {}): Report {
  const amount = { reportedMicros: 1.5 * usd, currency: 'USD' }
  return { status, word: status, ...amount, goal: '', txnId: null, ...changes }
}

export function accepted(decision: Decision): Exclude<Decision, { kind: 'refused' }> {
  assert.ok(decision.kind !== 'refused', decision.kind === 'refused' ? decision.message : '')
  return decision
}

/** Reports in order, each about what the one before made. */
export function tell(reports: readonly Report[], changes: Partial<Situation> = {}): Conversion {
  let existing = changes.existing
  for (const report of reports) {
    existing = accepted(applyPostback(report, { ...situation, ...changes, existing })).conversion
  }
  assert.ok(existing)
  return existing
}
