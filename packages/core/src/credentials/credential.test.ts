import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { cellMax } from '../tracking/click-id.ts'
import { formatCredential, maskCredential, readCredential, redactCredentials } from './credential.ts'

const kinds = fc.constantFrom('pk' as const, 'sk' as const)
const modes = fc.constantFrom('live' as const, 'test' as const)
const cells = fc.integer({ min: 0, max: cellMax })
const random = fc.uint8Array({ minLength: 32, maxLength: 32 })

test('a credential says what it is, and is read back', () => {
  fc.assert(
    fc.property(kinds, modes, cells, random, (kind, mode, cell, bytes) => {
      const text = formatCredential({ kind, mode, cell }, bytes)
      assert.match(text, new RegExp(`^${kind}_${mode}_c${String(cell).padStart(2, '0')}_[0-9A-Za-z]+$`))
      assert.equal(text.length, `${kind}_${mode}_`.length + 49)
      assert.deepEqual(readCredential(text), { kind, mode, cell })
    }),
  )
})

test('one from before cells were recorded is valid for ever, and of one length with the others', () => {
  fc.assert(
    fc.property(kinds, modes, random, (kind, mode, bytes) => {
      const text = formatCredential({ kind, mode, cell: undefined }, bytes)
      assert.match(text, new RegExp(`^${kind}_${mode}_[0-9A-Za-z]{49}$`))
      assert.deepEqual(readCredential(text), { kind, mode, cell: undefined })
    }),
  )
  for (const text of [
    'pk_live_0DG9mkOv2l6AkSp3WsPxY71H1KbX',
    'sk_test_28pwpFvXuOCuClQJSgvJUKf8mA3ApwedogOvpU3VfJJ0pjN7r',
  ]) {
    assert.equal(readCredential(text)?.cell, undefined)
    assert.notEqual(readCredential(text), undefined, 'made by the version before')
  }
})

test('an older one that begins like a cell by chance has none', () => {
  // The highest digits of its base62 are c (38), 0 and 1.
  const value = ((38n * 62n + 0n) * 62n + 1n) * 62n ** 40n
  const bytes = Buffer.from(value.toString(16).padStart(64, '0'), 'hex')
  const text = formatCredential({ kind: 'sk', mode: 'live', cell: undefined }, bytes)
  assert.match(text, /^sk_live_c01/)
  assert.deepEqual(readCredential(text), { kind: 'sk', mode: 'live', cell: undefined })
})

test('a cell that no installation can have, or that is written in another way, makes no credential', () => {
  for (const cell of [1, 7]) assert.notEqual(readCredential(withMarker(`c0${cell}_`)), undefined)
  for (const marker of ['c_', 'c1_', 'c001_', 'c0001_', 'c1024_', 'c9999_', 'c00012_', 'cx1_', 'C01_']) {
    assert.equal(readCredential(withMarker(marker)), undefined, marker)
  }
})

/** With a checksum that fits, so that nothing but the marker can be wrong. */
function withMarker(marker: string): string {
  const text = `pk_live_${marker}0123456789abcdefgh`
  let crc = 0xffffffff
  for (const char of Buffer.from(text)) {
    crc ^= char
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1
  }
  let rest = (crc ^ 0xffffffff) >>> 0
  let checksum = ''
  while (checksum.length < 6) {
    checksum = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'.charAt(rest % 62) + checksum
    rest = Math.floor(rest / 62)
  }
  return text + checksum
}

test('a secret of a cell is masked as a whole in a text', () => {
  const secret = formatCredential({ kind: 'sk', mode: 'live', cell: 12 }, new Uint8Array(32).fill(7))
  assert.equal(redactCredentials(`https://${secret}.example`), 'https://sk_live_….example')
})

test('one mistyped character is noticed by the checksum', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 8, max: 56 }), (bytes, at) => {
      const text = formatCredential({ kind: 'sk', mode: 'live', cell: 3 }, bytes)
      const other = text[at] === 'x' ? 'y' : 'x'
      assert.equal(readCredential(text.slice(0, at) + other + text.slice(at + 1)), undefined)
    }),
  )
})

test('different random bytes give different credentials', () => {
  const made = new Set(
    Array.from({ length: 256 }, (_, byte) =>
      formatCredential({ kind: 'pk', mode: 'live', cell: 3 }, new Uint8Array(16).fill(byte, 0, 1)),
    ),
  )
  assert.equal(made.size, 256)
})

test('a masked secret shows too little to be used', () => {
  const text = formatCredential({ kind: 'sk', mode: 'live', cell: 3 }, new Uint8Array(32).fill(7))
  assert.equal(maskCredential(text), `sk_live_…${text.slice(-4)}`)
})
