import {
  type CallbackEndpoint,
  callbackSecretPurpose,
  standardSuccessRule,
} from '@quoin/core/callbacks/endpoint.ts'
import { callbackEventTypes, type CallbackFacts } from '@quoin/core/callbacks/facts.ts'
import { openKeyring } from '../../packages/server/src/adapters/crypto/keyring.ts'
import { findDialect, standardsOf } from '../../packages/server/src/dialects/index.ts'

export const testKeyring = openKeyring({
  current: 'a-master-secret-for-callbacks-0123456789',
  previous: null,
})
export const nativeSecret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
export const classicSecret = 'j28eh8ahjsd2hjq8ashd829qyha8sdh2qha8sdhy'

/** A conversion that was approved at once, and what is known of it. */
export const approvedFacts: CallbackFacts = {
  callbackId: '0198f0a1-7e2c-7b3a-9c4d-000000000001',
  eventType: 'conversion.approved',
  conversionId: '0198f0a1-7e2c-7b3a-9c4d-1234567890ab',
  version: 1,
  status: 'approved',
  previousStatus: null,
  timesReversed: 0,
  reason: null,
  appId: 3,
  userId: 'user 42/ü',
  subId: 'banner-7',
  clickId: '0198f0a0-0000-7b3a-9c4d-1234567890ab',
  offerId: 12,
  offerExternalId: 'ext-9',
  offerName: 'Puzzle & Co.',
  goal: '',
  goalName: null,
  txnId: 'net-1',
  payoutMicros: 1_250_000,
  payoutLocalMicros: 125_500_000,
  previousPayoutMicros: null,
  previousPayoutLocalMicros: null,
  currency: 'Gems',
  decimals: 2,
  country: 'DE',
  userIp: '203.0.113.7',
  clickedAtMs: 1_790_000_000_123,
  happenedAtMs: 1_790_000_600_456,
  isTest: false,
}

/** The same conversion, taken back. */
export const reversedFacts: CallbackFacts = {
  ...approvedFacts,
  callbackId: '0198f0a1-7e2c-7b3a-9c4d-000000000002',
  eventType: 'conversion.reversed',
  version: 2,
  status: 'reversed',
  previousStatus: 'approved',
  previousPayoutMicros: approvedFacts.payoutMicros,
  previousPayoutLocalMicros: approvedFacts.payoutLocalMicros,
}

/** An endpoint as it is where its owner chose nothing but a format and an address. */
export function endpointOf(
  format: string,
  url: string,
  changes: Partial<CallbackEndpoint> = {},
): CallbackEndpoint {
  const standards = standardsOf(format)
  const isSigned = format === 'native' || (findDialect(format)?.signature ?? null) !== null
  const secret = format === 'native' ? nativeSecret : classicSecret
  return {
    id: 1,
    appId: 3,
    format,
    url,
    method: 'GET',
    parameters: null,
    signature: null,
    events: callbackEventTypes,
    success: standardSuccessRule,
    reversalStyle: 'same_id',
    amounts: 'absolute',
    transactionIds: 'hex',
    ...standards,
    secrets: {
      currentSealed: isSigned ? testKeyring.seal(callbackSecretPurpose, secret) : null,
      previousSealed: null,
      previousUntilMs: null,
    },
    ...changes,
  }
}

export function sealSecret(secret: string): Uint8Array {
  return testKeyring.seal(callbackSecretPurpose, secret)
}
