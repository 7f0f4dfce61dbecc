import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { assertError, assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { repository } from '../../../../../test/support/run-program.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { openKeyring } from '../../adapters/crypto/keyring.ts'
import { sidebar } from '../../adapters/docs/pages.ts'
import { version } from '../../version.ts'

let world: World
before(async () => {
  world = await createWorld({
    environment: { TRACK_URL: 'https://go.example/t', POSTBACK_URL: 'https://pb.example/in/' },
  })
})
after(() => world.close())

test('liveness and readiness are the envelope, and count for nobody', async () => {
  for (const path of ['/livez', '/readyz']) {
    assert.deepEqual(assertSuccess(await world.get(path)), { status: 'ok' })
  }
})

test('the OpenAPI document is the public one, with the paths of this deployment', async () => {
  const response = await world.get('/openapi.json')
  assert.equal(response.statusCode, 200)
  const document = response.json()
  assert.equal(document.openapi, '3.1.0')
  assert.deepEqual(document.servers, [{ url: 'http://localhost:8080' }])
  assert.ok('/t' in document.paths && '/in' in document.paths && '/api/v1/offers' in document.paths)
})

/** For people and not for programs: the pages' own addresses, which follow the pages. */
const pagesOnly = /^[A-Z]+ \/(dashboard|wall|sdk\.js|favicon\.ico)(\/|$)/

test('every route that the server has is in an OpenAPI document, and no other', async () => {
  const token = 't'.repeat(40)
  const usual = await createWorld({ beside: world, environment: { OPERATOR_TOKEN: token } })
  const headers = { authorization: `Bearer ${token}` }
  const documents = await Promise.all(
    ['/openapi.json', '/operator/v1/openapi.json', '/manage/v1/openapi.json'].map((path) =>
      usual.get(path, { headers }),
    ),
  )
  const documented = documents.flatMap((document) =>
    Object.entries<object>(document.json().paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    ),
  )
  const routes = routesOf(usual.server.printRoutes({ commonPrefix: false }))
  assert.deepEqual([...new Set(documented)].sort(), routes.filter((route) => !pagesOnly.test(route)).sort())
  await usual.close()
})

/** The routes of the router's tree; HEAD and OPTIONS are documented in a sentence. */
function routesOf(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([ │├└─]*)(\S+)(?: \(([A-Z, ]+)\))?/.exec(line) ?? []
    if (part === '') return []
    const depth = indent.length / 4
    above.length = depth - 1
    above.push(part)
    const path = above
      .join('')
      .replaceAll(/:(\w+)/g, '{$1}')
      .replace(/\/?\*/, '/{file}')
    const told = methods.split(', ').filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
    return told.map((method) => `${method} ${path}`)
  })
}

test('links and postbacks are answered at their public paths and at the plain ones', async () => {
  for (const path of ['/t', '/track']) assertError(await world.get(path), 401, 'INVALID_API_KEY')
  for (const path of ['/in', '/postback']) assertError(await world.get(path), 400, 'INVALID_REQUEST')
})

test('metrics name routes by their pattern, never by what was asked for', async () => {
  await world.get('/api/v1/offers?userId=somebody')
  await world.get('/nowhere/somebody')
  await world.get('/postback/somebody')
  const { body, headers } = await world.get('/metrics')
  assert.match(String(headers['content-type']), /^text\/plain; version=/)
  assert.match(
    body,
    /quoin_http_request_seconds_count\{method="GET",route="\/api\/v1\/offers",status="401"\} 1/,
  )
  assert.match(body, /route="none",status="404"/)
  assert.doesNotMatch(body, /somebody/)
})

