import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unturnedText } from './unturned-text.ts'

test('no mark of a name turns what stands behind it; letters of every direction stay', () => {
  assert.equal(unturnedText('a\u202ab\u202bc\u202cd\u202de\u202ef'), 'a\ufffdb\ufffdc\ufffdd\ufffde\ufffdf')
  assert.equal(unturnedText('a\u2066b\u2067c\u2068d\u2069e'), 'a\ufffdb\ufffdc\ufffdd\ufffde')
  for (const name of ['متجر', 'משחק\u200f', '👩\u200d🚀', 'Plain']) assert.equal(unturnedText(name), name)
})
