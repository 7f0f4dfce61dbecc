import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../test/support/count-cases.ts'
import { findBrokenEscapes } from './broken-escapes.ts'

for (const [url, names] of [
  ['/x', []],
  ['/x?', []],
  ['/x/userId=%FF', []],
  ['/x?a=1&b=%20%C3%A9', []],
  ['/x?a=%', ['a']],
  ['/x?a=%2', ['a']],
  ['/x?a=%zz&b=%41', ['a']],
  ['/x?a=%FF&b=%E0%A4%A&c=1', ['a', 'b']],
  ['/x?a=%ED%A0%80', ['a']], // half a surrogate pair in UTF-8
  ['/x?a=%C0%80', ['a']], // an overlong NUL
  ['/x?a=1=%FF', ['a']],
  ['/x?%61=%FF', ['a']],
  ['/x?%FF=1', []],
  ['/x?a=%C3&b=%A9', ['a', 'b']],
] as const) {
  test(`${url}: ${names.length === 0 ? 'nothing is broken' : `${names.join(' and ')} broken`}`, () =>
    assert.deepEqual([...findBrokenEscapes(url)], names))
}

test('a query that was encoded by the rules is never broken', () => {
  const seen = countCases({ 'has an escape': 0.3 })
  fc.assert(
    fc.property(fc.dictionary(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' })), (values) => {
      const query = String(new URLSearchParams(values))
      assert.equal(findBrokenEscapes(`/x?${query}`).size, 0)
      seen.note({ 'has an escape': query.includes('%') })
    }),
  )
  seen.assertOften()
})