test('the reference is served from here and asks no outside address', async () => {
  const page = await world.get('/docs/reference/')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  assert.match(page.body, /openapi\.json/)
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page.body) ?? []
  const address = new URL(script, 'http://localhost/docs/reference/').pathname
  const asset = await world.get(address)
  assert.equal(asset.statusCode, 200, script)
  assert.match(String(asset.headers['cache-control']), /max-age=31536000, immutable/)
  for (const [accepted, coding, unpack] of [
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
  ] as const) {
    const { headers, rawPayload } = await world.get(address, {
      headers: { 'accept-encoding': accepted },
    })
    assert.deepEqual([headers['content-encoding'], headers['vary']], [coding, 'accept-encoding'])
    assert.ok(rawPayload.length < asset.rawPayload.length / 3, `${coding}: ${rawPayload.length} bytes`)
    assert.ok(unpack(rawPayload).equals(asset.rawPayload))
  }
  const another = address.replace(/[\da-f]{12}/, '0'.repeat(12))
  for (const path of [another, '/docs/reference/js/scalar.js', `${address}.br`])
    assert.equal((await world.get(path)).statusCode, 404, path)
  assert.match(String(asset.headers['content-type']), /javascript/)
  assert.ok(!asset.body.includes('QUxMIFlPVVIg'), 'the placeholder of the library')
})

test('the reference says that it is loading until its script has run', async () => {
  const { body } = await world.get('/docs/reference/')
  assert.match(body, /<div id="app"><\/div>.*<p class="loading"[^>]*>The reference is loading…<\/p>/)
})

test('documents go out compressed, and are asked for again by their tag', async () => {
  const paths = ['/docs/', '/docs/publishers', '/docs/publishers.md', '/docs/reference/', '/llms-full.txt']
  const apis = ['/openapi.json', '/manage/v1/openapi.json', '/operator/v1/openapi.json']
  for (const path of [...paths, ...apis]) {
    const plain = await world.get(path)
    const { etag = '', vary } = plain.headers
    assert.deepEqual([vary, plain.headers['content-encoding']], ['accept-encoding', undefined], path)
    assert.equal(plain.headers['cache-control'], 'no-cache', path)
    for (const [accepted, coding, unpack] of [
      ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
      ['gzip, br;q=0', 'gzip', gunzipSync],
    ] as const) {
      const { headers, rawPayload } = await world.get(path, { headers: { 'accept-encoding': accepted } })
      if (plain.rawPayload.length <= 1_200) continue
      assert.deepEqual([headers['content-encoding'], headers.etag], [coding, etag], path)
      assert.ok(rawPayload.length < plain.rawPayload.length * 0.6, `${path}: ${rawPayload.length} bytes`)
      assert.ok(unpack(rawPayload).equals(plain.rawPayload), path)
    }
    const known = await world.get(path, { headers: { 'if-none-match': `"other", ${etag}` } })
    assert.deepEqual([known.statusCode, known.body, known.headers.etag], [304, '', etag], path)
    const other = await world.get(path, { headers: { 'if-none-match': '"other"' } })
    assert.equal(other.statusCode, 200, path)
  }
})

test('clients, receivers and the packed SDK are served as files, and the pages lead to them', async () => {
  const names = ['Quoin.php', 'quoin.py', 'receiver.go', 'receiver.js', 'receiver.php', 'receiver.py']
  for (const name of names) {
    const { statusCode, headers, body } = await world.get(`/docs/files/${name}`)
    assert.deepEqual([statusCode, headers['content-type']], [200, 'text/plain; charset=utf-8'], name)
    const folder = name.startsWith('receiver') ? 'examples/receivers' : 'clients'
    assert.equal(body, readFileSync(join(repository, folder, name), 'utf8'))
  }
  const { statusCode, headers, rawPayload } = await world.get(`/docs/files/quoin-sdk-${version}.tgz`)
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/gzip'])
  assert.deepEqual([...rawPayload.subarray(0, 2)], [0x1f, 0x8b])
  for (const [path, file] of [
    ['/docs/start/php', '/docs/files/Quoin.php'],
    ['/docs/start/python.md', '/docs/files/quoin.py'],
    ['/docs/start/go', '/docs/files/receiver.go'],
    ['/docs/start/javascript', '/docs/files/receiver.js'],
    ['/docs/sdk', '/docs/files/quoin.py'],
    ['/docs/sdk.md', `/docs/files/quoin-sdk-${version}.tgz`],
    ['/docs/receivers', '/docs/files/receiver.php'],
    ['/llms-full.txt', '/docs/files/receiver.py'],
  ] as const)
    assert.ok((await world.get(path)).body.includes(file), `${path} → ${file}`)
  for (const path of ['/docs/files/', '/docs/files/receivers.test.ts', '/docs/files/..%2fquoin.py'])
    assert.equal((await world.get(path)).statusCode, 404, path)
})

