import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printResult } from './print-result.ts'

test('times are printed in ISO 8601 and amounts as exact decimals, at any depth', () => {
  const printed = printResult([
    { id: 1, createdAtMs: 1_795_261_170_748, keys: [{ expiresAtMs: null, endsAtSec: 1_795_261_170 }] },
    { payoutMicros: 100_000, rateMicros: 1_000_000_000, claimedMicros: null, micros: 5 },
  ])
  assert.deepEqual(JSON.parse(printed), [
    {
      id: 1,
      createdAt: '2026-11-21T11:39:30.748Z',
      keys: [{ expiresAt: null, endsAt: '2026-11-21T11:39:30.000Z' }],
    },
    { payout: '0.1', rate: '1000', claimed: null, micros: 5 },
  ])
})
