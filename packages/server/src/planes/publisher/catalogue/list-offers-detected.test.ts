import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { openSession } from '../../../features/credentials/open-session.ts'

/** Addresses of universities that have stood in these countries for decades. */
const german = '141.20.1.31'
const japanese = '130.69.196.1'
const private4 = '10.0.0.7'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 Version/18.6 Mobile/15E148 Safari/604.1'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'

let plain: World
let proxied: World
let names: Map<number, string>
before(async () => {
  plain = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  proxied = await createWorld({
    beside: plain,
    environment: {
      RATE_LIMIT_PER_MINUTE: '100000',
      DEFAULT_COUNTRY: 'US',
      TRUST_PROXY: '10.0.0.0/8',
      COUNTRY_HEADER: 'CF-IPCountry',
    },
  })
  const rows = [
    { name: 'everywhere' },
    { name: 'de', countries: 'DE' },
    { name: 'de jp', countries: 'DE|JP' },
    { name: 'us', countries: 'US' },
    { name: 'android', platforms: 'android' },
    { name: 'phones', platforms: 'mobile' },
    { name: 'desktop', platforms: 'desktop' },
    { name: 'ios in japan', platforms: 'ios', countries: 'JP' },
  ]
  const ids = await plain.addOffers(rows)
  await proxied.ports.snapshots.refresh('catalogue')
  names = new Map(ids.map((id, index) => [id, rows[index]?.name ?? '']))
})
after(async () => {
  await proxied.close()
  await plain.close()
})

interface From {
  readonly query?: Readonly<Record<string, string>>
  readonly headers?: Readonly<Record<string, string>>
  readonly address?: string
}

async function list(world: World, { query = {}, headers = {}, address = private4 }: From) {
  const response = await world.get('/api/v1/offers', {
    query: { userId: 'u', sort: 'oldest', ...query },
    headers: { ...world.credentials, ...headers },
    address,
  })
  const offers = assertSuccess<{ offer_id: number }[]>(response)
  return { detected: response.json().meta.detected, names: offers.map(({ offer_id }) => names.get(offer_id)) }
}

async function detect(world: World, from: From): Promise<string> {
  const { country, device } = (await list(world, from)).detected
  return `${country} ${device}`
}

for (const [title, from, detected] of [
  ['by address', { address: german }, 'DE desktop'],
  ['by the address of a parameter', { query: { ip: german } }, 'DE desktop'],
  ['the parameter wins over the connection', { query: { ip: japanese }, address: german }, 'JP desktop'],
  ['IPv4 in IPv6 clothes', { query: { ip: `::ffff:${german}` } }, 'DE desktop'],
  ['a private address', { address: private4 }, 'ZZ desktop'],
  ['loopback', { address: '127.0.0.1' }, 'ZZ desktop'],
  ['an explicit country wins', { query: { country: 'fr', ip: german } }, 'FR desktop'],
  ['in any case', { query: { country: 'dE' } }, 'DE desktop'],
  ["the connection's User-Agent", { headers: { 'user-agent': iphone } }, 'ZZ ios'],
  [
    "the end user's wins over it",
    { query: { userAgent: android }, headers: { 'user-agent': windows } },
    'ZZ android',
  ],
  [
    'client hints win over the User-Agent',
    { headers: { 'sec-ch-ua-platform': '"Android"', 'user-agent': windows } },
    'ZZ android',
  ],
  [
    'but are no evidence about a user whose User-Agent is passed',
    {
      query: { userAgent: iphone },
      headers: { 'sec-ch-ua-platform': '"Windows"', 'sec-ch-ua-mobile': '?0' },
    },
    'ZZ ios',
  ],
  ['an explicit platform wins', { query: { platform: 'ios', userAgent: android } }, 'ZZ ios'],
  ['no User-Agent at all', { headers: { 'user-agent': '' } }, 'ZZ desktop'],
  ['a header of a proxy that is not configured', { headers: { 'cf-ipcountry': 'FR' } }, 'ZZ desktop'],
  ['a forwarded address of nobody trusted', { headers: { 'x-forwarded-for': german } }, 'ZZ desktop'],
] as const) {
  test(`meta.detected are the values used: ${title}: ${detected}`, async () =>
    assert.equal(await detect(plain, from), detected))
}

