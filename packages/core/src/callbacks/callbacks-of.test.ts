import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeConversion } from '../../../../test/support/make-conversion.ts'
import { callbacksOf } from './callbacks-of.ts'
import { callbackEventTypes } from './facts.ts'

const live = { id: 1, mode: 'live', events: callbackEventTypes } as const
const tests = { id: 2, mode: 'test', events: callbackEventTypes } as const
const both = { id: 3, mode: 'both', events: callbackEventTypes } as const
const paid = { id: 4, mode: 'live', events: ['conversion.approved'] } as const
const listeners = [live, tests, both, paid]

const cases: readonly (readonly [about: string, step: Parameters<typeof callbacksOf>[0], ids: number[]])[] = [
  ['a live approval', { before: undefined, after: makeConversion() }, [1, 3, 4]],
  ['an approval of a test', { before: undefined, after: makeConversion({ isTest: true }) }, [2, 3]],
  [
    'a live reversal',
    { before: makeConversion(), after: makeConversion({ status: 'reversed', version: 2 }) },
    [1, 3],
  ],
]
for (const [about, step, ids] of cases) {
  test(`${about} is told to the endpoints ${ids.join(' and ')}`, () => {
    const { id, version, updatedAtMs } = step.after
    const eventType = `conversion.${step.after.status}`
    const owed = { conversionId: id, version, eventType, dueAtMs: updatedAtMs }
    assert.deepEqual(
      callbacksOf(step, listeners),
      ids.map((endpointId) => ({ endpointId, ...owed })),
    )
  })
}

test('without endpoints nothing is owed', () => {
  assert.deepEqual(callbacksOf({ before: undefined, after: makeConversion() }, []), [])
})
