import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, tellAction, tellChange } from './tell-change.ts'

test('a change is told field by field, what is new and gone as well, and long texts are cut', () => {
  assert.deepEqual(
    tellChange({ before: { name: 'A', old: 1 }, after: { name: 'B', new: null }, how: 'link' }),
    ['name: A → B', 'old: 1 → gone', 'new: none', 'how: link'],
  )
  assert.deepEqual(
    tellChange({ payoutMicros: 1_250_000, wasDisabledFor: 'operator', basisPoints: 15_000, holdSec: 90_000 }),
    ['payout: 1.25', 'was disabled for: operator', 'basis: 150 %', 'hold: 1 d 1 h'],
  )
  assert.match(tellChange({ fromMs: 1_795_338_000_000 })[0] ?? '', /^from: \d+ Nov 2026/)
  assert.deepEqual(tellChange({}), [])
  assert.equal(tellChange({ note: 'x'.repeat(500) })[0]?.length, 'note: '.length + 81)
  const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`field${index}`, index]))
  assert.equal(tellChange(many).at(-1), 'and 3 more')
})

test('an action is told in words', () => {
  assert.equal(tellAction('publisher_token.made'), 'Publisher token made')
  assert.equal(tellAction('link.set_up_made'), 'Set-up link made')
  assert.equal(tellAction(''), '')
})

test('what was changed leads to its page where it has one', () => {
  assert.equal(pageOf('offer:12'), '/ops/offers/12')
  for (const none of ['secret:3', 'network:12', 'offer:', 'offer:../x', 'user:1:mia', ''])
    assert.equal(pageOf(none), undefined)
})
