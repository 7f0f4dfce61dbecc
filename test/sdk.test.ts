import assert from 'node:assert/strict'
import { createHash, createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { CallbackEventType } from '@quoin/core/callbacks/facts.ts'
import type { listConversions } from '@quoin/contract/lookup-operations.ts'
import type { conversionDetailShape } from '@quoin/contract/shapes/lookups.ts'
import type { listOffersQuery } from '@quoin/contract/parameters.ts'
import type { offerShape, sessionShape } from '@quoin/contract/shapes/responses.ts'
import type { Static } from 'typebox'
import {
  type CallbackEvent,
  type Conversion,
  ConnectionError,
  InvalidApiSecretError,
  InvalidRequestError,
  type Offer,
  Quoin,
  RateLimitError,
  type Session,
  SignatureError,
  testHeaders,
  verifyClassic,
  verifyWebhook,
} from '../packages/sdk/src/index.ts'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { QuoinWall } from '../packages/sdk/src/react.ts'
import { buildCallbackRequest } from '../packages/server/src/features/callbacks/requests/build-request.ts'
import {
  approvedFacts,
  classicSecret,
  endpointOf,
  nativeSecret,
  reversedFacts,
  testKeyring,
} from './support/callbacks.ts'
import { blocksOf } from './support/doc-blocks.ts'
import { createWorld, type World } from './support/world.ts'

const root = join(import.meta.dirname, '..')
let world: World
let quoin: Quoin

before(async () => {
  world = await createWorld()
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  const { port } = world.server.server.address() as AddressInfo // an IP server has one
  quoin = new Quoin({ baseUrl: `http://127.0.0.1:${port}`, ...world.app.live })
})
after(() => world.close())

describe('the server client', () => {
  test('goes the whole way: list, session, click, claim, changes, activity', async () => {
    const ids = await world.addOffers(
      Array.from({ length: 5 }, (_, index) => ({ payout: `${index + 1}.00` })),
    )
    const page = await quoin.offers.list({ userId: 'ada', limit: 2 })
    assert.deepEqual([page.data.length, page.meta.total, page.rateLimit?.limit], [2, 5, 100])
    const all = await Array.fromAsync(quoin.offers.all({ userId: 'ada', max: 4 }))
    assert.deepEqual(
      all.map(({ offer_id }) => offer_id),
      ids.toReversed().slice(0, 4),
    )
    const offerId = ids[4] ?? 0
    assert.equal((await quoin.offers.get(offerId, { userId: 'ada' })).data.eligible, true)
    assert.ok((await quoin.offers.explain(offerId, { userId: 'ada' })).data.checks.length > 3)
    assert.match((await quoin.sessions.create({ userId: 'ada' })).data.token, /^qs_/)
    const claim = await quoin.conversions.create({ userId: 'ada', offerId }, { idempotencyKey: 'once' })
    const again = await quoin.conversions.create({ userId: 'ada', offerId }, { idempotencyKey: 'once' })
    const twice = [1, 2].map(() => quoin.conversions.create({ userId: 'twice', offerId }))
    const [made, known] = await Promise.all(twice)
    assert.equal(made?.data.conversion_id, known?.data.conversion_id, 'a claim without a key is made once')
    assert.equal(again.data.conversion_id, claim.data.conversion_id)
    const changes = await Array.fromAsync(quoin.conversions.all({ userId: 'ada' }))
    assert.deepEqual(
      changes.map(({ status, reason }) => [status, reason]),
      [['pending', 'claim']],
    )
    assert.equal((await quoin.users.activity('ada')).data.length, 1)
    const verdict = await quoin.fingerprints.submit({ user_id: 'ada', fingerprint_hash: 'f'.repeat(32) })
    assert.equal(verdict.data.is_blocked, false)
    assert.ok(Array.isArray((await quoin.stats.query({ from: '2026-11-20', to: '2026-11-21' })).data))
  })

  test('a wrong call is an error of its kind, which names the field and no secret', async () => {
    const wrong = await quoin.offers.list({ userId: '' }).catch((error: unknown) => error)
    assert.ok(wrong instanceof InvalidRequestError)
    assert.deepEqual([wrong.status, wrong.details[0]?.field, wrong.attempts], [400, 'userId', 1])
    assert.match(wrong.requestId ?? '', /^req_/)
    const baseUrl = `http://127.0.0.1:${(world.server.server.address() as AddressInfo).port}`
    const stranger = new Quoin({ baseUrl, apiKey: world.app.live.apiKey, apiSecret: 'sk_live_wrong' })
    const refused = await stranger.offers.list({ userId: 'ada' }).catch((error: unknown) => error)
    assert.ok(refused instanceof InvalidApiSecretError)
    assert.ok(!JSON.stringify(refused).includes('sk_live'))
    assert.equal(refused.docUrl, `${baseUrl}/docs/errors/INVALID_API_SECRET`)
    assert.equal((await fetch(refused.docUrl)).status, 200)
  })

  test('an option not given comes from the environment, at the first call; a missing one is named', async () => {
    const client = new Quoin()
    await assert.rejects(
      client.offers.list({ userId: 'ada' }),
      /QUOIN_BASE_URL.*QUOIN_API_KEY.*QUOIN_API_SECRET/,
    )
    const given = {
      QUOIN_BASE_URL: `http://127.0.0.1:${(world.server.server.address() as AddressInfo).port}/`,
      QUOIN_API_KEY: world.app.live.apiKey,
      QUOIN_API_SECRET: world.app.live.apiSecret,
      QUOIN_CALLBACK_SECRET: `whsec_CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg= ${nativeSecret}`,
    }
    Object.assign(process.env, given)
    assert.ok((await client.offers.list({ userId: 'bea' })).meta.total > 0)
    const body = '{"type":"conversion.approved","data":{}}'
    const headers = client.webhooks.testHeaders({ body, secret: nativeSecret })
    assert.equal(client.webhooks.verify(body, headers).type, 'conversion.approved')
    for (const name of Object.keys(given)) delete process.env[name]
    assert.throws(() => client.webhooks.verify(body, headers), /QUOIN_CALLBACK_SECRET/)
    // The short spelling of `demo env`; a single variable of Quoin's own spelling leaves it aside.
    const short = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name.replace('QUOIN_', ''), value]),
    )
    Object.assign(process.env, short)
    assert.ok((await client.offers.list({ userId: 'bea' })).meta.total > 0)
    assert.equal(client.webhooks.verify(body, headers).type, 'conversion.approved')
    process.env['QUOIN_BASE_URL'] = given.QUOIN_BASE_URL
    await assert.rejects(client.offers.list({ userId: 'bea' }), {
      message:
        'Quoin needs apiKey (or QUOIN_API_KEY in the environment; API_KEY is set, but not read beside QUOIN_ variables), ' +
        'apiSecret (or QUOIN_API_SECRET in the environment; API_SECRET is set, but not read beside QUOIN_ variables).',
    })
    delete process.env['QUOIN_BASE_URL']
    delete process.env['API_SECRET']
    await assert.rejects(client.offers.list({ userId: 'bea' }), {
      message: 'Quoin needs apiSecret (or API_SECRET in the environment).',
    })
    for (const name of ['QUOIN_BASE_URL', ...Object.keys(short)]) delete process.env[name]
    const nowhere = new Quoin({ baseUrl: 'localhost:8080', apiKey: 'k', apiSecret: 's' })
    await assert.rejects(nowhere.offers.list({ userId: 'bea' }), /must begin with http/)
    assert.ok(!client.callbacks.verifyClassic('wannads', { query: {} }, classicSecret))
  })

  test('no answer of Quoin is told with the address, the code, and what was answered', async () => {
    const given = { apiKey: 'k', apiSecret: 's', retriesMax: 0 }
    const closed = new Quoin({ ...given, baseUrl: 'http://127.0.0.1:1' })
    const none = await closed.offers.get(1).catch((error: unknown) => error)
    assert.ok(none instanceof ConnectionError && none.cause instanceof Error)
    assert.match(
      none.message,
      /^GET \/api\/v1\/offers\/1: http:\/\/127\.0\.0\.1:1 does not answer \((ECONNREFUSED|bad port)\)\.$/,
    )
    let asked = 0
    const page =
      (status: number): typeof fetch =>
      async () => {
        asked += 1
        return new Response('<h1>A proxy</h1>', { status, headers: { 'x-request-id': 'req_1' } })
      }
    const proxy = new Quoin({ ...given, retriesMax: 2, baseUrl: 'http://q.example', fetch: page(404) })
    const other = await proxy.offers.get(1).catch((error: unknown) => error)
    assert.ok(other instanceof ConnectionError)
    assert.deepEqual([other.status, other.requestId, asked], [404, 'req_1', 1])
    assert.match(other.message, /http:\/\/q\.example answers 404, but not as Quoin does\.$/)
  })

  test('settings that can never work are refused before anything is sent, and no secret is told', async () => {
    const fetch = () => assert.fail('nothing is sent')
    const given = { baseUrl: 'https://q.example', apiKey: 'k', apiSecret: 's', fetch }
    for (const [wrong, sentence] of [
      [{ baseUrl: 'https://q.example/api/v1' }, /nothing behind the host, such as https:\/\/q\.example;/],
      [{ baseUrl: 'https://me:sesame@q.example' }, /^baseUrl must have no user and no password\.$/],
      [
        { apiSecret: 'sk_test_…' },
        /^apiSecret must be visible ASCII characters alone: is it a placeholder\?$/,
      ],
      [{ apiKey: 'pk live' }, /^apiKey must be visible ASCII/],
    ] as const)
      await assert.rejects(new Quoin({ ...given, ...wrong }).offers.get(1), {
        name: 'TypeError',
        message: sentence,
      })
  })

  test('a call that is given up ends at once, in its wait too, and throws the reason', async () => {
    let calls = 0
    const server = createServer((_request, response) => {
      calls += 1
      response.writeHead(503, { 'content-type': 'text/plain', 'retry-after': '8' }).end('busy')
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo // an IP server has one
    const account = { baseUrl: `http://127.0.0.1:${port}`, apiKey: 'pk_test_a', apiSecret: 'sk_test_a' }
    const startedMs = performance.now()
    const given = new Quoin(account).with({ signal: AbortSignal.timeout(300) })
    await assert.rejects(given.offers.list({ userMacro: '{user}' }), { name: 'TimeoutError' })
    await assert.rejects(given.offers.list({ userId: 'ada' }), { name: 'TimeoutError' })
    assert.ok(performance.now() - startedMs < 4_000)
    assert.equal(calls, 1)
    server.close()
  })

  test('a busy server is asked again after the time that it names, with the same key; a refusal is not', async () => {
    const asked: { at: number; key: string | undefined }[] = []
    const answers = [
      [503, { 'retry-after': '1' }, failure('SERVER_ERROR')],
      [201, {}, { success: true, data: { conversion_id: 'c' }, meta: {}, message: '' }],
      [404, {}, failure('RESOURCE_NOT_FOUND')],
      [429, { 'retry-after': '60' }, failure('RATE_LIMIT_EXCEEDED')],
    ] as const
    const server = createServer((request, response) => {
      asked.push({ at: performance.now(), key: String(request.headers['idempotency-key']) })
      const [status, headers, body] = answers[asked.length - 1] ?? [500, {}, {}]
      response.writeHead(status, { ...headers, 'content-type': 'application/json' }).end(JSON.stringify(body))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const client = new Quoin({ baseUrl: `http://127.0.0.1:${port}`, apiKey: 'k', apiSecret: 's' })
    await client.conversions.create({ userId: 'u', offerId: 1 }, { idempotencyKey: 'order-7' })
    const [first, second] = asked
    assert.ok((second?.at ?? 0) - (first?.at ?? 0) >= 990)
    assert.deepEqual([first?.key, second?.key], ['order-7', 'order-7'])
    await assert.rejects(client.offers.get(1), { code: 'RESOURCE_NOT_FOUND', attempts: 1 })
    const limited = await client.offers.get(1).catch((error: unknown) => error)
    assert.ok(limited instanceof RateLimitError && limited.retryAfterMs === 60_000)
    assert.equal(asked.length, 4)
    server.close()
  })
})

function failure(code: string): object {
  return { success: false, error: { code, message: 'No.', details: null }, meta: {} }
}

/** Each dialect in the order of the docs, with a parameter that its signature covers. */
const dialectFields = {
  wannads: 'reward',
  lootably: 'revenue',
  offertoro: 'user_id',
  cpx: 'trans_id',
  bitlabs: 'val',
  adgem_v2: 'amount',
  adgem_v3: 'amount',
  ayet: 'currency_amount',
} as const

function readVector(text: string) {
  const [head = '', body = ''] = text.trimEnd().split('\n\n')
  const [start = '', ...lines] = head.split('\n')
  const headers = Object.fromEntries(lines.map((one) => one.split(/: (.*)/s).slice(0, 2)))
  const url = `https://publisher.example${start.split(' ')[1]}`
  return { url, headers, body, query: Object.fromEntries(new URL(url).searchParams) }
}

describe('callbacks', () => {
  const requestOf = (format: string, facts = approvedFacts) => {
    const endpoint = endpointOf(format, 'https://publisher.example/cb?own=1')
    const built = buildCallbackRequest(
      { keyring: testKeyring },
      { facts, endpoint, sentAtMs: 1_795_000_000_000 },
    )
    assert.ok(built.kind === 'request')
    return built.request
  }

  test('a native callback is verified by its raw body; a changed, old or parsed one is not', () => {
    const { body, headers } = requestOf('native')
    const raw = body ?? ''
    const now = { nowSec: 1_795_000_010 }
    const event = verifyWebhook(
      raw,
      headers,
      ['whsec_CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAg=', nativeSecret],
      now,
    )
    assert.deepEqual([event.type, event.data.payout_local], ['conversion.approved', '125.5'])
    assert.throws(() => verifyWebhook(`${raw} `, headers, nativeSecret, now), SignatureError)
    assert.throws(() => verifyWebhook(raw, headers, nativeSecret, { nowSec: 1_795_000_400 }), SignatureError)
    assert.throws(() => verifyWebhook(JSON.parse(raw), headers, nativeSecret, now), /raw request body/)
    // The bodies that Express 5 and Express 4 leave where a stranger sent nothing.
    for (const nothing of [undefined, {}] as unknown as string[])
      assert.throws(() => verifyWebhook(nothing, headers, nativeSecret, now), SignatureError)
    const made = testHeaders({ body: raw, secret: nativeSecret })
    assert.equal(verifyWebhook(Buffer.from(raw), new Headers(made), nativeSecret).type, 'conversion.approved')
  })

  const noSecrets = [
    '',
    ' ',
    'whsec_',
    '***',
    'whsec_…',
    'whsec_AAAA',
    `whsec_${'*'.repeat(44)}`,
    `${nativeSecret}A`,
  ]
  for (const secret of [...noSecrets, nativeSecret.slice(6)])
    test(`${JSON.stringify(secret)} is no secret: nothing is signed or taken by it`, () => {
      const body = '{"type":"conversion.approved","data":{}}'
      const at = Math.floor(Date.now() / 1000)
      const forgeries = ['', 'AAAA', nativeSecret.slice(6)].map((key) =>
        createHmac('sha256', Buffer.from(key, 'base64')).update(`test.${at}.${body}`).digest('base64'),
      )
      const signature = forgeries.map((one) => `v1,${one}`).join(' ')
      const headers = {
        'webhook-id': 'test',
        'webhook-timestamp': String(at),
        'webhook-signature': signature,
      }
      const no = { name: 'TypeError', message: 'The callback secret is empty or is no whsec_… secret.' }
      for (const given of [secret, [secret], [nativeSecret, secret]])
        assert.throws(() => verifyWebhook(body, headers, given), no)
      assert.throws(() => testHeaders({ body, secret }), no)
    })

  test('without a secret nothing is verified', () => {
    const nothing = undefined as unknown as string // as JavaScript gives it
    assert.throws(() => verifyWebhook('{}', {}, []), TypeError)
    assert.throws(() => verifyWebhook('{}', {}, nothing), /QUOIN_CALLBACK_SECRET/)
    assert.throws(() => testHeaders({ body: '{}', secret: nothing }), TypeError)
    const signature = createHash('md5').update('ada').digest('hex')
    for (const secret of ['', ' ', nothing])
      assert.throws(() => verifyClassic('wannads', { query: { subId: 'ada', signature } }, secret), TypeError)
  })

  test('the vectors of docs/callbacks.md hold, and none with a byte changed', () => {
    const vectors = blocksOf('docs/callbacks.md')
      .filter(({ language, text }) => language === 'http' && text.includes('host: publisher.example'))
      .map(({ text }) => readVector(text))
    const [native, ...classic] = vectors
    assert.ok(native)
    const now = { nowSec: 1_795_000_000 }
    assert.equal(verifyWebhook(native.body, native.headers, nativeSecret, now).type, 'conversion.approved')
    const changed = native.body.replace('"125.5"', '"925.5"')
    assert.notEqual(changed, native.body)
    assert.throws(() => verifyWebhook(changed, native.headers, nativeSecret, now), SignatureError)
    const names = Object.keys(dialectFields)
    assert.equal(classic.length, names.length + 1, 'and one that is not signed')
    for (const [index, name] of names.entries()) {
      const vector = classic[index] ?? assert.fail()
      const dialect = name as keyof typeof dialectFields // its own keys
      assert.ok(verifyClassic(dialect, vector, classicSecret), name)
      const field = dialectFields[dialect]
      const query = { ...vector.query, [field]: 'x' }
      const url = vector.url.replace(`${field}=`, `${field}=9`)
      const forged = { ...vector, query, url, body: `${vector.body} ` }
      assert.ok(!verifyClassic(dialect, forged, classicSecret), name)
    }
  })

  for (const dialect of [
    'wannads',
    'lootably',
    'offertoro',
    'cpx',
    'bitlabs',
    'adgem_v2',
    'adgem_v3',
    'ayet',
  ] as const)
    test(`a request sent as ${dialect} is verified, and nothing that was changed`, () => {
      for (const facts of [approvedFacts, reversedFacts]) {
        const { url, body, headers } = requestOf(dialect, facts)
        const query = Object.fromEntries(new URL(url).searchParams)
        const request = { query, url, headers, ...(body === null ? {} : { body }) }
        assert.ok(verifyClassic(dialect, request, classicSecret))
        assert.ok(!verifyClassic(dialect, request, 'another'))
      }
    })
})

test('the types are those of the contract', () => {
  type Same<One, Other> = One extends Other ? (Other extends One ? true : never) : never
  type Plain<T> = { -readonly [Name in keyof T]: T[Name] }
  const session: Same<Plain<Session>, Static<typeof sessionShape>> = true
  type Fields = Static<typeof offerShape>
  const names: Same<keyof Offer, keyof Fields> = true
  type Listed = keyof Parameters<Quoin['offers']['list']>[0]
  /** A catalogue without a user is for software that fills in the macro, not for this client. */
  const listed: Same<Listed, Exclude<keyof typeof listOffersQuery, 'userMacro'>> = true
  type Changed = keyof NonNullable<Parameters<Quoin['conversions']['list']>[0]>
  const changed: Same<Changed, keyof typeof listConversions.query> = true
  const detail: Same<keyof Conversion, keyof Static<typeof conversionDetailShape>> = true
  const events: Same<CallbackEvent['type'], CallbackEventType> = true
  assert.ok(session && names && listed && changed && detail && events)
})

test('the loader has one global and less than 10 kB; nothing of it needs a policy against inline code loosened', () => {
  const script = readFileSync(join(root, 'packages/sdk/dist/sdk.js'), 'utf8')
  assert.ok(gzipSync(script, { level: 9 }).length <= 10_000)
  assert.ok(!/\beval\(|new Function|innerHTML/.test(script))
  const globals = {
    document: { currentScript: null, readyState: 'complete', querySelectorAll: () => [] },
    location: { origin: 'x' },
  }
  const scope: Record<string, unknown> = { ...globals }
  scope['globalThis'] = scope
  new Function('globalThis', 'document', 'location', script)(scope, globals.document, globals.location)
  assert.deepEqual(
    Object.keys(scope).filter((name) => !['globalThis', 'document', 'location'].includes(name)),
    ['Quoin'],
  )
})

test('drawn on a server the component is the place that the wall will have', () => {
  const wall = createElement(QuoinWall, { baseUrl: 'https://quoin.example', session: 's' })
  assert.equal(renderToString(wall), '<div></div>')
})
