import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { countries } from '../../detect/country.ts'
import { findCountry, readCountryWords } from './country-words.ts'

for (const [word, code] of [
  ['uk', 'GB'],
  ['Deutschland', 'DE'],
  ['GERMANY', 'DE'],
  ['Österreich', 'AT'],
  ['Oesterreich', 'AT'],
  ['CÔTE D’IVOIRE', 'CI'],
  ["cote d'ivoire", 'CI'],
  ['United States of America', 'US'],
  ['U.S.A.', 'US'],
  ['The Netherlands', 'NL'],
  ['Korea, Republic of', 'KR'],
  ['Hong Kong', 'HK'],
  ['Россия', 'RU'],
  ['日本', 'JP'],
  ['España', 'ES'],
  ['deu', 'DE'],
  ['Burma', 'MM'],
  ['ATLANTIS', undefined],
  ['DACH', undefined],
  ['Tier 1', undefined],
  ['constructor', undefined],
  ['', undefined],
] as const) {
  test(`the country word ${JSON.stringify(word)} means ${code ?? 'none'}`, () => {
    assert.equal(findCountry(word), code)
  })
}

for (const [cell, meant] of [
  ['Germany, uk', ['DE', 'GB']],
  ['Germany and Austria', ['DE', 'AT']],
  ['Bosnia and Herzegovina', ['BA']],
  ['Trinidad & Tobago | DE', ['TT', 'DE']],
  ['US CA uk', ['US', 'CA', 'GB']],
  ['Bahamas, The', ['BS']],
  ['GLOBAL (ALL GEOS)', ['*']],
  ['Germany/ATLANTIS', ['DE', '?']],
  ['New Zealand', ['NZ']],
] as const) {
  test(`the cell ${JSON.stringify(cell)} names ${meant.join(', ')}`, () => {
    const words = readCountryWords(cell).flatMap(({ codes }) =>
      codes === undefined ? ['?'] : codes.length === 0 ? ['*'] : codes,
    )
    assert.deepEqual(words, meant)
  })
}

test('the answer of a person wins over the table, and gives a word that it lacks', () => {
  assert.deepEqual(readCountryWords('DACH', { dach: ['DE', 'AT', 'CH'] }), [
    { word: 'DACH', codes: ['DE', 'AT', 'CH'] },
  ])
  assert.deepEqual(readCountryWords('Korea', { korea: ['KP'] })[0]?.codes, ['KP'])
})

test('every code of two or three letters means its own country, in any case', () => {
  const display = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' })
  for (const code of countries) {
    assert.equal(findCountry(code.toLowerCase()), code)
    assert.equal(findCountry(display.of(code) ?? ''), code, display.of(code))
  }
})

test('however countries are named and joined, the same ones are read', () => {
  const languages = ['en', 'de', 'fr', 'es', 'pl', 'ru', 'ja']
  const displays = languages.map((language) => new Intl.DisplayNames([language], { type: 'region' }))
  const named = fc
    .record({
      code: fc.constantFrom(...countries),
      display: fc.constantFrom(...displays),
      change: fc.constantFrom(
        (text: string) => text,
        (text: string) => text.toUpperCase(),
        (text: string) => ` ${text.normalize('NFD')} `,
      ),
    })
    .map(({ code, display, change }) => ({ code, text: change(display.of(code) ?? code) }))
    .filter(({ text }) => findCountry(text) !== undefined)
  const seen = countCases({ 'names several': 0.5, 'is no code': 0.8 })
  fc.assert(
    fc.property(
      fc.array(named, { minLength: 1, maxLength: 5 }),
      fc.constantFrom('|', ', ', ';', ' / '),
      (all, by) => {
        const words = readCountryWords(all.map(({ text }) => text.replaceAll(/[,/;]/g, ' ')).join(by))
        assert.deepEqual(
          words.map(({ codes }) => codes?.[0]),
          all.map(({ code }) => code),
        )
        seen.note({
          'names several': all.length > 1,
          'is no code': all.some(({ text }) => text.trim().length > 2),
        })
      },
    ),
  )
  seen.assertOften()
})

test('no text makes it throw, and every code that it gives is a country', () => {
  const known = new Set(countries)
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: 'grapheme' })), (text) => {
      for (const { codes } of readCountryWords(text))
        for (const code of codes ?? []) assert.ok(known.has(code))
    }),
  )
})
