import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cleanTexts, holdsSecret } from './clean-texts.ts'

test('no secret stays in any text, however deep, and no character that cannot be stored', () => {
  const value = {
    name: 'a k3y-k3y b',
    list: ['k3y-k3y', 7, null],
    'k3y-k3y': { note: 'nul\u0000 lone\ud800' },
  }
  assert.deepEqual(cleanTexts(value, 'k3y-k3y'), {
    name: 'a ••• b',
    list: ['•••', 7, null],
    '•••': { note: 'nul\ufffd lone\ufffd' },
  })
})

test('a secret is found in addresses, too, however they write it', () => {
  const secret = 'a+key/of=tests'
  for (const link of [
    `https://x.example/?k=${secret}`,
    `https://x.example/?k=${encodeURIComponent(secret)}`,
  ]) {
    assert.equal(holdsSecret(link, secret), true)
    assert.doesNotMatch(cleanTexts(link, secret), /key/)
  }
})

test('a text that is too short for a secret is in others by chance', () => {
  assert.deepEqual(cleanTexts({ name: 'abc' }, 'abc'), { name: 'abc' })
  assert.deepEqual([holdsSecret('x?k=abc', 'abc'), holdsSecret('x?k=abcdef', 'abcdef')], [false, true])
})
