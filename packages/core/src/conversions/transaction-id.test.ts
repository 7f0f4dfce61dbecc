import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTransactionId } from './transaction-id.ts'

const unseen = {
  space: ' ',
  tab: '\t',
  'line feed': '\n',
  'no-break space': '\u00a0',
  'em space': '\u2003',
  'line separator': '\u2028',
  'ideographic space': '\u3000',
  'zero-width space': '\u200b',
  'zero-width non-joiner': '\u200c',
  'zero-width joiner': '\u200d',
  'word joiner': '\u2060',
  'byte order mark': '\ufeff',
  'soft hyphen': '\u00ad',
  'right-to-left mark': '\u200f',
  'right-to-left override': '\u202e',
  'Mongolian vowel separator': '\u180e',
  'combining grapheme joiner': '\u034f',
  'Hangul filler': '\u3164',
  'variation selector': '\ufe0f',
  'a tag': '\u{e0041}',
  'braille blank': '\u2800',
}

for (const [name, character] of Object.entries(unseen)) {
  test(`${name}: dropped at both ends of a transaction id, refused inside it, none by itself`, () => {
    for (const text of [`${character}X1`, `X1${character}`, `${character}${character}X1 ${character}`]) {
      assert.deepEqual(readTransactionId(text), { id: 'X1', isBroken: false })
    }
    assert.equal(readTransactionId(`X${character}1`).isBroken, true)
    assert.deepEqual(readTransactionId(character), { id: null, isBroken: false })
  })
}

test('case counts, and everything that can be seen stays', () => {
  for (const id of ['x1', 'X1', 'Zoë-🙂', 'a+b/c=', '交易1']) {
    assert.deepEqual(readTransactionId(id), { id, isBroken: false })
  }
  assert.deepEqual(readTransactionId(''), { id: null, isBroken: false })
})

test('a long row of spaces is read in linear time', () => {
  const started = performance.now()
  readTransactionId(`a${' '.repeat(100_000)}a`)
  assert.ok(performance.now() - started < 1_000)
})
