import assert from 'node:assert/strict'
import { test } from 'node:test'
import { stakeOf } from './stake.ts'

const risk = { verdict: 'hold', points: 1, reasons: [] } as const

test('at stake is the payout by its probability of fraud, of 3 % where nothing speaks', () => {
  assert.equal(stakeOf({ payoutMicros: 8_400_000, risk: { ...risk, scoreTenths: 720 } }), 6_048_000)
  assert.equal(stakeOf({ payoutMicros: 8_400_000, risk: null }), 252_000)
  assert.equal(stakeOf({ payoutMicros: 1, risk: { ...risk, scoreTenths: 499 } }), 0)
})
