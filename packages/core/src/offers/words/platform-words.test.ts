import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { platforms } from '../offer.ts'
import { readPlatformWords } from './platform-words.ts'

for (const [cell, meant] of [
  ['Phone', 'android|ios'],
  ['Tablets', 'android|ios'],
  ['iOS 12+', 'ios'],
  ['Android 8.0 and up', 'android'],
  ['Mac OS X', 'desktop'],
  ['iPhone & Android', 'ios, android'],
  ['All Devices', 'desktop|android|ios'],
  ['App Store; Google Play', 'ios, android'],
  ['Windows Phone', '?'],
  ['Android, Windows Phone', 'android, ?'],
  ['Symbian', '?'],
  ['constructor', '?'],
  ['12', '?'],
] as const) {
  test(`the platforms of ${JSON.stringify(cell)} are ${meant}`, () => {
    const words = readPlatformWords(cell).map(({ platforms: some }) => some?.join('|') ?? '?')
    assert.equal(words.join(', '), meant)
  })
}

test('the answer of a person wins over the table, and gives a word that it lacks', () => {
  assert.deepEqual(readPlatformWords('Windows Phone', { 'windows phone': ['desktop'] }), [
    { word: 'Windows Phone', platforms: ['desktop'] },
  ])
  assert.deepEqual(readPlatformWords('phone', { phone: ['ios'] })[0]?.platforms, ['ios'])
})

test('no text makes it throw, and it gives nothing but platforms', () => {
  const word = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('iOS', 'Phone', '12+', ' and ', ','))
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), (parts) => {
      for (const { platforms: some = [] } of readPlatformWords(parts.join(' ')))
        for (const one of some) assert.ok(platforms.includes(one))
    }),
  )
})
