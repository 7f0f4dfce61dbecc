import assert from 'node:assert/strict'
import { test } from 'node:test'

import {
  acceptedStatusWords,
  allowedReports,
  type ConversionStatus,
  conversionStatuses,
  readStatus,
  transition,
} from './status.ts'

const words: Record<ConversionStatus, string> = {
  approved: 'approved 1 success completed complete converted conversion confirmed paid sale credited',
  pending: 'pending hold lead new processing',
  rejected: 'rejected declined denied invalid trash fraud',
  reversed: 'reversed chargeback refund refunded cancelled canceled',
}

for (const status of conversionStatuses) {
  for (const word of words[status].split(' ')) {
    test(`the word "${word}" means ${status}, in any case`, () => {
      assert.equal(readStatus(word), status)
      assert.equal(readStatus(` ${word.toUpperCase()} `), status)
    })
  }
}

test('the accepted words are those of the decision and no other', () => {
  assert.deepEqual([...acceptedStatusWords].sort(), Object.values(words).join(' ').split(' ').sort())
  for (const word of ['2', '0', '-1', '', 'ok', 'constructor', '__proto__', 'approve d']) {
    assert.equal(readStatus(word), undefined, word)
  }
})

test("a network's own words win over the synonyms, and numbers are its own business", () => {
  assert.equal(readStatus('2', { '2': 'pending' }), 'pending')
  assert.equal(readStatus('2', { '2': 'reversed' }), 'reversed')
  assert.equal(readStatus('Rejected', { rejected: 'reversed' }), 'reversed')
  assert.equal(readStatus('toString', {}), undefined)
})

const moves: readonly (readonly [ConversionStatus | 'none', ConversionStatus, ConversionStatus])[] = [
  ['none', 'pending', 'pending'],
  ['none', 'approved', 'approved'],
  ['none', 'rejected', 'rejected'],
  ['pending', 'approved', 'approved'],
  ['pending', 'rejected', 'rejected'],
  ['pending', 'reversed', 'rejected'],
  ['approved', 'reversed', 'reversed'],
  ['rejected', 'approved', 'approved'],
]

for (const from of ['none', ...conversionStatuses] as const) {
  for (const reported of conversionStatuses) {
    const becomes = moves.find(([start, said]) => start === from && said === reported)?.[2]
    test(`${from}, reported ${reported}: ${becomes ?? 'not allowed'}`, () => {
      assert.equal(transition(from, reported), becomes)
      assert.equal(allowedReports(from).includes(reported), becomes !== undefined)
    })
  }
}
