import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { LoopLag } from './loop-lag.ts'

function openLag() {
  const clock = new GivenClock()
  const lag = new LoopLag(() => clock.monotonicMs())
  /** A turn of the loop that takes so long, all with a timer of 20 ms. */
  const turn = (ms: number): void => {
    clock.advance({ ms })
    lag.tick()
  }
  return { lag, turn }
}

test('a loop that keeps its time has no lag', () => {
  const { lag, turn } = openLag()
  for (let count = 0; count < 10; count += 1) turn(20)
  assert.equal(lag.ms, 0)
})

test('one long pause is no overload', () => {
  const { lag, turn } = openLag()
  turn(900)
  for (let count = 0; count < 4; count += 1) turn(20)
  assert.equal(lag.ms, 0)
})

test('turns that are all late are, and one in time ends it', () => {
  const { lag, turn } = openLag()
  for (let count = 0; count < 5; count += 1) turn(170 + count)
  assert.equal(lag.ms, 150)
  turn(20)
  assert.equal(lag.ms, 0)
})
