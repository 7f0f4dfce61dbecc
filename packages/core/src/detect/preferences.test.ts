import assert from 'node:assert/strict'
import { test } from 'node:test'

import { prefersHtml, readPreferences } from './preferences.ts'

const chrome =
  'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8,application/signed-exchange;v=b3;q=0.7'

const cases: [accept: string | undefined, isHtml: boolean, client: string][] = [
  [chrome, true, 'Chrome'],
  ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', true, 'Safari and Firefox'],
  ['text/html', true, 'a client that reads nothing else'],
  ['TEXT/HTML ; Q=0.9 , application/json;q=0.8', true, 'capitals and spaces'],
  ['application/json;q=0.8, text/html;q=0.9', true, 'a client that likes HTML better'],
  ['application/xhtml+xml, */*;q=0.1', true, 'a client that says XHTML'],
  ['text/*, */*;q=0.5', true, 'a client that likes any text better'],
  ['*/*', false, 'curl'],
  [undefined, false, 'a client that says nothing'],
  ['', false, 'a client that says nothing at length'],
  ['application/json', false, 'an API client'],
  ['application/json, text/plain, */*', false, 'axios'],
  ['text/html, application/json', false, 'a client that likes both alike'],
  ['text/html;q=0.5, application/json;q=0.8', false, 'a client that likes JSON better'],
  ['text/html;q=0, */*', false, 'a client that refuses HTML'],
  ['text/html;q=0.5, */*;q=0.9', false, 'a client that likes anything else better'],
  ['text/html;q=2', false, 'an impossible quality'],
  [
    'application/*;q=0.2, text/html;q=0.3',
    true,
    'a client that likes HTML more than anything of applications',
  ],
]
for (const [accept, isHtml, client] of cases) {
  test(`${client} gets ${isHtml ? 'a page' : 'JSON'}`, () => assert.equal(prefersHtml(accept), isHtml))
}

test('languages come in the order of their quality, then as written, without those refused', () => {
  const names = readPreferences('da, en-GB;q=0.8, en;q=0.7, fr;q=0, pt-BR, de;q=0.8, x;q=abc, ,*;q=0.1').map(
    ({ name }) => name,
  )
  assert.deepEqual(names, ['da', 'pt-br', 'en-gb', 'de', 'en', '*'])
})

test('an endless header costs no more than a long one', () => {
  assert.ok(readPreferences('en,'.repeat(1_000_000)).length <= 342)
})
