import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ListAction } from '@quoin/core/lists/list-entry.ts'
import { addListEntry } from '../../packages/server/src/features/lists/add-list-entry.ts'
import { removeListEntry } from '../../packages/server/src/features/lists/remove-list-entry.ts'
import { createPublisherToken } from '../../packages/server/src/features/people/publisher-tokens.ts'
import { assertError, assertSuccess } from '../support/assert-answer.ts'
import { tell } from '../support/conversions.ts'
import { createWorld, type World } from '../support/world.ts'

/* A publisher earns by its users: its trust in them lifts nothing that protects the platform's money. */

const phone = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'
const address = '141.20.1.31'
let world: World
let token: string
let offers: readonly number[]
before(async () => {
  world = await createWorld()
  offers = await world.addOffers(Array.from({ length: 8 }, () => ({})))
  const { publisherId } = world.app
  const asked = { publisherId, name: 'ci', role: 'developer', expiresAtMs: null } as const
  token = (await createPublisherToken({ ...world.ports, actor: 'test' }, asked)).token
})
after(() => world.close())

async function manage(method: string, path: string, body: object) {
  const headers = { authorization: `Bearer ${token}` }
  return await world.call({ method, path: `/manage/v1/apps/${world.app.appId}${path}`, headers, body })
}

async function allow(userId: string): Promise<void> {
  assertSuccess(await manage('POST', '/user/list', { userId, action: 'allow', reason: 'A friend.' }))
}

async function follow(userId: string, offerId = offers[0]): Promise<string | undefined> {
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId }
  const answer = await world.get('/track', { query, headers: { 'user-agent': phone }, address })
  return (
    new URL(String(answer.headers['location'] ?? 'http://none')).searchParams.get('click_id') ?? undefined
  )
}

async function earn(click_id = '') {
  const { status, reason } = (
    await tell(world, { query: { click_id, payout: '1.5', status: 'approved' } })
  ).json().data
  return [status, reason ?? null]
}

/** Lists a network by the platform itself, for as long as something lasts. */
async function whileListed(action: ListAction, during: () => Promise<void>): Promise<void> {
  const entry = { kind: 'cidr', value: '141.20.1.0/24', action, appId: null, reason: '' } as const
  const { id } = await addListEntry(world.ports, { ...entry, actor: 'ops' })
  await during()
  await removeListEntry(world.ports, { id, actor: 'ops' })
}

test('a user whom a publisher allows is held where the platform wants a look at their network', async () => {
  await allow('u-1')
  const click = await follow('u-1')
  await whileListed('review', async () => assert.deepEqual(await earn(click), ['pending', 'listed']))
})

test('a user whom a publisher allows reaches no offer from a network that the platform blocks', async () => {
  await allow('u-2')
  await whileListed('block', async () => {
    assert.equal(await follow('u-2'), undefined)
    const query = { userId: 'u-2', country: 'DE', platform: 'android', ip: address }
    const listed = await world.get('/api/v1/offers', { query, headers: world.credentials })
    assert.deepEqual(assertSuccess(listed), [])
  })
  assert.notEqual(await follow('u-2'), undefined)
})

test('a user whom a publisher allows is held for a risk like anybody; one whom the platform allows is not', async () => {
  const flood = async (userId: string) => {
    const clicks = []
    for (let at = 0; at < 130; at += 1) clicks.push(await follow(userId, offers[at % offers.length]))
    return await earn(clicks.at(-1))
  }
  await allow('u-3')
  assert.deepEqual(await flood('u-3'), ['pending', 'risk'])
  const entry = { kind: 'user', value: 'u-4', action: 'allow', appId: world.app.appId, reason: '' } as const
  await addListEntry(world.ports, { ...entry, actor: 'ops' })
  assert.deepEqual(await flood('u-4'), ['approved', null])
})

test('a publisher may have more conversions held for their risk, and not fewer', async () => {
  const change = (holdScore: number) => manage('PATCH', '', { holdScore })
  for (const holdScore of [0, 86, 100]) assertError(await change(holdScore), 400, 'INVALID_REQUEST')
  for (const holdScore of [85, 60, 60]) assertSuccess(await change(holdScore))
  assertError(await change(85), 400, 'INVALID_REQUEST')
  const made = await world.call({
    method: 'POST',
    path: '/manage/v1/apps',
    body: { name: 'New', holdScore: 0 },
    headers: { authorization: `Bearer ${token}` },
  })
  assertError(made, 400, 'INVALID_REQUEST')
})
