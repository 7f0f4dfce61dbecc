import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { followOffer } from '../../../../../test/support/conversions.ts'
import { sendRaw } from '../../../../../test/support/raw-socket.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'

// A request over a socket takes the shortcut; an injected one goes straight to the framework.
let world: World
let port: number
let offerIds: number[]
let token: string
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  offerIds = await world.addOffers([
    {},
    { name: 'Nur in Österreich ✓', countries: 'AT' },
    { name: 'Paused', status: 'paused' },
  ])
  const network = await world.addNetwork({ slug: 'answers', preset: 'wannads' })
  token = network.postbackUrl.slice(network.postbackUrl.lastIndexOf('/') + 1)
  offerIds.push(...(await world.addOffers([{ name: 'Of the network' }], 'answers')))
  await world.server.listen({ host: '127.0.0.1', port: 0 })
  port = (world.server.server.address() as AddressInfo).port // an IP server has one
})
after(() => world.close())

interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly body: string
}

type Headers = Readonly<Record<string, string>>

async function askShortly(url: string, headers: Headers): Promise<Told> {
  const lines = Object.entries({ host: 'q.example', ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const [answer] = await sendRaw(port, `GET ${url} HTTP/1.1\r\n${lines.join('')}\r\n`)
  assert.ok(answer)
  return answer
}

async function askAtLength(url: string, headers: Headers): Promise<Told> {
  const answer = await world.server.inject({ url, headers: { host: 'q.example', ...headers } })
  return { status: answer.statusCode, headers: answer.headers, body: answer.body }
}

/** Headers that belong to the connection, or differ for each answer. */
const ownHeaders = ['connection', 'keep-alive', 'date', 'x-ratelimit-remaining', 'x-ratelimit-reset']

function comparable({ status, headers, body }: Told): object {
  const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g
  const shown = Object.entries(headers)
    .filter(([name]) => !ownHeaders.includes(name))
    .map(([name, value]) => [name, String(value).replaceAll(uuid, 'id')])
  return {
    status,
    headers: Object.fromEntries(shown),
    body: body.replaceAll(uuid, 'id').replaceAll(/"timestamp":\d+/g, '"timestamp":0'),
  }
}

async function clicks(): Promise<number> {
  const [row] = await world.open.ports.db.query<{ count: number }>('select count(*)::integer from clicks', [])
  return row?.count ?? 0
}

/** Two clicks of one offer, by two users, that were both reported. */
async function reportedClicks(offerId: number): Promise<readonly [string, string]> {
  const click = async (userId: string): Promise<string> => {
    const clickId = await followOffer(world, { offerId, userId })
    const url = `/postback/${token}?click_id=${clickId}&payout=1.25&status=pending`
    await askAtLength(offerId === offerIds[0] ? url.replace(`/${token}`, '') : url, {})
    return clickId
  }
  return [await click(`${offerId} short`), await click(`${offerId} long`)]
}

function oneOf<const Value>(...values: Value[]): fc.Arbitrary<Value> {
  return fc.constantFrom(...values)
}

const query = fc.dictionary(
  oneOf('userId', 'country', 'platform', 'limit', 'offset', 'sort', 'subId', 'search', 'offerIds', 'x'),
  oneOf('u1', 'AT', 'ios', '5', '-1', '', 'payout_asc', 'ü ✓', '%FF', 'a&b=c', '1,2', "';--"),
  { maxKeys: 4 },
)

const extraHeaders = fc.dictionary(
  oneOf(
    'accept',
    'user-agent',
    'origin',
    'sec-purpose',
    'cookie',
    'accept-language',
    'authorization',
    'expect',
  ),
  oneOf(
    'text/html',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X)',
    'prefetch',
    'Bearer nothing',
    'de',
  ),
)

/** Without what sends a request the long way in any case. */
function isPlain(headers: Headers): boolean {
  return headers['origin'] === undefined && headers['expect'] === undefined
}

function written(parameters: Readonly<Record<string, string>>): string {
  return Object.entries(parameters)
    .map(([name, value]) => `${name}=${value === '%FF' ? value : encodeURIComponent(value)}`)
    .join('&')
}

test('a list is the same, byte for byte, on the short way and on the long one', async () => {
  const credentials = oneOf(world.credentials, world.testCredentials, {}, { 'x-api-key': 'pk_live_wrong' })
  const seen = countCases({ 'is a list': 0.05, 'is invalid': 0.05, 'is unproven': 0.2, 'is plain': 0.2 })
  await fc.assert(
    fc.asyncProperty(query, extraHeaders, credentials, async (parameters, more, proof) => {
      const url = `/api/v1/offers?${written({ userId: 'ann', ...parameters })}`
      const headers = { ...more, ...proof }
      const short = await askShortly(url, headers)
      assert.deepEqual(comparable(short), comparable(await askAtLength(url, headers)))
      seen.note({
        'is a list': short.status === 200,
        'is invalid': short.status === 400,
        'is unproven': short.status === 401,
        'is plain': isPlain(headers),
      })
    }),
    { numRuns: 150 },
  )
  seen.assertOften()
})

test('a link leads to the same place on the short way and on the long one', async () => {
  const apiKey = world.app.live.apiKey
  const own = fc.record({
    offerId: oneOf(...offerIds.map(String), '999999', 'x', ''),
    apiKey: oneOf(apiKey, world.app.test.apiKey, 'pk_live_wrong', ''),
  })
  const seen = countCases({ 'leads on': 0.05, 'leads nowhere': 0.02, 'is refused': 0.2, 'is plain': 0.2 })
  await fc.assert(
    fc.asyncProperty(query, own, extraHeaders, async (parameters, required, headers) => {
      const url = `/track?${written({ userId: 'ann', ...parameters, ...required })}`
      const short = await askShortly(url, headers)
      assert.deepEqual(comparable(short), comparable(await askAtLength(url, headers)))
      seen.note({
        'leads on': short.status === 302,
        'leads nowhere': short.status === 404,
        'is refused': short.status === 400 || short.status === 401,
        'is plain': isPlain(headers),
      })
    }),
    { numRuns: 150 },
  )
  seen.assertOften()
})

const given = fc.dictionary(
  oneOf('payout', 'status', 'goal', 'txn_id', 'currency', 'test', 'signature', 'x'),
  oneOf('1.25', '-1', 'approved', 'reversed', '', 'EUR', '1', '{payout}', 'ü ✓', '%FF', 'a&b=c', "';--"),
  { maxKeys: 3 },
)

test('a postback is answered the same on the short way and on the long one', async () => {
  // Each way has a conversion of its own; a click's first report may be told of once more.
  const own = [await reportedClicks(offerIds[0] ?? 0), await reportedClicks(offerIds[3] ?? 0)] as const
  const steps = oneOf('', '', `/${token}`, `/${token}`, '/wrong', '/wr%6Fng', '/a/b', '/')
  const seen = countCases({ 'is taken': 0.03, 'is refused': 0.05, 'is unproven': 0.1, 'is plain': 0.2 })
  await fc.assert(
    fc.asyncProperty(
      given,
      steps,
      extraHeaders,
      fc.integer({ min: 0, max: 1 }),
      async (parameters, step, headers, of) => {
        const [short, long] = own[of === 0 ? 0 : 1]
        const url = (clickId: string, more: Readonly<Record<string, string>>) =>
          `/postback${step}?${written({ click_id: clickId, payout: '1.25', status: 'approved', ...more })}`
        const answer = await askShortly(url(short, parameters), headers)
        // One transaction would be that of the first alone.
        const { txn_id: txnId = '' } = parameters
        const other = /^[^{]/.test(txnId) ? { ...parameters, txn_id: `${txnId}0` } : parameters
        assert.deepEqual(comparable(answer), comparable(await askAtLength(url(long, other), headers)))
        seen.note({
          'is taken': answer.status === 200,
          'is refused': answer.status === 400,
          'is unproven': answer.status === 401,
          'is plain': isPlain(headers),
        })
      },
    ),
    { numRuns: 150 },
  )
  seen.assertOften()
})

test('a postback on the short way is one conversion, and its log has one row', async () => {
  const clickId = await followOffer(world, { offerId: offerIds[0] ?? 0, userId: 'short' })
  const url = `/postback?click_id=${clickId}&payout=1.25&status=approved`
  const told = await askShortly(url, {})
  assert.deepEqual([told.status, JSON.parse(told.body).data.duplicate], [200, false])
  assert.equal(JSON.parse(told.body).meta.request_id, told.headers['x-request-id'])
  assert.equal(JSON.parse((await askShortly(url, {})).body).data.duplicate, true)
  const { db, store } = world.open.ports
  assert.equal((await store.conversions.listConversionsOfClick(db, clickId, 10)).length, 1)
  assert.equal((await store.postbackRequests.listRequestsOfClick(db, clickId, 10)).length, 2)
})

test('a request that the framework has to answer after all is done once: one click, one call on the limit', async () => {
  const before = await clicks()
  const link = `/track?offerId=${offerIds[2]}&apiKey=${world.app.live.apiKey}&userId=once`
  assert.equal((await askShortly(link, {})).status, 404)
  assert.equal(await clicks(), before + 1)
  const remaining = async (url: string) =>
    Number((await askShortly(url, world.credentials)).headers['x-ratelimit-remaining'])
  const first = await remaining('/api/v1/offers?userId=ann')
  assert.equal(await remaining('/api/v1/offers?userId=ann&country=nowhere'), first - 1)
  assert.equal(await remaining('/api/v1/offers?userId=ann'), first - 2)
})

test('requests in one packet are answered in their order', async () => {
  const credentials = Object.entries(world.credentials).map(([name, value]) => `${name}: ${value}\r\n`)
  const ask = (url: string) => `GET ${url} HTTP/1.1\r\nHost: q.example\r\n${credentials.join('')}\r\n`
  const link = `/track?offerId=${offerIds[0]}&apiKey=${world.app.live.apiKey}&userId=ann`
  const list = '/api/v1/offers?userId=ann'
  const answers = await sendRaw(port, [link, list, '/livez', link, `${list}&limit=x`].map(ask).join(''), {
    answersMax: 5,
  })
  assert.deepEqual(
    answers.map(({ status }) => status),
    [302, 200, 200, 302, 400],
  )
})

for (const path of ['/api/v1/fingerprint', '/postback']) {
  test(`a type without a body is no body: POST ${path}`, async () => {
    const headers = { 'content-type': 'application/json', ...world.credentials }
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
    const [short] = await sendRaw(port, `POST ${path} HTTP/1.1\r\nHost: q.example\r\n${lines.join('')}\r\n`)
    const long = await world.server.inject({ method: 'POST', url: path, headers: world.credentials })
    assert.equal(short?.status, long.statusCode)
    assert.deepEqual(JSON.parse(short?.body ?? '').error, long.json().error)
  })
}
