import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Reading } from './field.ts'
import { scalarText, slug, wordField } from './text-fields.ts'
import { userId } from './user-fields.ts'
import { countCases } from '../../../../test/support/count-cases.ts'

function outcomeOf<T>(reading: Reading<T>): T | string {
  return reading.ok ? reading.value : `refused: ${reading.rule}`
}

const thumbsUp = '👍'

for (const [title, text, outcome] of [
  ['one character', 'u', 'u'],
  ['255 characters', 'u'.repeat(255), 'u'.repeat(255)],
  ['255 characters outside the BMP', thumbsUp.repeat(255), thumbsUp.repeat(255)],
  ['none', '', 'refused: length'],
  ['256 characters', 'u'.repeat(256), 'refused: length'],
  ['256 characters outside the BMP', thumbsUp.repeat(256), 'refused: length'],
  ['spaces, which are kept', '  u  ', '  u  '],
  ['capitals, which are kept', 'User', 'User'],
  ['a combining accent, which is not composed', 'e\u0301', 'e\u0301'],
  ['right-to-left marks', '\u202eabc', '\u202eabc'],
  ['NUL', 'a\u0000b', 'refused: characters'],
  ['a line break', 'a\nb', 'refused: characters'],
  ['DEL', 'a\u007f', 'refused: characters'],
  ['a C1 control', 'a\u0085', 'refused: characters'],
  ['half a surrogate pair', 'a\ud800', 'refused: unicode'],
  ['a pair in the wrong order', '\udc4d\ud83d', 'refused: unicode'],
] as const) {
  test(`userId: 1 to 255 characters, no control characters, well-formed: ${title}`, () =>
    assert.equal(outcomeOf(userId.read(text)), outcome))
}

test('userId: what is accepted is the text itself', () => {
  const seen = countCases({ 'is taken': 0.1, 'is refused': 0.1, 'is refused for its length': 0.02 })
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 300 }),
    fc.string({ unit: 'grapheme', minLength: 200, maxLength: 300 }),
  )
  fc.assert(
    fc.property(text, (text) => {
      const outcome = userId.read(text)
      const isAllowed =
        text.isWellFormed() && !/\p{Cc}/u.test(text) && [...text].length >= 1 && [...text].length <= 255
      assert.equal(outcome.ok, isAllowed)
      if (outcome.ok) assert.equal(outcome.value, text)
      seen.note({
        'is taken': isAllowed,
        'is refused': !isAllowed,
        'is refused for its length': [...text].length > 255,
      })
    }),
    { numRuns: 300 },
  )
  seen.assertOften()
})

for (const raw of [7, true, null, {}, ['a', 'b'], ['a']]) {
  test(`a text is a text: ${JSON.stringify(raw)} is not`, () => assert.equal(userId.read(raw).ok, false))
}

for (const text of ['games', 'free-trials', 'a', '0', 'a_b', 'x'.repeat(64)]) {
  test(`category: "${text.slice(0, 20)}" is a slug`, () => assert.equal(outcomeOf(slug.read(text)), text))
}

for (const text of ['', 'Games', '-games', '_games', 'a b', 'a,b', 'é', 'x'.repeat(65), "a'--"]) {
  test(`category: "${text.slice(0, 20)}" is no slug`, () => assert.equal(slug.read(text).ok, false))
}

const platform = wordField(['desktop', 'android', 'ios'])

for (const text of ['Desktop', 'iOS', ' ios', 'ios ', '', 'windows', '__proto__', 'constructor']) {
  test(`platform: exactly the listed values; "${text}" is refused`, () =>
    assert.equal(outcomeOf(platform.read(text)), 'refused: enum'))
}

test('networks send numbers as status and transaction: read as their text, other things refused', () => {
  const status = scalarText({ min: 1, max: 5, example: '1' })
  assert.equal(outcomeOf(status.read(1)), '1')
  assert.equal(outcomeOf(status.read('1')), '1')
  for (const raw of [Number.NaN, Number.POSITIVE_INFINITY, true, null, {}, 1e300])
    assert.equal(status.read(raw).ok, false)
})
