// A user's life as the fingerprint endpoint tells it: how much each answer's score stands on.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { listedLink } from '../support/listed-link.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
let offerId = 0

before(async () => {
  world = await createWorld({ app: { holdScore: 0, rateLimitPerMinute: 100_000 } })
  ;[offerId = 0] = await world.addOffers([{ payout: '1', repeatable: true }])
})
after(() => world.close())

async function confidence(
  userId: string,
  headers: Readonly<Record<string, string>> = world.credentials,
): Promise<unknown> {
  const body = { user_id: userId, fingerprint_hash: `device of ${userId}` }
  const answer = await world.post('/api/v1/fingerprint', { body, headers })
  assert.equal(answer.statusCode, 200, answer.body)
  const { data, meta } = answer.json()
  assert.deepEqual(Object.keys(data), ['is_blocked', 'risk_score', 'is_multi_accounting'])
  return meta.confidence
}

async function click(userId: string): Promise<string> {
  const query = listedLink(world, { offerId, userId })
  const answer = await world.get('/track', { query, headers: { 'user-agent': 'Mozilla/5.0 Chrome/147.0' } })
  return new URL(String(answer.headers['location'])).searchParams.get('click_id') ?? ''
}

async function convert(userId: string): Promise<void> {
  const query = { click_id: await click(userId), payout: '2', status: 'approved' }
  assert.equal((await world.get('/postback', { query })).statusCode, 200)
}

test('confidence grows over a life: device alone, clicks, and conversions of a later day', async () => {
  const told = [await confidence('mia')]
  world.clock.advance({ days: 3 })
  told.push(await confidence('mia'))
  await click('mia')
  told.push(await confidence('mia'), await confidence('mia'))
  await convert('mia')
  told.push(await confidence('mia'))
  assert.deepEqual(told, ['first_sight', 'first_sight', 'some_activity', 'some_activity', 'history'])
  world.clock.advance({ days: 60 })
  assert.equal(await confidence('mia'), 'history')
  world.clock.advance({ days: 40 })
  assert.equal(await confidence('mia'), 'first_sight', 'all that was known is too old to count')
})

test('an hour of earning at once is no history', async () => {
  assert.equal(await confidence('hasty'), 'first_sight')
  for (let made = 0; made < 3; made += 1) await convert('hasty')
  assert.equal(await confidence('hasty'), 'some_activity')
  world.clock.advance({ days: 1 })
  assert.equal(await confidence('hasty'), 'history')
})

test('a session caller is told as a server is', async () => {
  const opened = await world.post('/api/v1/sessions', {
    body: { userId: 'page' },
    headers: world.credentials,
  })
  const headers = { authorization: `Bearer ${opened.json().data.token}` }
  assert.equal(await confidence('page', headers), 'first_sight')
})
