import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { LightMyRequestResponse } from 'fastify'
import { assertError, assertSuccess, rulesOf } from '../../../../test/support/assert-answer.ts'
import { type CallOptions, createWorld, type World } from '../../../../test/support/world.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
})
after(() => world.close())

const json = { 'content-type': 'application/json' }

function postSession(
  body: string | Buffer,
  headers: Record<string, string> = json,
): Promise<LightMyRequestResponse> {
  return world.server.inject({
    method: 'POST',
    url: '/api/v1/sessions',
    headers: { ...world.credentials, ...headers },
    payload: body,
  })
}

test('success, data, message and meta, with whole Unix seconds and the request id', async () => {
  const response = await world.get('/api/v1/offers', { query: { userId: 'u' }, headers: world.credentials })
  assert.deepEqual(assertSuccess(response), [])
  const { meta, message } = response.json()
  assert.equal(message, '0 of 0 offers.')
  assert.equal(meta.timestamp, Math.floor(world.clock.nowMs() / 1000))
})

test('each request has an id of its own, and none that a client made up', async () => {
  const headers = { 'x-request-id': 'req_mine', 'request-id': 'req_mine' }
  const ids = new Set<unknown>()
  for (let call = 0; call < 20; call += 1)
    ids.add((await world.get('/nowhere', { headers })).headers['x-request-id'])
  assert.equal(ids.size, 20)
  assert.ok(!ids.has('req_mine'))
})

for (const path of [
  '/nowhere',
  '/api',
  '/api/v1',
  '/api/v1/',
  '/api/v1/offers/',
  '/api/v1/offers/12/nothing',
  '/api/v1/users//activity',
  '/api/v1/offer',
  '/API/V1/OFFERS',
  '//api/v1/offers',
  '/api//v1/offers',
  '/api/v2/offers',
  '/api/v2',
  '/v1/offers',
  '/api/v1/conversions/1/nothing',
  '/.env',
  '/wp-login.php',
  '/api/v1/offers%2f',
  '/%2e%2e/%2e%2e/etc/passwd',
  `/${'a'.repeat(3_000)}`,
]) {
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
    test(`an unknown route is RESOURCE_NOT_FOUND: ${method} ${path.slice(0, 40)}`, async () => {
      const body = method === 'GET' || method === 'OPTIONS' ? {} : { body: '{' }
      assertError(await world.call({ method, path, ...body }), 404, 'RESOURCE_NOT_FOUND')
    })
  }
}

for (const [path, methods] of [
  ['/api/v1/offers', ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND', 'QUERY', 'SEARCH', 'TRACE']],
  ['/api/v1/fingerprint', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/v1/conversions', ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']],
  ['/api/v1/conversions', ['PUT', 'DELETE']],
  ['/api/v1/offers/12', ['POST', 'PUT', 'DELETE']],
  ['/api/v1/users/u', ['GET', 'POST']],
  ['/api/v1/sessions', ['GET', 'PUT', 'DELETE']],
  ['/track', ['POST', 'PUT', 'DELETE', 'OPTIONS']],
  ['/postback', ['PUT', 'DELETE', 'OPTIONS', 'PATCH']],
  ['/livez', ['POST']],
  ['/openapi.json', ['DELETE']],
] as const) {
  for (const method of methods) {
    test(`a wrong method is RESOURCE_NOT_FOUND: ${method} ${path}`, async () => {
      assertError(await world.call({ method, path, headers: world.credentials }), 404, 'RESOURCE_NOT_FOUND')
    })
  }
}

test('HEAD on the API is a wrong method, too: 404, without a body', async () => {
  for (const path of [
    '/api/v1/offers?userId=u',
    '/api/v1/fingerprint',
    '/v1/conversions',
    '/postback',
    '/nowhere',
  ]) {
    const response = await world.call({ method: 'HEAD', path, headers: world.credentials })
    assert.equal(response.statusCode, 404)
    assert.ok(response.headers['x-request-id'])
  }
})

