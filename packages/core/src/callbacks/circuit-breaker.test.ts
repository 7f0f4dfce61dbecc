import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  afterAnswer,
  afterFailure,
  afterThrottling,
  type CircuitBreaker,
  closedCircuitBreaker,
  slotsOf,
} from './circuit-breaker.ts'

function failed(times: number, nowMs = 0): CircuitBreaker {
  let circuitBreaker = closedCircuitBreaker
  for (let time = 0; time < times; time += 1) circuitBreaker = afterFailure(circuitBreaker, nowMs)
  return circuitBreaker
}

test('each failure in a row halves the places of an endpoint, the fifth pauses it', () => {
  const slots = [0, 1, 2, 3, 4, 5].map((times) => slotsOf(failed(times), 16, 0))
  assert.deepEqual(slots, [16, 8, 4, 2, 1, 0])
})

test('after a pause one callback tries; its failure lengthens the next pause, up to a minute', () => {
  let circuitBreaker = failed(5)
  let nowMs = 0
  const pauses: number[] = []
  for (let round = 0; round < 8; round += 1) {
    const untilMs = circuitBreaker.pausedUntilMs ?? 0
    pauses.push(untilMs - nowMs)
    assert.equal(slotsOf(circuitBreaker, 16, untilMs - 1), 0)
    assert.equal(slotsOf(circuitBreaker, 16, untilMs), 1)
    nowMs = untilMs
    circuitBreaker = afterFailure(circuitBreaker, nowMs)
  }
  assert.deepEqual(pauses, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
})

test('calls under way together that fail together count once', () => {
  const paused = failed(5)
  assert.equal(afterFailure(paused, 1_999), paused)
})

test('one answer gives all places back', () => {
  assert.equal(slotsOf(afterAnswer(failed(5)), 16, 0), 16)
})

test('a receiver that asks for less gets nothing for as long as it asks, a minute at most', () => {
  const asked = afterThrottling(closedCircuitBreaker, 10_000, 0)
  assert.deepEqual([slotsOf(asked, 16, 9_999), slotsOf(asked, 16, 10_000)], [0, 1])
  const greedy = afterThrottling(closedCircuitBreaker, 86_400_000, 0)
  assert.equal(slotsOf(greedy, 16, 60_000), 1)
})