test('pages that were elsewhere before lead to where they are', async () => {
  const locationOf = async (path: string) => (await world.get(path)).headers.location
  assert.equal(await locationOf('/docs'), '/docs/')
  assert.equal(await locationOf('/docs/reference'), '/docs/reference/')
  assert.equal(await locationOf('/docs/guide'), '/docs/publishers')
  assert.equal(await locationOf('/docs/guide/receivers'), '/docs/receivers')
})

test('each page of the documents is served as a page and as Markdown, and leads only to what is served', async () => {
  const begin = await world.get('/docs/')
  assert.equal(begin.statusCode, 200)
  const policy = String(begin.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.doesNotMatch(policy, /unsafe|sha256/)
  const seen = new Map([['/docs/', begin.body]])
  const waiting = ['/docs/']
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    for (const link of linksIn(seen.get(path) ?? '', path)) {
      if (seen.has(link)) continue
      const target = await world.get(link)
      assert.equal(target.statusCode, 200, `${path} → ${link}`)
      seen.set(link, target.body)
      if (String(target.headers['content-type']).startsWith('text/html')) waiting.push(link)
    }
  }
  assert.ok(seen.has('/docs/publishers') && seen.has('/docs/errors/INVALID_REQUEST'), 'the pages are linked')
  const source = await world.get('/docs/publishers.md')
  assert.match(String(source.headers['content-type']), /^text\/markdown/)
  assert.match(source.body, /^# Publisher guide/)
})

test('programs find every page at the root, as a list and in one text', async () => {
  const list = await world.get('/llms.txt')
  assert.match(String(list.headers['content-type']), /^text\/plain/)
  assert.equal(list.body, (await world.get('/docs/llms.txt')).body)
  const links = [...list.body.matchAll(/\]\((\/[^)]+)\)/g)].map(([, link = '']) => link)
  const named = sidebar.flatMap(({ items }) => items).filter(({ link }) => !/^\/reference|#/.test(link))
  assert.ok(named.length > 30)
  for (const { link } of named) assert.ok(links.includes(`/docs${link}.md`), link)
  const whole = await world.get('/llms-full.txt')
  assert.match(String(whole.headers['content-type']), /^text\/plain/)
  for (const link of links) {
    const { statusCode, body } = await world.get(link)
    assert.equal(statusCode, 200, link)
    if (link.endsWith('.md')) assert.ok(whole.body.includes(`<!-- ${link} -->\n\n${body.trim()}\n`), link)
  }
})

test('the list for programs has a line about each page, and the errors are in each text', async () => {
  const { body: list } = await world.get('/llms.txt')
  const lines = list.split('\n').filter((line) => line.startsWith('- [') && line.includes('.md)'))
  for (const line of lines) assert.match(line, /^- \[[^\]]+\]\(\/docs\/\S+\.md\): \S.{15,}$/)
  for (const path of ['/llms-full.txt', '/llms-publishers.txt']) {
    const { body } = await world.get(path)
    assert.match(body, /<!-- \/docs\/errors\/INVALID_API_KEY\.md -->/, path)
    assert.match(list + (await world.get('/docs/')).body, new RegExp(path.replace('.', '\\.')), path)
  }
  const { body } = await world.get('/llms-publishers.txt')
  for (const page of ['publishers', 'callbacks']) assert.ok(body.includes(`/docs/${page}.md -->`))
  assert.ok(!body.includes('/docs/operations.md -->'))
  assert.ok(body.length < 72_000, `${body.length} characters`)
})

