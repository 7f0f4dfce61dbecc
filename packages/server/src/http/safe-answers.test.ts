import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { assertError } from '../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { OPERATOR_TOKEN: 't'.repeat(40) } })
})
after(() => world.close())

/** Every documented address, its parameters filled with something, in two kinds of callers. */
async function* answers() {
  const { paths } = (await world.get('/openapi.json')).json()
  const accepts = ['application/json', 'text/html']
  for (const [path, methods] of Object.entries<object>(paths)) {
    const filled = path.replace('{file}', '').replaceAll(/\{\w+\}/g, 'x')
    for (const method of Object.keys(methods))
      for (const accept of accepts)
        for (const headers of [{ accept }, { accept, ...world.credentials }])
          yield {
            name: `${method.toUpperCase()} ${filled}`,
            response: await world.server.inject({ method: method as 'GET', url: filled, headers }),
          }
  }
  for (const url of ['/nowhere', '/%', '/docs/nothing', '/readyz?plane=junk', '/test-offer?click_id=x'])
    yield { name: url, response: await world.server.inject({ url, headers: { accept: 'text/html' } }) }
  const list = { url: '/api/v1/offers?userId=u', headers: { ...world.credentials } }
  yield { name: 'a list', response: await world.server.inject(list) }
}

test('every answer of every route says nosniff, and every page says what it loads, who frames it, and no referrer', async () => {
  const seen = { pages: new Set<string>(), others: 0 }
  for await (const { name, response } of answers()) {
    const { headers, statusCode } = response
    if (statusCode >= 300 && statusCode < 400) continue
    assert.equal(headers['x-content-type-options'], 'nosniff', name)
    if (!String(headers['content-type']).startsWith('text/html')) {
      seen.others += 1
      continue
    }
    seen.pages.add(name)
    assert.equal(headers['referrer-policy'], 'no-referrer', name)
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /default-src 'none'/, name)
    assert.match(policy, /base-uri 'none'/, name)
    assert.match(policy, /frame-ancestors/, name)
    assert.doesNotMatch(policy, /unsafe-eval/, name)
    assert.doesNotMatch(policy, /script-src[^;]*unsafe-inline/, name)
  }
  for (const page of ['GET /', 'GET /docs/', 'GET /test-offer', 'GET /track'])
    assert.ok(seen.pages.has(page), page)
  assert.ok(seen.others > 20, String(seen.others))
})

test('nobody keeps the page of a test offer, and its form leads to the postback address alone', async () => {
  const { headers } = await world.get('/test-offer')
  assert.equal(headers['cache-control'], 'no-store')
  assert.match(String(headers['content-security-policy']), /form-action http:\/\/localhost:8080$/)
})

test('readiness knows the plane of links and no other', async () => {
  for (const path of ['/readyz', '/readyz?plane=links', '/readyz?plane='])
    assert.equal((await world.get(path)).statusCode, 200)
  for (const path of ['/readyz?plane=junk', '/readyz?plane=LINKS', '/readyz?plane=links&plane=links'])
    assertError(await world.get(path), 400, 'INVALID_REQUEST')
})

test('the document asks for what the service takes: ids, addresses, test, and 404 for an empty step', async () => {
  const { paths } = (await world.get('/openapi.json')).json()
  const parameterOf = (path: string, name: string) =>
    paths[path].get.parameters.find((one: { name: string }) => one.name === name).schema
  assert.equal(parameterOf('/postback', 'click_id').format, 'uuid')
  assert.deepEqual(parameterOf('/postback', 'test').enum, ['1', 'true', '0', 'false'])
  assert.deepEqual(parameterOf('/api/v1/offers', 'ip').anyOf, [{ format: 'ipv4' }, { format: 'ipv6' }])
  assert.deepEqual(parameterOf('/readyz', 'plane').enum, ['links'])
  const claim = paths['/v1/conversions'].post.requestBody.content['application/json'].schema.properties
  assert.equal(claim.clickId.format, 'uuid')
  let empty = 0
  for (const [path, methods] of Object.entries<Record<string, { responses: object }>>(paths))
    for (const [method, { responses }] of Object.entries(methods)) {
      // Behind a postback's path an empty step is a token that is none.
      if (!path.includes('{') || path === '/docs/{file}' || path.startsWith('/postback')) continue
      if (path.startsWith('/operator')) continue
      empty += 1
      assert.ok('404' in responses, `${method} ${path}`)
      const url = path.replaceAll(/\{\w+\}/g, '')
      const response = await world.server.inject({
        method: method as 'GET',
        url,
        headers: world.credentials,
      })
      assert.equal(response.statusCode, 404, `${method} ${url}`)
    }
  assert.ok(empty >= 4, String(empty))
})
