import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, languages } from './languages.ts'

for (const [accepted, language] of [
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de'],
  ['en;q=0.5,pt-BR', 'pt'],
  ['tlh,ja;q=0.3,en;q=0.2', 'ja'],
  ['zh-Hant-TW', 'zh'],
  ['ZH', 'zh'],
  ['ko-KR,ko;q=0.9', 'ko'],
  ['de;q=0,fr;q=0.1', 'fr'],
  ['constructor, __proto__, toString', 'en'],
] as const) {
  test(`a browser that accepts "${accepted}" is answered in ${language}`, () =>
    assert.equal(chooseLanguage(accepted), language))
}

test('a language that is asked for comes before those of the browser; an unknown one does not', () => {
  assert.equal(chooseLanguage('de', 'PT-br'), 'pt')
  assert.equal(chooseLanguage('de', 'tlh'), 'de')
  assert.equal(chooseLanguage('de', ''), 'de')
})

test('each direction is the one that its script is written in', () => {
  for (const [language, { direction }] of Object.entries(languages)) {
    const script = new Intl.Locale(language).maximize().script
    assert.equal(direction, script === 'Arab' || script === 'Hebr' ? 'rtl' : 'ltr', language)
  }
})
