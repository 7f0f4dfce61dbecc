import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runProgram } from '../../../../../test/support/run-program.ts'
import { DocsPage } from './docs-page.ts'

test('a page is made once, and what does not exist or is searched for is not kept', async () => {
  const docs = new DocsPage()
  assert.equal(await docs.answer('/docs/callbacks'), await docs.answer('/docs/callbacks'))
  const missing = await docs.answer('/docs/nothing')
  assert.equal(missing.status, 404)
  assert.match(missing.body.toString(), /There is no such page/)
  assert.notEqual(await docs.answer('/docs/search', 'cap'), await docs.answer('/docs/search', 'cap'))
  assert.match((await docs.answer('/docs/search', 'margin')).body.toString(), /for “margin”/)
})

test('as many as come at once for a page have it made once', async () => {
  const docs = new DocsPage()
  const answers = await Promise.all(Array.from({ length: 20 }, () => docs.answer('/docs/settings')))
  assert.equal(new Set(answers).size, 1)
})

test('twenty searches of a second are answered, others are asked to come back, and pages go on', async () => {
  const docs = new DocsPage()
  const searches = Array.from({ length: 60 }, (_, at) => docs.answer('/docs/search', `offer ${at}`))
  const results = await Promise.allSettled(searches)
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  assert.equal(refused.length, 40)
  assert.ok(refused.every((reason) => reason.isUnavailable && reason.retryAfterSec === 1))
  assert.equal((await docs.answer('/docs/callbacks')).status, 200)
})

test('one page has one address: spelled otherwise it is not there', async () => {
  const docs = new DocsPage()
  for (const address of [
    '/docs/callback%73',
    '/docs//callbacks',
    '/docs/callbacks/',
    '/docs/Callbacks',
    '/docs/./callbacks',
  ])
    assert.equal((await docs.answer(address)).status, 404, address)
})

test('a process that is asked for no page loads no library for pages', async () => {
  const script = `
    import { registerHooks } from 'node:module'
    const seen = []
    registerHooks({ load: (url, context, next) => (seen.push(url), next(url, context)) })
    const { DocsPage } = await import(${JSON.stringify(new URL('docs-page.ts', import.meta.url).href)})
    const docs = new DocsPage()
    const loaded = () => ['markdown-it', 'highlight.js', 'minisearch'].map((name) => seen.some((url) => url.includes('/' + name + '/')))
    console.log(JSON.stringify([loaded(), (await docs.answer('/docs/guide')).status, loaded(), (await docs.answer('/docs/')).status, loaded(), (await docs.answer('/docs/search', 'cap')).status, loaded()]))
  `
  const { stdout, stderr } = await runProgram(process.execPath, ['--input-type=module', '--eval', script], {})
  assert.deepEqual(
    JSON.parse(stdout || '[]'),
    [[false, false, false], 302, [false, false, false], 200, [true, true, false], 200, [true, true, true]],
    stderr,
  )
})
