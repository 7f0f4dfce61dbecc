import assert from 'node:assert/strict'
import { test } from 'node:test'
import { accepted, nowMs, say, situation, tell } from '../../../../test/support/postback-story.ts'
import { applyPostback } from './apply-postback.ts'

for (const [about, told, keptSinceMs, status, isLate] of [
  ['an approval from before a rejection', 'rejected', nowMs - 1, 'approved', true],
  ['an approval of the rejection’s own millisecond', 'rejected', nowMs, 'approved', false],
  ['an approval from after a rejection', 'rejected', nowMs + 1, 'approved', false],
  ['a rejection from before one', 'rejected', nowMs - 1, 'rejected', false],
  ['an approval from before another', 'approved', nowMs - 1, 'approved', false],
  ['an approval that was not kept', 'rejected', undefined, 'approved', false],
] as const) {
  test(`${about} ${isLate ? 'is overtaken when it comes out of the spool' : 'is heard'}`, () => {
    const existing = tell([say(told)])
    const kept = keptSinceMs === undefined ? {} : { keptSinceMs }
    const decision = accepted(applyPostback(say(status, kept), { ...situation, existing, nowMs: nowMs + 5 }))
    assert.equal('note' in decision && decision.note === 'superseded', isLate)
  })
}

test('a network that renames a transaction is known by both names, and by one where it says the same', () => {
  const named = tell([say('approved', { txnId: 'T-1' })])
  assert.deepEqual([named.txnId, named.formerTxnId], ['T-1', null])
  const same = tell([say('reversed', { txnId: 'T-1' })], { existing: named })
  assert.deepEqual([same.txnId, same.formerTxnId], ['T-1', null])
  const other = tell([say('reversed', { txnId: 'T-2' })], { existing: named })
  assert.deepEqual([other.txnId, other.formerTxnId], ['T-2', 'T-1'])
  const silent = tell([say('reversed')], { existing: named })
  assert.deepEqual([silent.txnId, silent.formerTxnId], ['T-1', null])
})
