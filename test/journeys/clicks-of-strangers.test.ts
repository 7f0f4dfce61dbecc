import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { assertSuccess } from '../support/assert-answer.ts'
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

const setLinks = (signedLinks: 'off' | 'added') => updateApp(world.ports, world.app.appId, { signedLinks })

/** Each offer's link as the list has it, by turns. */
async function linksOf(userId: string): Promise<(made?: number) => Readonly<Record<string, string>>> {
  const query = { userId, limit: '5' }
  const response = await world.get('/api/v1/offers', { query, headers: world.credentials })
  const links = assertSuccess<{ link: string }[]>(response).map(({ link }) => new URL(link).searchParams)
  return (made = 0) => Object.fromEntries(links[made % links.length] ?? [])
}

/** By a link that anybody can make. */
async function follow(userId: string, address: string, made = 0): Promise<string> {
  const bare = { offerId: String(offerIds[made % 5]), apiKey: world.app.live.apiKey, userId }
  return await followLink(bare, address)
}

async function followLink(query: Readonly<Record<string, string>>, address: string): Promise<string> {
  const response = await world.get('/track', { query, headers: { 'user-agent': browser }, address })
  assert.equal(response.statusCode, 302, response.body)
  world.clock.advance({ seconds: 1 })
  return new URL(String(response.headers['location'])).searchParams.get('click_id') ?? ''
}

/** A server that does not tell where its user is gives no address. */
async function submit(userId: string, { ip = home }: { readonly ip?: string | null } = {}): Promise<number> {
  const fingerprint_data = { user_agent: browser, resolution: '390x844', timezone: 'Europe/Berlin' }
  const body = { fingerprint_hash: `hash of ${userId}`, user_id: userId, fingerprint_data, ...(ip && { ip }) }
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
  test(`without signatures 300 strangers’ clicks, ${title}, neither raise a newcomer’s score nor hold their money`, async () => {
    await setLinks('off')
    const first = await submit(userId)
    const clickId = await follow(userId, home)
    await harass(userId, 300, { isOneLine })
    const later = await submit(userId)
    assert.ok(later <= first + 3, `${first}, then ${later}`)
    const { status, reason } = await convert(clickId)
    assert.deepEqual([status, reason ?? null], ['approved', null])
  })
}

test('without signatures the same clicks from the line that the user submits from are theirs, and hold their money', async () => {
  await setLinks('off')
  const first = await submit('flooder')
  let clickId = ''
  for (let made = 0; made < 300; made += 1) clickId = await follow('flooder', home, made)
  const later = await submit('flooder')
  assert.ok(later > first + 30, `${first}, then ${later}`)
  assert.deepEqual((await convert(clickId)).reason, 'risk')
})

for (const [title, ip] of [
  ['the server tells where its user is', home],
  ['the server does not tell where its user is', null],
] as const)
  test(`300 unsigned clicks from the user’s own line neither raise their score nor hold their money: ${title}`, async () => {
    await setLinks('added')
    const userId = `signed, ${ip ?? 'nowhere'}`
    const linkOf = await linksOf(userId)
    const clickId = await followLink(linkOf(), home)
    const first = await submit(userId, { ip })
    for (let made = 0; made < 300; made += 1) await follow(userId, home, made)
    const later = await submit(userId, { ip })
    assert.ok(later <= first + 3, `${first}, then ${later}`)
    const { status, reason } = await convert(clickId)
    assert.deepEqual([status, reason ?? null], ['approved', null])
  })

test('where the server does not tell it, an unsigned click says nothing of where the user is', async () => {
  await setLinks('added')
  const { ports } = world
  const linesOf = async () => await ports.db.query('select 1 from device_users where line_key is not null')
  const before = await linesOf()
  await follow('nowhere', '80.1.2.3')
  await submit('nowhere', { ip: null })
  assert.equal((await linesOf()).length, before.length)
  const linkOf = await linksOf('nowhere')
  await followLink(linkOf(), home)
  await submit('nowhere', { ip: null })
  assert.equal((await linesOf()).length, before.length + 1)
})

test('as many signed clicks from the user’s line are theirs, and hold their money', async () => {
  await setLinks('added')
  const linkOf = await linksOf('signed flooder')
  const first = await submit('signed flooder')
  let clickId = ''
  for (let made = 0; made < 300; made += 1) clickId = await followLink(linkOf(made), home)
  const later = await submit('signed flooder')
  assert.ok(later > first + 30, `${first}, then ${later}`)
  assert.deepEqual((await convert(clickId)).reason, 'risk')
})

test('signed clicks from many subnets of one IPv6 prefix are of one line', async () => {
  await setLinks('added')
  const linkOf = await linksOf('of many subnets')
  const ip = '2003:de:8:1::9'
  const first = await submit('of many subnets', { ip })
  let clickId = ''
  for (let made = 0; made < 300; made += 1)
    clickId = await followLink(linkOf(made), `2003:de:8:${(made + 2).toString(16)}::9`)
  const later = await submit('of many subnets', { ip })
  assert.ok(later > first + 30, `${first}, then ${later}`)
  assert.deepEqual((await convert(clickId)).reason, 'risk')
})
