import assert from 'node:assert/strict'
import { test } from 'node:test'

import { afterAnswer, afterFailure, afterPlea, type Breaker, closedBreaker, placesOf } from './breaker.ts'

function failed(times: number, nowMs = 0): Breaker {
  let breaker = closedBreaker
  for (let time = 0; time < times; time += 1) breaker = afterFailure(breaker, nowMs)
  return breaker
}

test('each failure in a row halves the places of an endpoint, the fifth pauses it', () => {
  const places = [0, 1, 2, 3, 4, 5].map((times) => placesOf(failed(times), 16, 0))
  assert.deepEqual(places, [16, 8, 4, 2, 1, 0])
})

test('after a pause one callback tries; its failure lengthens the next pause, up to a minute', () => {
  let breaker = failed(5)
  let nowMs = 0
  const pauses: number[] = []
  for (let round = 0; round < 8; round += 1) {
    const untilMs = breaker.pausedUntilMs ?? 0
    pauses.push(untilMs - nowMs)
    assert.equal(placesOf(breaker, 16, untilMs - 1), 0)
    assert.equal(placesOf(breaker, 16, untilMs), 1)
    nowMs = untilMs
    breaker = afterFailure(breaker, nowMs)
  }
  assert.deepEqual(pauses, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
})

test('what was under way together and fails together counts once', () => {
  const paused = failed(5)
  assert.equal(afterFailure(paused, 1_999), paused)
})

test('one answer gives all places back', () => {
  assert.equal(placesOf(afterAnswer(failed(5)), 16, 0), 16)
})

test('a receiver that asks for less gets nothing for as long as it asks, a minute at most', () => {
  const asked = afterPlea(closedBreaker, 10_000, 0)
  assert.deepEqual([placesOf(asked, 16, 9_999), placesOf(asked, 16, 10_000)], [0, 1])
  const greedy = afterPlea(closedBreaker, 86_400_000, 0)
  assert.equal(placesOf(greedy, 16, 60_000), 1)
})
