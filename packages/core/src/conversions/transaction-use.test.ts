import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeConversion as one } from '../../../../test/support/make-conversion.ts'
import { findTwin, isCounted, isSameTransaction, transactionIdsOf } from './transaction-use.ts'

const reversed = one({
  id: 'reversed',
  status: 'reversed',
  reportedStatus: 'reversed',
  networkState: 'reversed',
})
const counted = one({ id: 'counted' })
const waiting = one({ id: 'waiting', status: 'pending', reason: 'risk' })
const claimed = one({
  id: 'claimed',
  status: 'pending',
  reason: 'claim',
  reportedStatus: null,
  networkState: null,
})
const rejected = one({
  id: 'rejected',
  status: 'rejected',
  reportedStatus: 'rejected',
  networkState: 'rejected',
})

const withheld = one({ id: 'withheld', status: 'reversed', reason: 'withheld' })
const refusedClaim = { ...claimed, id: 'refused claim', status: 'rejected', reason: 'refused' } as const

for (const [twins, use, id] of [
  [[], 'free', undefined],
  [[claimed], 'free', undefined],
  [[rejected, claimed], 'rejected', 'rejected'],
  [[withheld, rejected], 'withheld', 'withheld'],
  [[waiting, withheld], 'withheld', 'withheld'],
  [[withheld, counted], 'counted', 'counted'],
  [[refusedClaim], 'free', undefined],
  [[claimed, waiting], 'waiting', 'waiting'],
  [[waiting, counted], 'counted', 'counted'],
  [[counted, waiting, reversed], 'reversed', 'reversed'],
] as const) {
  test(`the transaction of ${twins.map((twin) => twin.id).join(', ') || 'none'} is ${use}`, () => {
    const found = findTwin(twins)
    assert.deepEqual([found.use, found.twin?.id], [use, id])
    assert.equal(
      found.isStanding,
      twins.some((one) => [counted, waiting, withheld].some(({ id }) => id === one.id)),
    )
  })
}

for (const [changes, expected] of [
  [{}, true],
  [{ status: 'pending', reason: null }, true],
  [{ status: 'pending', reason: 'hold' }, true],
  [{ status: 'pending', reason: 'risk' }, false],
  [{ status: 'rejected' }, false],
] as const) {
  test(`${JSON.stringify(changes)} ${expected ? 'counts' : 'does not count'} without a person`, () =>
    assert.equal(isCounted(one(changes)), expected))
}

const pairs: readonly (readonly [string, Parameters<typeof one>[0], Parameters<typeof one>[0], boolean])[] = [
  ['one id of the network', { txnId: 'T' }, { txnId: 'T' }, true],
  ['two ids of the network', { txnId: 'T' }, { txnId: 'U' }, false],
  ['the former id of the other', { txnId: 'T' }, { txnId: 'U', formerTxnId: 'T' }, true],
  ['a transaction that the other claimed', { txnId: 'T' }, { claimTxnId: 'T', appId: 2 }, true],
  ['the id of what it claimed', { claimTxnId: 'T' }, { txnId: 'T', appId: 2 }, true],
  ['one claim of one app', { claimTxnId: 'T' }, { claimTxnId: 'T' }, true],
  ['one claim of two apps', { claimTxnId: 'T' }, { claimTxnId: 'T', appId: 2 }, false],
  ['two claims of one app', { claimTxnId: 'T' }, { claimTxnId: 'U' }, false],
  ['no id at all', {}, {}, false],
]
for (const [about, ours, theirs, expected] of pairs) {
  test(`${about}: ${expected ? 'one transaction' : 'two transactions'}`, () =>
    assert.equal(isSameTransaction(one(ours), one(theirs)), expected))
}

test('a conversion names its transaction by each of its ids, once', () => {
  assert.deepEqual(transactionIdsOf(one()), [])
  assert.deepEqual(transactionIdsOf(one({ txnId: 'T', formerTxnId: 'F', claimTxnId: 'T' })), ['T', 'F'])
  assert.deepEqual(transactionIdsOf(one({ claimTxnId: 'C' })), ['C'])
})
