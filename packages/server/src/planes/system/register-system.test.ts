import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { openKeyring } from '../../adapters/crypto/keyring.ts'

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

test('every route that the server has is in the OpenAPI document, and no other', async () => {
  const usual = await createWorld({ beside: world, environment: { OPERATOR_TOKEN: 't'.repeat(40) } })
  const { paths } = (await usual.get('/openapi.json')).json()
  const documented = Object.entries<object>(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  assert.deepEqual(documented.sort(), routesOf(usual.server.printRoutes({ commonPrefix: false })).sort())
  await usual.close()
})

/** Of the router's tree; HEAD and OPTIONS are told in a sentence. */
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
  const page = await world.get('/docs/')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  assert.match(String(page.headers['content-security-policy']), /default-src 'none'/)
  assert.match(page.body, /openapi\.json/)
  const [, script = ''] = /<script[^>]* src="([^"]+)"/.exec(page.body) ?? []
  const asset = await world.get(new URL(script, 'http://localhost/docs/').pathname)
  assert.equal(asset.statusCode, 200, script)
  assert.match(String(asset.headers['content-type']), /javascript/)
  assert.ok(!asset.body.includes('QUxMIFlPVVIg'), 'the placeholder of the library')
  const bare = await world.get('/docs')
  assert.equal(bare.statusCode, 302)
  assert.equal(bare.headers.location, '/docs/')
  assertError(await world.get('/docs/nothing'), 404, 'RESOURCE_NOT_FOUND')
})

test('the publishers’ guide is served beside the reference, and leads only to what is served', async () => {
  const page = await world.get('/docs/guide')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  const policy = String(page.headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; style-src 'sha256-/)
  assert.doesNotMatch(policy, /unsafe|script/)
  assert.match(page.body, /<h1 id="publisher-guide">Publisher guide<\/h1>/)
  const own = [...page.body.matchAll(/ href="(?!https:)([^"#]*)(?:#([^"]*))?"/g)]
  assert.ok(own.length > 20)
  for (const path of new Set(own.map(([, one = '']) => one || '/docs/guide'))) {
    const target = await world.get(path)
    assert.equal(target.statusCode, 200, path)
    for (const [, one = '', anchor] of own)
      if ((one || '/docs/guide') === path && anchor !== undefined)
        assert.ok(target.body.includes(` id="${anchor}"`), `${path}#${anchor}`)
  }
  assertError(await world.get('/docs/guide/operations'), 404, 'RESOURCE_NOT_FOUND')
  assertError(await world.get('/docs/guide/../../package.json'), 404, 'RESOURCE_NOT_FOUND')
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