for (const path of ['/api/v1/%', '/api/v1/offers%zz', '/%E0%A4%A', '/track%', '/postback/%ff', '/docs/%c3']) {
  test(`bad percent-encoding in a path is INVALID_REQUEST: ${path}`, async () => {
    assertError(await world.get(path), 400, 'INVALID_REQUEST')
  })
}

const notJson = [
  '{',
  '{"userId":"u"',
  "{'userId':'u'}",
  '{userId:"u"}',
  '{"userId":"u",}',
  '{"userId":"u"}}',
  'userId=u',
  'undefined',
  '{"userId":NaN}',
  '{"userId":"\u0001"}',
  '\u0000',
  '<user/>',
]

for (const body of notJson) {
  test(`malformed JSON is INVALID_REQUEST, 400: ${JSON.stringify(body)}`, async () => {
    assert.equal(assertError(await postSession(body), 400, 'INVALID_REQUEST'), null)
  })
}

for (const body of ['[]', '[{"userId":"u"}]', 'null', '"u"', '7', 'true']) {
  test(`a body that is JSON but no object is INVALID_REQUEST: ${body}`, async () => {
    assert.equal(assertError(await postSession(body), 400, 'INVALID_REQUEST'), null)
  })
}

test('an empty body lacks what is required', async () => {
  for (const body of ['', '  ', '{}']) {
    assert.deepEqual(rulesOf(assertError(await postSession(body), 400, 'INVALID_REQUEST')), [
      'userId required',
    ])
  }
  const without = await world.server.inject({
    method: 'POST',
    url: '/api/v1/sessions',
    headers: world.credentials,
  })
  assert.deepEqual(rulesOf(assertError(without, 400, 'INVALID_REQUEST')), ['userId required'])
})

test('a body of broken UTF-8 is INVALID_REQUEST: no user is called U+FFFD by accident', async () => {
  const latin1 = Buffer.from('{"userId":"M\u00fcller"}', 'latin1')
  assertError(await postSession(latin1), 400, 'INVALID_REQUEST')
  assertError(await postSession(Buffer.from([0x7b, 0xc3, 0x28, 0x7d])), 400, 'INVALID_REQUEST')
  assertSuccess(await postSession(Buffer.from('\ufeff{"userId":"M\u00fcller"}')), 201)
})

test('__proto__ and constructor.prototype in a body are INVALID_REQUEST and change nothing', async () => {
  for (const body of [
    '{"userId":"u","__proto__":{"isAdmin":true}}',
    '{"__proto__":{"userId":"u"}}',
    '{"userId":"u","constructor":{"prototype":{"isAdmin":true}}}',
    '{"userId":"u","deep":{"__proto__":{"isAdmin":true}}}',
    '{"userId":"u","\\u005f_proto__":{"isAdmin":true}}',
  ]) {
    assertError(await postSession(body), 400, 'INVALID_REQUEST')
  }
  assert.equal(Object.hasOwn(Object.prototype, 'isAdmin'), false)
})

test('a known field given twice is INVALID_REQUEST; an unknown one is ignored', async () => {
  const twice = await postSession('{"userId":"a","user\\u0049d":"b"}')
  assert.deepEqual(rulesOf(assertError(twice, 400, 'INVALID_REQUEST')), ['userId single'])
  const same = await postSession('{"userId":"a","userId":"a"}')
  assert.deepEqual(rulesOf(assertError(same, 400, 'INVALID_REQUEST')), ['userId single'])
  assertSuccess(await postSession('{"x":1,"userId":"a","x":[2,{"userId":"b"}],"y":"\\"userId\\":"}'), 201)
})

for (const type of [
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/xml',
  'application/vnd.api+json',
  'text/json',
  'json',
  ';;',
  'application/json/x',
  '',
]) {
  test(`an unsupported media type is INVALID_REQUEST, 400: "${type}"`, async () => {
    const response = await postSession('{"userId":"u"}', { 'content-type': type })
    assert.equal(assertError(response, 400, 'INVALID_REQUEST'), null)
  })
}

