import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { listClaims } from '../../packages/server/src/features/conversions/list-claims.ts'
import { refuseClaim } from '../../packages/server/src/features/conversions/refuse-claim.ts'
import { buildTimeline } from '../../packages/server/src/features/timeline/build-timeline.ts'
import { CallbackSender } from '../../packages/server/src/workers/send-callbacks.ts'
import { addEndpoint } from '../support/callback-endpoints.ts'
import { openReceiver } from '../support/callback-receiver.ts'
import { createWorld, type World } from '../support/world.ts'

const browser = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

let world: World
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
})
after(() => world.close())

/** Each user has a line of his own. */
function addressOf(userId: string): string {
  let sum = 0
  for (const character of userId) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 60_000
  return `${sum < 30_000 ? 91 : 89}.${(sum >> 8) % 128}.${sum & 255}.7`
}

async function follow(offerId: number, userId: string, subId = ''): Promise<string> {
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId, subId }
  const response = await world.get('/track', {
    query,
    headers: { 'user-agent': browser },
    address: addressOf(userId),
  })
  assert.equal(response.statusCode, 302, response.body)
  return new URL(String(response.headers['location'])).searchParams.get('click_id') ?? ''
}

async function report(clickId: string, status = 'approved') {
  const response = await world.get('/postback', { query: { click_id: clickId, payout: '1', status } })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data
}

async function changesOf(clickId: string): Promise<{ status: string; reason: string | null }[]> {
  const response = await world.get('/api/v1/conversions', {
    query: { clickId, limit: '50' },
    headers: world.credentials,
  })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data
}

/** A user who clicks for an hour what nobody can read. */
async function flood(userId: string, offerIds: readonly number[]): Promise<string> {
  let clickId = ''
  for (let made = 0; made < 130; made += 1) {
    clickId = await follow(offerIds[made % offerIds.length] ?? 0, userId)
  }
  return clickId
}

test('flood → held for risk → told as pending → reviewed → approved → told again', async () => {
  const receiver = await openReceiver()
  const { db, store, keyring, snapshots } = world.ports
  const endpoint = await addEndpoint(db, { appId: world.app.appId, url: receiver.url })
  const sealed = keyring.seal('callback secret', `whsec_${Buffer.alloc(32, 7).toString('base64')}`)
  await store.callbackEndpoints.updateEndpointSecret(db, endpoint.id, { sealed, previousUntilMs: 0 })
  await snapshots.refresh('apps')
  const sender = new CallbackSender(world.ports)
  const round = async () => {
    await sender.sweep()
    await sender.settled()
  }
  const offerIds = await world.addOffers(Array.from({ length: 20 }, () => ({})))
  const clickId = await flood('flooder', offerIds)
  world.clock.advance({ seconds: 400 })
  const held = await report(clickId)
  assert.deepEqual([held.status, held.reason], ['pending', 'risk'])

  // The network's insistence lifts nothing.
  assert.equal((await report(clickId)).status, 'pending')
  const [change] = await changesOf(clickId)
  assert.deepEqual([change?.status, change?.reason], ['pending', 'risk'])
  const [waiting] = await listClaims(world.ports, {
    appId: world.app.appId,
    source: null,
    reason: 'risk',
    afterId: null,
    limit: 10,
  })
  assert.equal(waiting?.id, held.conversion_id)
  assert.equal(waiting?.risk?.verdict, 'hold')
  assert.match(waiting?.risk?.reasons[0]?.detail ?? '', /130 clicks of the user within an hour/)
  const told = await buildTimeline(world.ports, clickId)
  assert.match(told.entries.find(({ kind }) => kind === 'click')?.text ?? '', /risk score .* held for review/)
  assert.match(told.entries.find(({ kind }) => kind === 'conversion')?.text ?? '', /\(risk\).* Held: /)

  await round()
  await confirmClaim(world.ports, { conversionId: held.conversion_id, actor: 'ops' })
  await round()
  const types = receiver.received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
  assert.deepEqual(types, ['conversion.pending', 'conversion.approved'])
  assert.deepEqual(
    (await changesOf(clickId)).map(({ status, reason }) => [status, reason]),
    [
      ['pending', 'risk'],
      ['approved', null],
    ],
  )
  await sender.stop()
  await receiver.close()
})

test('a held conversion that is refused stays refused, and never silently', async () => {
  const offerIds = await world.addOffers(Array.from({ length: 20 }, () => ({})))
  const held = await report(await flood('refused', offerIds))
  const refused = await refuseClaim(world.ports, { conversionId: held.conversion_id, actor: 'ops' })
  assert.deepEqual([refused.status, refused.reason], ['rejected', 'refused'])
  assert.equal(refused.risk?.verdict, 'hold')
})

test('an app that sets the threshold to 0 never has anything held', async () => {
  const { appId } = world.app
  const offerIds = await world.addOffers(Array.from({ length: 20 }, () => ({})))
  await updateApp(world.ports, appId, { holdScore: 0 })
  const free = await report(await flood('off', offerIds))
  assert.deepEqual([free.status, free.reason ?? null], ['approved', null])
  await updateApp(world.ports, appId, { holdScore: 85 })
  const held = await report(await flood('on', offerIds))
  assert.equal(held.status, 'pending')
})

test('who lost conversions before is watched, and an honest user beside him is not', async () => {
  const offerIds = await world.addOffers(Array.from({ length: 6 }, () => ({})))
  for (const offerId of offerIds.slice(0, 5)) {
    const clickId = await follow(offerId, 'loser')
    await report(clickId)
    await report(clickId, 'reversed')
  }
  const last = offerIds[5] ?? 0
  const suspect = await report(await follow(last, 'loser'))
  assert.deepEqual([suspect.status, suspect.reason], ['pending', 'risk'])
  const honest = await follow(last, 'honest')
  world.clock.advance({ seconds: 120 })
  assert.equal((await report(honest)).status, 'approved')
  const [row] = await world.ports.db.query<{ risk: unknown }>(
    "select risk from conversions where user_id = 'honest'",
  )
  assert.equal(row?.risk, null)
})

test('times and rates are judged by what the statistics say of the offer and the source', async () => {
  const [usual] = await world.addOffers([{}])
  assert.ok(usual !== undefined)
  const slow = []
  for (let made = 0; made < 24; made += 1) slow.push(await follow(usual, `slow-${made}`))
  world.clock.advance({ seconds: 900 })
  for (const clickId of slow) await report(clickId)
  const { db, store } = world.ports
  const { rollUpStats } = await import('../../packages/server/src/features/stats/roll-up-stats.ts')
  await rollUpStats({ db, store })
  await world.open.riskFigures.refresh()
  const figures = world.open.riskFigures.findOffer(usual)
  assert.ok((figures?.fastSec ?? 0) > 600 && (figures?.fastSec ?? 0) <= 900, String(figures?.fastSec))
  const clickId = await follow(usual, 'quick')
  world.clock.advance({ seconds: 20 })
  const { conversion_id } = await report(clickId)
  const found = await store.conversions.findConversion(db, conversion_id)
  assert.deepEqual(
    found?.risk?.reasons.map(({ code }) => code),
    ['fast_conversion'],
  )
})
