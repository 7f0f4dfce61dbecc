import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { openSession } from '../../../features/credentials/open-session.ts'
import { addListEntry } from '../../../features/lists/add-list-entry.ts'

/** Addresses of universities that have stood in these countries for decades. */
const german = '141.20.1.31'
const japanese = '130.69.196.1'
const blocked = '141.20.1.99'
const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36'

let world: World
let names: Map<number, string>
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  const rows = [
    { name: 'everywhere' },
    { name: 'de', countries: 'DE' },
    { name: 'de jp', countries: 'DE|JP' },
    { name: 'jp', countries: 'JP' },
    { name: 'android', platforms: 'android' },
    { name: 'desktop', platforms: 'desktop' },
    { name: 'both', platforms: 'android|desktop' },
    { name: 'android jp', platforms: 'android', countries: 'JP' },
  ]
  const ids = await world.addOffers(rows)
  names = new Map(ids.map((id, index) => [id, rows[index]?.name ?? '']))
  const entry = { kind: 'address', value: blocked, appId: world.app.appId, actor: 'test', reason: '' }
  await addListEntry(world.ports, { ...entry, action: 'block' })
})
after(() => world.close())

type Texts = Readonly<Record<string, string>>

/** The list as a German browser with Windows sees it, unless said otherwise. */
async function list(query: Texts = {}, { headers = {} as Texts, address = german } = {}) {
  const { token } = openSession(world.ports, { apiKey: world.app.live.apiKey, userId: 'u' })
  const response = await world.get('/api/v1/offers', {
    query: { userId: 'u', sort: 'oldest', ...query },
    headers: { 'user-agent': windows, ...headers, authorization: `Bearer ${token}` },
    address,
  })
  const shown = assertSuccess<{ offer_id: number }[]>(response)
  const { detected, total } = response.json().meta
  assert.equal(total, shown.length)
  return { shown: shown.map(({ offer_id }) => names.get(offer_id)), detected }
}

test('a browser session sees by its own address and browser', async () => {
  const { shown, detected } = await list()
  assert.deepEqual(shown, ['everywhere', 'de', 'de jp', 'desktop', 'both'])
  assert.deepEqual(detected, { country: 'DE', device: 'desktop' })
})

test('ip and userAgent are not read in a browser session, whatever they are', async () => {
  const plain = await list()
  for (const query of [
    { ip: japanese },
    { userAgent: android },
    { ip: japanese, userAgent: android },
    { ip: 'junk', userAgent: 'x'.repeat(3_000) },
  ])
    assert.deepEqual(await list(query), plain)
  const { token } = openSession(world.ports, { apiKey: world.app.live.apiKey, userId: 'u' })
  const body = { fingerprint_hash: 'h', user_id: 'u', ip: 'junk', userAgent: 7 }
  const headers = { authorization: `Bearer ${token}` }
  assertSuccess(await world.post('/api/v1/fingerprint', { body, headers }))
})

test('a blocked address stays blocked in a browser session, whatever the session says of itself', async () => {
  for (const query of [{}, { ip: '8.8.8.8' }, { ip: japanese, country: 'JP', platform: 'android' }])
    assert.deepEqual((await list(query, { address: blocked })).shown, [])
})

test('country and platform narrow what a browser session sees, and never widen it', async () => {
  const own = new Set((await list()).shown)
  for (const [query, shown] of [
    [{ country: 'DE', platform: 'desktop' }, ['everywhere', 'de', 'de jp', 'desktop', 'both']],
    [{ country: 'JP' }, ['everywhere', 'de jp', 'desktop', 'both']],
    [{ platform: 'android' }, ['everywhere', 'de', 'de jp', 'both']],
    [{ country: 'JP', platform: 'android' }, ['everywhere', 'de jp', 'both']],
    [{ country: 'US', platform: 'ios' }, ['everywhere']],
  ] as const) {
    const narrowed = await list(query)
    assert.deepEqual(narrowed.shown, shown)
    assert.deepEqual(narrowed.detected, { country: 'DE', device: 'desktop' })
    assert.ok(narrowed.shown.every((name) => own.has(name)))
  }
  assert.deepEqual(new Set((await list()).shown), own)
})

test('an address of no known country opens no country in a browser session', async () => {
  const { shown, detected } = await list({ country: 'DE' }, { address: '10.0.0.7' })
  assert.deepEqual(shown, ['everywhere', 'desktop', 'both'])
  assert.equal(detected.country, 'ZZ')
})

test('a server goes on speaking for its user: ip, userAgent, country and platform are believed', async () => {
  const response = await world.get('/api/v1/offers', {
    query: { userId: 'u', sort: 'oldest', ip: japanese, userAgent: android },
    headers: world.credentials,
    address: german,
  })
  const shown = assertSuccess<{ offer_id: number }[]>(response).map(({ offer_id }) => names.get(offer_id))
  assert.deepEqual(shown, ['everywhere', 'de jp', 'jp', 'android', 'both', 'android jp'])
})
