import assert from 'node:assert/strict'
import { test } from 'node:test'

import { capsSentence } from './caps-sentence.ts'

test('only what is hidden is told of, in the number that it has', () => {
  assert.equal(
    capsSentence({ offers: 1, wide: 0 }),
    '1 offer is hidden by its own cap, until the caps begin anew.',
  )
  assert.equal(capsSentence({ offers: 0, wide: 1 }), '1 wider cap is used up, until the caps begin anew.')
  assert.equal(
    capsSentence({ offers: 3, wide: 2 }),
    '3 offers are hidden by their own caps, and 2 wider caps are used up, until the caps begin anew.',
  )
})
