import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dayMs } from '../time/durations.ts'
import { ImpressionGate, perAddressMax } from './impression-gate.ts'

const nowMs = Date.UTC(2026, 10, 22, 10)
const seen = { appId: 1, offerId: 7, userId: 'ada', customer: '8.8.4.4' }

test('a user counts once for an offer in a UTC day, however often it is shown', () => {
  const gate = new ImpressionGate(7)
  const counted = Array.from({ length: 1_000 }, () => gate.isCounted(seen, nowMs)).filter(Boolean)
  assert.equal(counted.length, 1)
  assert.ok(gate.isCounted({ ...seen, offerId: 8 }, nowMs))
  assert.ok(gate.isCounted({ ...seen, appId: 2 }, nowMs))
  assert.ok(!gate.isCounted(seen, nowMs + 13 * 3_600_000))
  assert.ok(gate.isCounted(seen, nowMs + dayMs))
})

test('made-up users of one address count up to a bound for each offer', () => {
  const gate = new ImpressionGate(7)
  const made = Array.from({ length: 5_000 }, (_, user) => ({ ...seen, userId: `u${user}` }))
  assert.equal(made.filter((one) => gate.isCounted(one, nowMs)).length, perAddressMax)
  assert.ok(gate.isCounted({ ...seen, userId: 'else', customer: '8.8.8.8' }, nowMs))
})

test('users behind a proxy of ours are not taken for one', () => {
  const gate = new ImpressionGate(7)
  const made = Array.from({ length: 500 }, (_, user) => ({
    ...seen,
    userId: `u${user}`,
    customer: undefined,
  }))
  assert.equal(made.filter((one) => gate.isCounted(one, nowMs)).length, 500)
})
