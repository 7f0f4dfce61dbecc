import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { SlabWriter, slabText } from './slab.ts'

test('written texts are read back, whatever the size of the chunks', () => {
  const seen = countCases({ 'has texts': 0.5, 'is of several chunks': 0.2, 'is of one chunk': 0.05 })
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: 'grapheme', maxLength: 40 })),
      fc.integer({ min: 1, max: 300 }),
      (texts, size) => {
        const writer = new SlabWriter(size)
        for (const text of texts) writer.add(text)
        const slab = writer.finish()
        assert.deepEqual(
          texts.map((_, index) => slabText(slab, index)),
          texts.map((text) => text.toWellFormed()),
        )
        seen.note({
          'has texts': texts.length > 0,
          'is of several chunks': slab.bytes.length > size,
          'is of one chunk': slab.bytes.length > 0 && slab.bytes.length * 3 <= size,
        })
      },
    ),
  )
  seen.assertOften()
})
