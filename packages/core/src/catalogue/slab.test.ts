import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { SlabWriter, slabText } from './slab.ts'

test('what is written is read back, whatever the size of the chunks', () => {
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
      },
    ),
  )
})
