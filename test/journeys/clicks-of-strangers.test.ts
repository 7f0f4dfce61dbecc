import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../support/world.ts'

/* A link needs no secret: anybody can follow one in the name of any user, as often as they like. */

const browser = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const home = '91.20.30.40'

let world: World
let offerIds: readonly number[]
before(async () => {
  world = await createWorld({ app: { rateLimitPerMinute: 100_000 } })
  offerIds = await world.addOffers(Array.from({ length: 5 }, () => ({})))
})
after(() => world.close())

async function follow(userId: string, address: string, made = 0): Promise<string> {
  const query = { offerId: String(offerIds[made % 5]), apiKey: world.app.live.apiKey, userId }
  const response = await world.get('/track', { query, headers: { 'user-agent': browser }, address })
  assert.equal(response.statusCode, 302, response.body)
  world.clock.advance({ seconds: 1 })
  return new URL(String(response.headers['location'])).searchParams.get('click_id') ?? ''
}

async function submit(userId: string): Promise<number> {
  const fingerprint_data = { user_agent: browser, resolution: '390x844', timezone: 'Europe/Berlin' }
  const body = { fingerprint_hash: `hash of ${userId}`, user_id: userId, ip: home, fingerprint_data }
  const response = await world.post('/api/v1/fingerprint', { headers: world.credentials, body })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data.risk_score
}

async function convert(clickId: string): Promise<{ status: string; reason: string | null }> {
  world.clock.advance({ seconds: 1_200 })
  const query = { click_id: clickId, payout: '1', status: 'approved' }
  const response = await world.get('/postback', { query })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data
}

/** Clicks of strangers in the user's name: each from a line of their own, or all from one. */
async function harass(userId: string, clicks: number, { isOneLine }: { isOneLine: boolean }): Promise<void> {
  for (let made = 0; made < clicks; made += 1)
    await follow(userId, isOneLine ? '80.1.2.3' : `80.${made >> 4}.${(made % 16) * 9}.9`, made)
}

for (const [title, isOneLine] of [
  ['each from another line', false],
  ['all from one line', true],
] as const) {
  const userId = isOneLine ? 'of-one' : 'of-many'
  test(`300 strangers’ clicks, ${title}, neither raise a newcomer’s score nor hold their money`, async () => {
    const first = await submit(userId)
    const clickId = await follow(userId, home)
    await harass(userId, 300, { isOneLine })
    const later = await submit(userId)
    assert.ok(later <= first + 3, `${first}, then ${later}`)
    const { status, reason } = await convert(clickId)
    assert.deepEqual([status, reason ?? null], ['approved', null])
  })
}

test('the same clicks from the line that the user submits from are theirs, and hold their money', async () => {
  const first = await submit('flooder')
  let clickId = ''
  for (let made = 0; made < 300; made += 1) clickId = await follow('flooder', home, made)
  const later = await submit('flooder')
  assert.ok(later > first + 30, `${first}, then ${later}`)
  assert.deepEqual((await convert(clickId)).reason, 'risk')
})
