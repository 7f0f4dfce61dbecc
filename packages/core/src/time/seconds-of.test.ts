import assert from 'node:assert/strict'
import { test } from 'node:test'
import { secondsOf } from './seconds-of.ts'

test('a moment is told by the second that it lies in, and none by null', () => {
  const moments = [0, 999, 1_000, 1_795_000_000_999, null, undefined]
  assert.deepEqual(moments.map(secondsOf), [0, 0, 1, 1_795_000_000, null, null])
})
