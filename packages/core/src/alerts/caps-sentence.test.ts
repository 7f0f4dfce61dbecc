import assert from 'node:assert/strict'
import { test } from 'node:test'
import { capsSentence } from './caps-sentence.ts'

test('offers at their caps are counted in words', () => {
  assert.equal(capsSentence(1), '1 offer is hidden by a cap that is used up, until it begins anew.')
  assert.equal(capsSentence(3), '3 offers are hidden by caps that are used up, until they begin anew.')
})
