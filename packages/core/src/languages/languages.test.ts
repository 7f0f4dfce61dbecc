import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguage, chooseLocale, languages } from './languages.ts'

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

for (const [language, accepted, asked, locale] of [
  ['en', 'en-GB,en;q=0.9', undefined, 'en-GB'],
  ['en', 'en', undefined, 'en'],
  ['en', 'de-AT,en-GB;q=0.5', 'en', 'en-GB'],
  ['en', 'en-GB', 'en-us', 'en-US'],
  ['de', 'en-GB,de-CH;q=0.4', undefined, 'de-CH'],
  ['zh', 'zh-Hant-TW', undefined, 'zh-TW'],
  ['en', 'en-u-ca-buddhist, en-x-GB2', undefined, 'en'],
  ['fr', undefined, 'fr-__proto__', 'fr'],
] as const)
  test(`dates in ${language} for “${accepted}” and “${asked}” are those of ${locale}`, () => {
    assert.equal(chooseLocale(language, accepted, asked), locale)
    assert.doesNotThrow(() => new Intl.DateTimeFormat(`${locale}-u-ca-gregory-nu-latn`))
  })

test('each direction is the one that its script is written in', () => {
  for (const [language, { direction }] of Object.entries(languages)) {
    const script = new Intl.Locale(language).maximize().script
    assert.equal(direction, script === 'Arab' || script === 'Hebr' ? 'rtl' : 'ltr', language)
  }
})
