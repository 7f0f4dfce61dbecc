import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries } from '@quoin/core/detect/country.ts'
import { address, country } from './place-fields.ts'

test('country: all 249 codes of ISO 3166-1, any case in, upper case out', () => {
  assert.equal(countries.length, 249)
  for (const code of countries) {
    const mixed = `${code.slice(0, 1).toLowerCase()}${code.slice(1)}`
    for (const text of [code, code.toLowerCase(), mixed]) {
      assert.deepEqual(country.read(text), { ok: true, value: code })
    }
  }
})

for (const text of ['', 'D', 'DEU', 'UK', 'EU', 'XX', 'ZZ', 'T1', ' de', 'de ', 'ıt', 'ﬁ', '12', '__']) {
  test(`country: "${text}" is not an ISO 3166-1 code`, () => assert.equal(country.read(text).ok, false))
}

for (const [text, canonical] of [
  ['203.0.113.7', '203.0.113.7'],
  ['2001:DB8::1', '2001:db8::1'],
  ['2001:db8:0:0:0:0:0:1', '2001:db8::1'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
] as const) {
  test(`an end user's address is canonical afterwards: ${text}`, () =>
    assert.deepEqual(address.read(text), { ok: true, value: canonical }))
}

for (const text of [
  '',
  'localhost',
  '203.0.113',
  '203.0.113.256',
  '203.0.113.7/24',
  '1'.repeat(65),
  '0x7f.1',
  ':::',
]) {
  test(`"${text.slice(0, 20)}" is no address`, () => assert.equal(address.read(text).ok, false))
}

for (const raw of [['DE', 'US'], 49, null]) {
  test(`${JSON.stringify(raw)} is neither a country nor an address`, () => {
    assert.equal(country.read(raw).ok, false)
    assert.equal(address.read(raw).ok, false)
  })
}
