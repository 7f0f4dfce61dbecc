import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { formatCredential, maskCredential, readCredential } from './credential.ts'

const kinds = fc.constantFrom('pk' as const, 'sk' as const)
const modes = fc.constantFrom('live' as const, 'test' as const)
const random = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('a credential says what it is, and is read back', () => {
  fc.assert(
    fc.property(kinds, modes, random, (kind, mode, bytes) => {
      const text = formatCredential({ kind, mode }, bytes)
      assert.match(text, new RegExp(`^${kind}_${mode}_[0-9A-Za-z]{49}$`))
      assert.deepEqual(readCredential(text), { kind, mode })
    }),
  )
})

test('one mistyped character is noticed by the checksum', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 8, max: 56 }), (bytes, at) => {
      const text = formatCredential({ kind: 'sk', mode: 'live' }, bytes)
      const other = text[at] === 'x' ? 'y' : 'x'
      assert.equal(readCredential(text.slice(0, at) + other + text.slice(at + 1)), undefined)
    }),
  )
})

test('different random bytes give different credentials', () => {
  const made = new Set(
    Array.from({ length: 256 }, (_, byte) =>
      formatCredential({ kind: 'pk', mode: 'live' }, new Uint8Array([byte, 0, 0, 0])),
    ),
  )
  assert.equal(made.size, 256)
})

test('a masked secret shows too little to be used', () => {
  const text = formatCredential({ kind: 'sk', mode: 'live' }, new Uint8Array(32).fill(7))
  assert.equal(maskCredential(text), `sk_live_…${text.slice(-4)}`)
})
