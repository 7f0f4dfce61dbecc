import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fingerprintData } from './fingerprint-data.ts'

function nested(levels: number): unknown {
  return levels === 0 ? 'leaf' : { inner: nested(levels - 1) }
}

function withKeys(count: number): Record<string, number> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, index]))
}

/** An object of exactly so many bytes as JSON: `{"a":"…"}` is 8 bytes around the text. */
const ofBytes = (bytes: number): unknown => ({ a: 'x'.repeat(bytes - 8) })

for (const [title, data] of [
  ['the sample of the contract', { resolution: '1920x1080', browser: 'Chrome', os: 'Windows' }],
  ['no keys at all', {}],
  ['open keys of any shape', { fonts: 3, languages: ['en'], plugins: null, webdriver: false, '': '' }],
  ['64 keys', withKeys(64)],
  ['4 levels', nested(4)],
  ['16 KiB', ofBytes(16 * 1024)],
  ['text that only looks like an escaped NUL', { note: '\\u0000' }],
  ['emoji and right-to-left text', { name: '👩🏽‍💻 مرحبا' }],
] as const) {
  test(`accepted as it is: ${title}`, () => {
    assert.deepEqual(fingerprintData.read(data), { ok: true, value: data })
  })
}

for (const [title, rule, data] of [
  ['a text', 'type', '{}'],
  ['an array', 'type', []],
  ['null', 'type', null],
  ['a number', 'type', 7],
  ['65 keys', 'keys', withKeys(65)],
  ['5 levels', 'depth', nested(5)],
  ['5 levels of arrays', 'depth', { a: [[[[]]]] }],
  ['16 KiB and one byte', 'size', ofBytes(16 * 1024 + 1)],
  ['more than 16 KiB in UTF-8, though fewer characters', 'size', { a: 'é'.repeat(9_000) }],
  ['NUL in a value', 'unicode', { a: { b: 'x\0y' } }],
  ['NUL in a key', 'unicode', { 'a\0b': 1 }],
  ['half a character', 'unicode', { a: ['\ud83d'] }],
  ['half a character in a key', 'unicode', { '\udc00': 1 }],
] as const) {
  test(`refused as ${rule}: ${title}`, () => {
    const reading = fingerprintData.read(data)
    assert.equal(reading.ok ? 'accepted' : reading.rule, rule)
  })
}

test('nesting a thousand deep is refused without following it down', () => {
  const reading = fingerprintData.read(JSON.parse(`${'{"a":'.repeat(1_000)}1${'}'.repeat(1_000)}`))
  assert.equal(reading.ok, false)
})
