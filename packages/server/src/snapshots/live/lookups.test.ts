import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GivenClock } from '../../../../../test/support/given-clock.ts'
import { Lookups } from './lookups.ts'

class AwayError extends Error {}

test('where the database cannot answer, what was last known does, and who is not known hears so at once', async () => {
  const clock = new GivenClock()
  const state = { isAway: false, asked: 0 }
  const lookups = new Lookups<string, string>({
    name: 'test',
    rowsMax: 10,
    queueMax: 10,
    ageMaxMs: 1_000,
    monotonicMs: () => clock.monotonicMs(),
    isUnavailable: (error) => error instanceof AwayError,
    async flush(rows) {
      state.asked += 1
      if (state.isAway) throw new AwayError()
      return rows.map((row) => `new ${row}`)
    },
  })
  const known = () => 'old'
  const unknown = () => undefined
  assert.deepEqual(await lookups.of('a', known), { value: 'new a', isNew: true })
  state.isAway = true
  assert.deepEqual(await lookups.of('a', known), { value: 'old', isNew: false })
  await assert.rejects(lookups.of('b', unknown), AwayError)
  assert.equal(state.asked, 2)
  state.isAway = false
  clock.advance({ ms: 1_001 })
  assert.deepEqual(await lookups.of('b', unknown), { value: 'new b', isNew: true })
})
