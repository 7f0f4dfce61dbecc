import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKeptReport } from './kept-report.ts'

const kept = { id: 'old', clickId: 'a click', word: 'approved', reportedMicros: 5, txnId: 'T-1' }

test('a kept report is applied as it was kept, under a new id, and says that it was kept', () => {
  assert.deepEqual(readKeptReport(kept, 'new'), { ...kept, id: 'new', isKept: true })
})

test('a transaction that was kept untrimmed is the one that a trimmed report names; none stays none', () => {
  assert.equal(readKeptReport({ ...kept, txnId: ' T-1\u200b' }, 'new').txnId, 'T-1')
  assert.equal(readKeptReport({ ...kept, txnId: null }, 'new').txnId, null)
})
