import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Language, languages } from '@quoin/core/languages/languages.ts'
import { wordLetter } from './letter-words.ts'

const letters = ['account_known', 'confirm_address', 'new_password'] as const

test('each language of the list has its own letters, with the site and the link in each', async () => {
  const all = await Promise.all(
    Object.keys(languages).flatMap((language) =>
      letters.map((letter) =>
        wordLetter(letter, {
          language: language as Language, // a key of the table itself
          site: 'https://ads.example',
          link: 'https://ads.example/dashboard/link#$&a',
        }),
      ),
    ),
  )
  for (const { subject, text } of all) {
    assert.ok(text.includes('https://ads.example/dashboard/link#$&a\n'), text)
    assert.ok(text.split('https://ads.example').length === 3, text)
    assert.doesNotMatch(text + subject, /[{}]|^\s/)
  }
  assert.equal(new Set(all.map(({ subject }) => subject)).size, all.length)
  assert.equal(new Set(all.map(({ text }) => text)).size, all.length)
})
