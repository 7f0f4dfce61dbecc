import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeConversion } from '../../../../test/support/make-conversion.ts'
import type { Conversion } from './conversion.ts'
import { releaseHeld } from './review-claim.ts'
import type { TransactionUse } from './transaction-use.ts'

const dueAtMs = 1_790_000_500_000
const held = makeConversion({ status: 'pending', reason: 'hold', releaseAtMs: dueAtMs })

function releaseAt(nowMs: number, changes: Partial<Conversion> = {}, transactionUse?: TransactionUse) {
  const moment = { nowMs, today: '2026-11-21', ...(transactionUse === undefined ? {} : { transactionUse }) }
  return releaseHeld({ ...held, ...changes }, moment)
}

test('a held conversion is approved at the very millisecond in which its time is over, and not before', () => {
  assert.equal(releaseAt(dueAtMs - 1), undefined)
  const released = releaseAt(dueAtMs)
  assert.deepEqual(
    [released?.status, released?.reason, released?.releaseAtMs, released?.version, released?.countedOn],
    ['approved', null, null, 2, '2026-11-21'],
  )
})

for (const [what, changes] of [
  ['a conversion that waits for a person', { reason: 'risk' }],
  ['a conversion without a time', { releaseAtMs: null }],
  ['an approved conversion', { status: 'approved', reason: null }],
  ['a refused conversion', { status: 'rejected', reason: 'refused' }],
] as const) {
  test(`${what} is not released by time`, () => assert.equal(releaseAt(dueAtMs, changes), undefined))
}

for (const [use, isDoubtful] of [
  ['reversed', true],
  ['counted', true],
  ['waiting', false],
  ['free', false],
] as const) {
  test(`a transaction that is ${use} elsewhere ${isDoubtful ? 'waits for a person' : 'is approved'}`, () => {
    const released = releaseAt(dueAtMs, {}, use)
    assert.equal(released?.status, isDoubtful ? 'pending' : 'approved')
    assert.equal(released?.reason, isDoubtful ? 'transaction' : null)
    assert.equal(released?.heldFor, isDoubtful ? 'transaction' : null)
  })
}
