import assert from 'node:assert/strict'
import { test } from 'node:test'

import { afterFailures, healthy, isGivenUp } from './endpoint-health.ts'

const hour = 3_600_000
const day = 24 * hour

test('nothing but failures for five days: then, and not before, an endpoint is given up', () => {
  let health = healthy
  for (let nowMs = 0; nowMs < 5 * day; nowMs += hour) {
    health = afterFailures(health, 1, nowMs)
    assert.equal(isGivenUp(health, nowMs), false, `${nowMs / hour} h`)
  }
  health = afterFailures(health, 1, 5 * day)
  assert.ok(isGivenUp(health, 5 * day))
  assert.deepEqual(health, { failingSinceMs: 0, lastFailedAtMs: 5 * day, failures: 121 })
})

test('a failure long after the last one begins a new row: nothing was tried in between', () => {
  const first = afterFailures(healthy, 20, 0)
  const late = afterFailures(first, 1, 6 * day)
  assert.deepEqual(late, { failingSinceMs: 6 * day, lastFailedAtMs: 6 * day, failures: 1 })
  assert.equal(isGivenUp(late, 6 * day), false)
})

test('a handful of failures is not enough, however long they lie apart', () => {
  let health = healthy
  for (let nowMs = 0; nowMs <= 6 * day; nowMs += day) health = afterFailures(health, 1, nowMs)
  assert.equal(health.failures, 7)
  assert.equal(isGivenUp(health, 6 * day), false)
})

test('an endpoint that has not failed is not given up', () => {
  assert.equal(isGivenUp(healthy, 100 * day), false)
})

test('two failures two days apart are one row, and a moment more makes two', () => {
  const first = afterFailures(healthy, 3, 0)
  assert.deepEqual(afterFailures(first, 1, 2 * day), {
    failingSinceMs: 0,
    lastFailedAtMs: 2 * day,
    failures: 4,
  })
  assert.equal(afterFailures(first, 1, 2 * day + 1).failures, 1)
})

test('the tenth failure of a row that is five days old gives an endpoint up, the ninth does not', () => {
  const row = { failingSinceMs: 0, lastFailedAtMs: 5 * day }
  assert.equal(isGivenUp({ ...row, failures: 9 }, 5 * day), false)
  assert.equal(isGivenUp({ ...row, failures: 10 }, 5 * day), true)
  assert.equal(isGivenUp({ ...row, failures: 10 }, 5 * day - 1), false)
})