for (const [title, from, detected] of [
  ['DEFAULT_COUNTRY for a private address', { address: '192.168.1.1' }, 'US desktop'],
  ['and for a private one in the parameter', { query: { ip: '192.168.1.1' }, address: german }, 'US desktop'],
  ['the client behind the proxy', { headers: { 'x-forwarded-for': german } }, 'DE desktop'],
  [
    'the last one that no proxy of ours wrote',
    { headers: { 'x-forwarded-for': `${japanese}, ${german}, 10.1.1.1` } },
    'DE desktop',
  ],
  ["a trusted proxy's header", { headers: { 'cf-ipcountry': 'fr' } }, 'FR desktop'],
  [
    'which knows better than the address',
    { headers: { 'cf-ipcountry': 'FR', 'x-forwarded-for': german } },
    'FR desktop',
  ],
  [
    'but not what country it is for XX',
    { headers: { 'cf-ipcountry': 'XX', 'x-forwarded-for': german } },
    'DE desktop',
  ],
  ['nor T1', { headers: { 'cf-ipcountry': 'T1' } }, 'US desktop'],
  ['a header of anybody else', { headers: { 'cf-ipcountry': 'FR' }, address: german }, 'DE desktop'],
  [
    "the publisher's header about itself says nothing of a user whose ip is passed",
    { query: { ip: german }, headers: { 'cf-ipcountry': 'FR' } },
    'DE desktop',
  ],
] as const) {
  test(`meta.detected behind a proxy: ${title}: ${detected}`, async () =>
    assert.equal(await detect(proxied, from), detected))
}

test('country: offers of that country and of none', async () => {
  const { names: listed } = await list(plain, { query: { country: 'DE' } })
  assert.deepEqual(listed, ['everywhere', 'de', 'de jp', 'desktop'])
})

test('with an unknown country only offers without country restriction are listed', async () => {
  const { names: listed, detected } = await list(plain, { address: private4 })
  assert.equal(detected.country, 'ZZ')
  assert.deepEqual(listed, ['everywhere', 'desktop'])
})

test('platform: offers of that platform and of none, together with the country', async () => {
  const { names: listed } = await list(plain, { query: { country: 'JP', platform: 'ios' } })
  assert.deepEqual(listed, ['everywhere', 'de jp', 'phones', 'ios in japan'])
  const { names: onAndroid } = await list(plain, { query: { country: 'US', userAgent: android } })
  assert.deepEqual(onAndroid, ['everywhere', 'us', 'android', 'phones'])
})

for (const [query, rule] of [
  [{ country: '' }, 'country country'],
  [{ country: 'UK' }, 'country country'],
  [{ country: 'ZZ' }, 'country country'],
  [{ country: 'DEU' }, 'country country'],
  [{ platform: '' }, 'platform enum'],
  [{ platform: 'iOS' }, 'platform enum'],
  [{ platform: 'windows' }, 'platform enum'],
  [{ ip: 'localhost' }, 'ip address'],
  [{ ip: '' }, 'ip address'],
  [{ userAgent: '' }, 'userAgent length'],
  [{ userAgent: 'a\n' }, 'userAgent characters'],
] as const) {
  test(`${JSON.stringify(query)} is INVALID_REQUEST`, async () => {
    const response = await plain.get('/api/v1/offers', {
      query: { userId: 'u', ...query },
      headers: plain.credentials,
    })
    assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), [rule])
  })
}

test("a browser session's own connection is evidence about its user", async () => {
  const { token } = openSession(plain.ports, { apiKey: plain.app.live.apiKey, userId: 'u' })
  const response = await plain.get('/api/v1/offers', {
    query: { userId: 'u' },
    headers: { authorization: `Bearer ${token}`, 'user-agent': iphone },
    address: japanese,
  })
  assert.deepEqual(response.json().meta.detected, { country: 'JP', device: 'ios' })
})