/** Pages, scripts, styles and fonts of ours, without those of the reference and of the repository. */
function linksIn(body: string, from: string): string[] {
  return [...body.matchAll(/ (?:href|src)="([^"#]+)/g)]
    .map(([, link = '']) => new URL(link, `http://localhost${from}`))
    .filter(({ origin }) => origin === 'http://localhost')
    .map(({ pathname }) => pathname)
    .filter((path) => path.startsWith('/docs/') && !path.startsWith('/docs/reference/'))
}

test('a path that is no page of ours is not found, however it is spelled', async () => {
  const none = [
    '/docs/nothing',
    '/docs/../package.json',
    '/docs/%2e%2e/%2e%2e/package.json',
    '/docs/..%2fpackage.json',
  ]
  for (const path of [...none, '/docs/.env', '/docs/%c3', '/docs/assets/', '/docs/secret'])
    assertError(
      await world.get(path),
      path === '/docs/%c3' ? 400 : 404,
      path === '/docs/%c3' ? 'INVALID_REQUEST' : 'RESOURCE_NOT_FOUND',
    )
})

test('a reader who comes to an address where there is nothing gets a page, with status 404', async () => {
  const headers = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const response = await world.server.inject({ url: '/docs/nothing', headers })
  assert.equal(response.statusCode, 404)
  assert.match(String(response.headers['content-type']), /^text\/html/)
  assert.match(String(response.headers['content-security-policy']), /default-src 'none'/)
  assert.match(response.body, /There is no such page/)
})

test('pages are asked for again each time, what never changes is not, and HEAD has the same headers', async () => {
  const page = await world.get('/docs/publishers')
  assert.equal(page.headers['cache-control'], 'no-cache')
  const [, style = ''] = /<link rel="stylesheet" href="([^"]+)">/.exec(page.body) ?? []
  const shared = await world.get(style)
  assert.equal(shared.headers['cache-control'], 'public, max-age=31536000, immutable')
  const head = await world.server.inject({ method: 'HEAD', url: '/docs/publishers' })
  assert.equal(head.statusCode, 200)
  assert.equal(head.body, '')
  for (const name of ['content-type', 'content-length', 'content-security-policy', 'cache-control'])
    assert.equal(head.headers[name], page.headers[name], name)
})

test('the documents are searched by the words after q, whatever they are', async () => {
  const found = await world.get('/docs/search?q=Idempotency')
  assert.equal(found.statusCode, 200)
  assert.match(found.body, /<a href="\/docs\/[^"]+">[\s\S]*<mark>[Ii]dempotency<\/mark>/)
  for (const query of [
    '',
    '?q=',
    '?q=%3Cscript%3E',
    '?q=%ff',
    '?q=a&q=b',
    '?q[]=a',
    `?q=${'a'.repeat(5_000)}`,
  ]) {
    const response = await world.get(`/docs/search${query}`)
    assert.equal(response.statusCode, 200, query)
    assert.equal(response.body.match(/<script/g)?.length, 1, query)
  }
})

test('the bare address says that the service runs', async () => {
  const { statusCode, body, headers } = await world.get('/')
  assert.equal(statusCode, 200)
  assert.match(body, /Quoin is running/)
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
})

test('a tracking host of its own has its links at the bare address', async () => {
  const bare = await createWorld({ beside: world, environment: { TRACK_URL: 'https://go.example' } })
  assertError(await bare.get('/?userId=u'), 401, 'INVALID_API_KEY')
  const response = await bare.get('/openapi.json')
  assert.ok('/' in response.json().paths)
  await bare.close()
})

test('a postback host of its own has its postbacks at the bare address', async () => {
  const bare = await createWorld({ beside: world, environment: { POSTBACK_URL: 'https://pb.example/' } })
  assertError(await bare.get('/?click_id=x'), 400, 'INVALID_REQUEST')
  await bare.close()
})

test('the public keys of callbacks are listed, and the one before while the master secret rotates', async () => {
  const previous = 'the-master-secret-before-0123456789ab'
  const rotating = await createWorld({ environment: { QUOIN_SECRET_PREVIOUS: previous } })
  const listed = (await rotating.get('/.well-known/webhook-keys.json')).json().keys
  await rotating.close()
  const response = await world.get('/.well-known/webhook-keys.json')
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
  assert.deepEqual(response.json().keys, listed.slice(0, 1))
  const [old] = openKeyring({ current: previous, previous: null }).publicKeys('callbacks')
  assert.equal(listed[1].x, old?.toString('base64url'))
  assert.equal(listed[1].whpk, `whpk_${old?.toString('base64')}`)
  assert.notEqual(listed[0].kid, listed[1].kid)
})
