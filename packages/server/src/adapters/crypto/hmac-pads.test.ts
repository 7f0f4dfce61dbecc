import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { HmacPads } from './hmac-pads.ts'

test('it is the HMAC that node:crypto makes, whatever the key and the text', () => {
  const key = fc.uint8Array({ minLength: 0, maxLength: 64 })
  const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ minLength: 900, maxLength: 3_000 }))
  const seen = countCases({ 'is short': 0.2, 'is longer than the buffer': 0.2 })
  fc.assert(
    fc.property(key, fc.array(text, { maxLength: 4 }), (bytes, texts) => {
      const pads = new HmacPads(bytes)
      for (const one of texts) {
        assert.equal(pads.digestHex(one), createHmac('sha256', bytes).update(one).digest('hex'))
      }
      seen.note({
        'is short': texts.some(({ length }) => length > 0 && length < 900),
        'is longer than the buffer': texts.some(({ length }) => length > 1_024),
      })
    }),
  )
  seen.assertOften()
})

test('three bytes a character fit, up to the last text that needs no buffer of its own', () => {
  const key = Buffer.alloc(32, 7)
  for (const length of [1_023, 1_024, 1_025]) {
    const text = '€'.repeat(length)
    assert.equal(new HmacPads(key).digestHex(text), createHmac('sha256', key).update(text).digest('hex'))
  }
})
