import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readShard, takeShard } from './shard.ts'

test('all parts together are every file once, and none has two more than another', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string()), fc.integer({ min: 1, max: 12 }), (files, of) => {
      const parts = Array.from({ length: of }, (_, index) => takeShard(files, { part: index + 1, of }))
      assert.deepEqual(parts.flat().toSorted(), files.toSorted())
      const lengths = parts.map(({ length }) => length)
      assert.ok(Math.max(...lengths) - Math.min(...lengths) <= 1)
    }),
  )
})

test('a part that there is not is refused with a sentence that says how to name one', () => {
  assert.deepEqual(readShard('2/4'), { part: 2, of: 4 })
  for (const text of ['', '2', '0/4', '5/4', '2/0', '-1/4', '1/4/2', 'a/b'])
    assert.throws(() => readShard(text), /must be like 2\/4/, text)
})
