import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { QueuePause } from './queue-pause.ts'

class HeldError extends Error {}

test('a queue rests after a statement that was held up, longer each time in a row, and tries again', (t) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  t.after(() => mock.timers.reset())
  const clock = new GivenClock()
  const seen: string[] = []
  const pause = new QueuePause({
    monotonicMs: () => clock.monotonicMs(),
    isHeld: (error) => error instanceof HeldError,
    onBegin: () => seen.push('begin'),
    onEnd: () => seen.push('end'),
  })
  const lastsMs = (): number => {
    let ms = 0
    for (; pause.isOn; ms += 500) {
      clock.advance({ ms: 500 })
      mock.timers.tick(500)
    }
    return ms
  }
  assert.deepEqual([pause.note(new Error('a bad row')), pause.isOn], [false, false])
  const pauses = [1, 2, 3, 4, 5].map(() => {
    // Those that were under way together make one pause.
    assert.deepEqual([pause.note(new HeldError()), pause.note(new HeldError())], [true, true])
    return lastsMs()
  })
  assert.deepEqual(pauses, [1_000, 2_000, 4_000, 5_000, 5_000])
  assert.deepEqual(seen, Array.from({ length: 5 }, () => ['begin', 'end']).flat())
  clock.advance({ ms: 20_000 })
  pause.note(new HeldError())
  assert.equal(lastsMs(), 1_000)
  pause.close()
})