test('media types are read as they are written: parameters and case do not matter', async () => {
  for (const type of [
    'application/json',
    'application/json; charset=utf-8',
    'APPLICATION/JSON;charset="UTF-8"',
  ]) {
    assertSuccess(await postSession('{"userId":"u"}', { 'content-type': type }), 201)
  }
})

test('too large a body is INVALID_REQUEST with status 400', async () => {
  const ofBytes = (bytes: number) => JSON.stringify({ userId: 'u', pad: 'x'.repeat(bytes - 23) })
  assert.equal(ofBytes(65_536).length, 65_536)
  assertSuccess(await postSession(ofBytes(65_536)), 201)
  assertError(await postSession(ofBytes(65_537)), 400, 'INVALID_REQUEST')
  assertError(await postSession(ofBytes(2_000_000)), 400, 'INVALID_REQUEST')
})

test('order of checks: credentials are judged before a body that cannot be read', async () => {
  const large = JSON.stringify({ userId: 'u', pad: 'x'.repeat(70_000) })
  for (const [body, type] of [
    ['{', 'application/json'],
    ['userId=u', 'text/plain'],
    ['userId=u', ';;'],
    [large, 'application/json'],
    [large, 'text/plain'],
  ] as const) {
    const send = (headers: Record<string, string>) =>
      world.server.inject({
        method: 'POST',
        url: '/v1/conversions',
        headers: { 'content-type': type, ...headers },
        payload: body,
      })
    assertError(await send({}), 401, 'INVALID_API_KEY')
    assertError(await send({ 'x-api-key': world.app.live.apiKey }), 401, 'INVALID_API_SECRET')
    assertError(await send({ ...world.credentials }), 400, 'INVALID_REQUEST')
  }
})

test('a deeply nested body is an answer, not a crash', async () => {
  for (const body of [
    '['.repeat(60_000),
    '{"a":'.repeat(12_000),
    `{"userId":"u","deep":${'['.repeat(30_000)}${']'.repeat(30_000)}}`,
  ]) {
    const { statusCode } = await postSession(body)
    assert.ok(statusCode === 400 || statusCode === 201)
  }
})

test('unknown parameters are ignored, also when they are repeated or broken', async () => {
  const path =
    '/api/v1/offers?userId=u&fbclid=x&utm_source=a&utm_source=b&%FF=%FF&q=%E0%A4%A&__proto__=x&userid=y&='
  assertSuccess(await world.get(path, { headers: world.credentials }))
})

test('userId: a known parameter that is not percent-encoded UTF-8 is INVALID_REQUEST, and only it', async () => {
  for (const query of [
    'userId=%FF',
    'userId=%',
    'userId=100%',
    'userId=%zz',
    'userId=%ED%A0%80',
    'userId=a%C3&x=%A9',
    '%75serId=%FF',
  ]) {
    const response = await world.get(`/api/v1/offers?${query}`, { headers: world.credentials })
    assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), ['userId encoding'], query)
  }
  const several = await world.get('/api/v1/offers?userId=%FF&limit=0', { headers: world.credentials })
  assert.deepEqual(rulesOf(assertError(several, 400, 'INVALID_REQUEST')), ['userId encoding', 'limit range'])
})

test('error details are null or name field, rule and message', async () => {
  const response = await world.get('/api/v1/offers?limit=x', { headers: world.credentials })
  assert.deepEqual(assertError(response, 400, 'INVALID_REQUEST'), [
    { field: 'userId', rule: 'required', message: 'is required' },
    { field: 'limit', rule: 'integer', message: 'must be a whole number in plain digits' },
  ])
})

test('every answer of the service is kept out of caches and has its request id', async () => {
  const requests: CallOptions[] = [
    { path: '/api/v1/offers', query: { userId: 'u' }, headers: world.credentials },
    { path: '/api/v1/offers' },
    { path: '/nowhere' },
    { path: '/track' },
    { path: '/postback' },
    { path: '/livez' },
    { path: '/readyz' },
  ]
  for (const request of requests) {
    const { headers } = await world.call(request)
    assert.match(String(headers['cache-control']), /no-store/, request.path)
    assert.match(String(headers['x-request-id']), /^req_/)
  }
})
