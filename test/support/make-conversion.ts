import type { Conversion } from '../../packages/core/src/conversions/conversion.ts'

/** A conversion that a network has approved, with what a test changes. */
export function makeConversion(changes: Partial<Conversion> = {}): Conversion {
  return {
    id: '0198f0a1-7e2c-7b3a-9c4d-1234567890ab',
    version: 1,
    ...{ appId: 1, networkId: 3, offerId: 12, userId: 'u', subId: null },
    ...{ clickId: '0198f0a0-0000-7b3a-9c4d-1234567890ab', country: 'DE', platform: 'android' },
    ...{ goal: '', txnKey: '', txnId: null, formerTxnId: null },
    ...{ source: 'postback', claimTxnId: null, idempotencyKey: null },
    ...{ status: 'approved', reason: null, reportedStatus: 'approved', networkState: 'approved' },
    ...{ heldFor: null, networkWord: 'approved', reportedMicros: 1_500_000, reportedCurrency: 'USD' },
    ...{ rateDay: null, usdNanos: null, claimedMicros: null, revenueMicros: 1_500_000 },
    ...{ payoutMicros: 1_000_000, payoutLocalMicros: 1_000_000_000, shareBasisPoints: null },
    ...{ marginRuleId: null, marginBasisPoints: null, currency: 'Coins', rateMicros: 1_000_000_000 },
    ...{ decimals: 0, rounding: 'half_up', promotionId: null, promotionBasisPoints: null },
    ...{ countedOn: null, isTest: false, createdAtMs: 1_790_000_000_000, updatedAtMs: 1_790_000_000_000 },
    ...{ expiresAtMs: null, releaseAtMs: null },
    ...changes,
  }
}
