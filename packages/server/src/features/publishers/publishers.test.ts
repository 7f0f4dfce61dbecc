import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { createApp } from '../apps/create-app.ts'
import { updateApp } from '../apps/update-app.ts'
import { decideOnPublisher, renamePublisher } from './change-publisher.ts'
import { createPublisher } from './create-publisher.ts'
import { measurePublishers } from './measure-publishers.ts'

let world: World
before(async () => {
  world = await createWorld()
  await world.addOffer()
})
after(() => world.close())

let made = 0

async function addPublisher(status: 'waiting' | 'active') {
  made += 1
  const publisherId = await createPublisher(world.ports, { name: `Publisher ${made}`, status })
  const app = await createApp(world.ports, { name: 'App', publisher: publisherId })
  return { publisherId, app }
}

async function statusOf({ apiKey, apiSecret }: { apiKey: string; apiSecret: string }): Promise<number> {
  const query = { userId: 'u', country: 'DE', platform: 'android' }
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
  return (await world.get('/api/v1/offers', { query, headers })).statusCode
}

test('the test credentials of a publisher that waits work; the live ones from its approval on', async () => {
  const { publisherId, app } = await addPublisher('waiting')
  assert.deepEqual([await statusOf(app.test), await statusOf(app.live)], [200, 401])
  await decideOnPublisher(world.ports, { publisherId, decision: 'approve' })
  assert.deepEqual([await statusOf(app.test), await statusOf(app.live)], [200, 200])
})

test('all apps of a suspended publisher are refused at once, and are as they were when it is resumed', async () => {
  const { publisherId, app } = await addPublisher('active')
  const paused = await createApp(world.ports, { name: 'Paused', publisher: publisherId })
  await updateApp(world.ports, paused.appId, { status: 'suspended' })
  const all = async () => [await statusOf(app.live), await statusOf(app.test), await statusOf(paused.live)]
  assert.deepEqual(await all(), [200, 200, 401])
  await decideOnPublisher(world.ports, { publisherId, decision: 'suspend' })
  assert.deepEqual(await all(), [401, 401, 401])
  await decideOnPublisher(world.ports, { publisherId, decision: 'resume' })
  assert.deepEqual(await all(), [200, 200, 401])
})

test('a decision that does not fit is refused, and one that is repeated is written down once', async () => {
  const { publisherId } = await addPublisher('waiting')
  await assert.rejects(
    decideOnPublisher(world.ports, { publisherId, decision: 'resume' }),
    /approve it instead/,
  )
  const needs = { ...world.ports, actor: 'test:repeat' }
  for (const _ of [1, 2]) {
    await decideOnPublisher(needs, { publisherId, decision: 'suspend', reason: 'Bots.' })
  }
  await assert.rejects(
    decideOnPublisher(world.ports, { publisherId, decision: 'approve' }),
    /resume it instead/,
  )
  const { db, store } = world.ports
  const rows = await store.audit.listAudit(db, { actor: 'test:repeat', limit: 9 })
  assert.deepEqual(
    rows.map(({ action, details }) => ({ action, details })),
    [
      {
        action: 'publisher.suspended',
        details: { reason: 'Bots.', before: { status: 'waiting' }, after: { status: 'suspended' } },
      },
    ],
  )
})

test('no two publishers have one name', async () => {
  await createPublisher(world.ports, { name: 'Nova', status: 'active' })
  await assert.rejects(createPublisher(world.ports, { name: 'Nova', status: 'active' }), /name/)
  const { publisherId } = await addPublisher('active')
  await assert.rejects(renamePublisher(world.ports, { publisherId, name: 'Nova' }), /name/)
})

test('an app is added to the publisher of a name, and to none by an unknown id', async () => {
  const { app } = await addPublisher('active')
  const again = await createApp(world.ports, { name: 'Second', publisher: `Publisher ${made}` })
  assert.equal(again.publisherId, app.publisherId)
  await assert.rejects(createApp(world.ports, { name: 'Lost', publisher: 999_999 }), /no publisher 999999/)
})

test('a publisher without traffic has figures, too', async () => {
  const { publisherId } = await addPublisher('active')
  assert.deepEqual((await measurePublishers(world.ports, [publisherId])).get(publisherId), {
    apps: 1,
    clicks: 0,
    earnedMicros: 0n,
    reversalShare: null,
    lastUsedAtMs: null,
  })
})
