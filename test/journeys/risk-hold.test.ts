import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { ListAction, ListKind } from '@quoin/core/lists/list-entry.ts'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { setHold } from '../../packages/server/src/features/catalogue/set-hold.ts'
import { releaseHolds } from '../../packages/server/src/features/conversions/release-holds.ts'
import { listClaims } from '../../packages/server/src/features/conversions/list-claims.ts'
import { refuseClaim } from '../../packages/server/src/features/conversions/refuse-claim.ts'
import { addListEntry } from '../../packages/server/src/features/lists/add-list-entry.ts'
import { removeListEntry } from '../../packages/server/src/features/lists/remove-list-entry.ts'
import { buildTimeline } from '../../packages/server/src/features/timeline/build-timeline.ts'
import { CallbackSender } from '../../packages/server/src/jobs/send-callbacks.ts'
import { addEndpoint } from '../support/callback-endpoints.ts'
import { openReceiver } from '../support/callback-receiver.ts'
import { rollUpAll } from '../support/roll-up-all.ts'
import { createWorld, type World } from '../support/world.ts'

const browser = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

let world: World
before(async () => {
  world = await createWorld({ environment: { OUTGOING_ALLOW: '127.0.0.1' } })
})
after(() => world.close())

/** Each user has a line of their own. */
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
async function flood(userId: string, offerIds: readonly number[], clicks = 130): Promise<string> {
  let clickId = ''
  for (let made = 0; made < clicks; made += 1) {
    clickId = await follow(offerIds[made % offerIds.length] ?? 0, userId)
  }
  return clickId
}

test('a score is not laundered: a clean device hides no bad one of the days before, and weeks do', async () => {
  const [offerId = 0] = await world.addOffers([{}])
  const submit = async (hash: string, data: object): Promise<number> => {
    const response = await world.post('/api/v1/fingerprint', {
      headers: world.credentials,
      body: {
        fingerprint_hash: hash,
        user_id: 'launderer',
        ip: addressOf('launderer'),
        fingerprint_data: data,
      },
    })
    assert.equal(response.statusCode, 200, response.body)
    return response.json().data.risk_score
  }
  const deviceScoreOf = async (): Promise<number> => {
    const clickId = await follow(offerId, 'launderer')
    world.clock.advance({ seconds: 900 })
    await report(clickId, 'rejected')
    const [row] = await world.ports.db.query<{
      risk: { reasons: { code: string; points: number }[] } | null
    }>('select risk from conversions where click_id = $1', [clickId])
    return row?.risk?.reasons.find(({ code }) => code === 'device_score')?.points ?? 0
  }
  const script = { user_agent: 'HeadlessChrome', webdriver: true }
  assert.ok((await submit('bad', script)) > 60)
  world.clock.advance({ days: 2 })
  assert.ok((await submit('clean', { resolution: '390x844' })) < 20)
  assert.ok((await deviceScoreOf()) > 2)
  world.clock.advance({ days: 40 })
  assert.ok((await submit('clean', { resolution: '390x844' })) < 30)
  assert.equal(await deviceScoreOf(), 0)
})

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
  assert.match(
    waiting?.risk?.reasons[0]?.detail ?? '',
    /130 clicks of the user over one connection within an hour/,
  )
  const told = await buildTimeline(world.ports, clickId)
  assert.match(told.entries.find(({ kind }) => kind === 'click')?.text ?? '', /risk score .* held for review/)
  assert.match(told.entries.find(({ kind }) => kind === 'conversion')?.text ?? '', /\(risk\).* Held: /)
  world.clock.advance({ seconds: 3_600 })
  await world.open.review.refresh()
  const figures = (await world.get('/metrics')).body
  assert.match(figures, /^quoin_review_waiting\{reason="risk"\} 1$/m)
  assert.match(figures, /^quoin_review_oldest_seconds 36\d\d/m)

  await round()
  await confirmClaim(world.ports, { conversionId: held.conversion_id, actor: 'ops' })
  await world.open.review.refresh()
  assert.equal(world.open.review.oldestSec, 0)
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

test('a conversion that a person confirms is held for the days of its offer, and released by itself', async () => {
  const offerIds = await world.addOffers(Array.from({ length: 20 }, () => ({})))
  for (const offerId of offerIds) await setHold(world.ports, { offerId, holdDays: 3, actor: 'ops' })
  const held = await report(await flood('confirmed-early', offerIds))
  assert.deepEqual([held.status, held.reason], ['pending', 'risk'])
  world.clock.advance({ seconds: 86_400 })
  const confirmed = await confirmClaim(world.ports, { conversionId: held.conversion_id, actor: 'ops' })
  assert.deepEqual([confirmed.status, confirmed.reason], ['pending', 'hold'])
  assert.equal(confirmed.releaseAtMs, world.ports.clock.nowMs() + 2 * 86_400_000)
  assert.equal(await releaseHolds(world.ports), 0)
  world.clock.advance({ seconds: 2 * 86_400 })
  assert.equal(await releaseHolds(world.ports), 1)
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

/** Puts something on a list of the app for as long as something is done. */
async function listed<T>(
  [action, kind, value]: readonly [ListAction, ListKind, string],
  work: () => Promise<T>,
): Promise<T> {
  const { appId } = world.app
  const entry = { action, kind, value, appId, reason: 'test', expiresAtMs: null, actor: 'tester' }
  const { id } = await addListEntry(world.ports, entry)
  try {
    return await work()
  } finally {
    await removeListEntry(world.ports, { id, actor: 'tester' })
  }
}

/** The verdict at the click: a for accepted, h for held. */
async function verdictAt(clickId: string): Promise<string | undefined> {
  const [row] = await world.ports.db.query<{ risk: string | null }>('select risk from clicks where id = $1', [
    clickId,
  ])
  return row?.risk?.slice(0, 1)
}

for (const [kind, valueFor] of [
  ['user', (userId: string) => userId],
  ['address', addressOf],
  ['cidr', (userId: string) => `${addressOf(userId)}/24`],
] as const) {
  test(`a user who is allowed by their ${kind} is held neither at the click nor at the conversion`, async () => {
    const offerIds = await world.addOffers(Array.from({ length: 20 }, () => ({})))
    const userId = `allowed by ${kind}`
    const free = await listed(['allow', kind, valueFor(userId)], async () => {
      const clickId = await flood(userId, offerIds, 260)
      assert.equal(await verdictAt(clickId), 'a')
      return await report(clickId)
    })
    assert.deepEqual([free.status, free.reason ?? null], ['approved', null])
    const clickId = await follow(offerIds[0] ?? 0, userId)
    assert.equal(await verdictAt(clickId), 'h', 'they were counted all the same')
    assert.equal((await report(clickId)).reason, 'risk')
  })

  test(`a conversion by a ${kind} under review, or that is blocked meanwhile, is held`, async () => {
    const offerIds = await world.addOffers([{}, {}])
    const userId = `watched by ${kind}`
    for (const [index, action] of (['review', 'block'] as const).entries()) {
      const clickId = await follow(offerIds[index] ?? 0, userId)
      world.clock.advance({ seconds: 60 })
      const held = await listed([action, kind, valueFor(userId)], () => report(clickId))
      assert.deepEqual([held.status, held.reason], ['pending', 'listed'], action)
    }
  })
}

test('a user who is allowed scores 0 and is not blocked, however high the score', async () => {
  await updateApp(world.ports, world.app.appId, { autoBlockScore: 50 })
  const submit = async (userId: string) => {
    const body = { user_id: userId, fingerprint_hash: `h ${userId}`, fingerprint_data: { webdriver: true } }
    const bot = { ...body, ip: '3.5.140.2', userAgent: 'HeadlessChrome/120' }
    const response = await world.post('/api/v1/fingerprint', { body: bot, headers: world.credentials })
    const { is_blocked: isBlocked, risk_score: score } = response.json().data
    return [isBlocked, score]
  }
  assert.deepEqual(await submit('bot'), [true, 100])
  for (const [kind, value] of [
    ['user', 'bot'],
    ['device', 'h bot'],
    ['address', '3.5.140.2'],
    ['cidr', '3.5.140.0/24'],
    ['asn', 'AS16509'],
    ['country', world.ports.geo.countryOf('3.5.140.2') ?? ''],
  ] as const) {
    assert.deepEqual(await listed(['allow', kind, value], () => submit('bot')), [false, 0], kind)
  }
  await updateApp(world.ports, world.app.appId, { autoBlockScore: null })
})

test('a conversion of a user whose device is blocked is held, also where the app holds hardly anything', async () => {
  const offerIds = await world.addOffers([{}, {}])
  await updateApp(world.ports, world.app.appId, { holdScore: 99 })
  const body = { user_id: 'on a sold phone', fingerprint_hash: 'sold' }
  const clicks: string[] = []
  for (const offerId of offerIds) clicks.push(await follow(offerId, body.user_id))
  const earn = async (clickId = '') => {
    await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
    world.clock.advance({ seconds: 60 })
    return (await report(clickId)).reason ?? null
  }
  assert.equal(await listed(['block', 'device', 'sold'], () => earn(clicks[0])), 'listed')
  assert.equal(await earn(clicks[1]), null)
  await updateApp(world.ports, world.app.appId, { holdScore: 85 })
})

async function seenOn(hash: string, userId: string): Promise<void> {
  const body = { user_id: userId, fingerprint_hash: hash }
  const response = await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
  assert.equal(response.statusCode, 200, response.body)
}

test('an entry made after a user was seen on a device decides on what they clicked and earned before', async () => {
  const offerIds = await world.addOffers([{}, {}, {}])
  await seenOn('listed later', 'on a listed phone')
  const clicks: string[] = []
  for (const offerId of offerIds) clicks.push(await follow(offerId, 'on a listed phone'))
  world.clock.advance({ seconds: 60 })
  for (const [index, action] of (['block', 'review'] as const).entries()) {
    const held = await listed([action, 'device', 'listed later'], () => report(clicks[index] ?? ''))
    assert.deepEqual([held.status, held.reason], ['pending', 'listed'], action)
  }
  // Where nothing is held for a score a list is respected, too.
  await updateApp(world.ports, world.app.appId, { holdScore: 0 })
  const held = await listed(['block', 'device', 'listed later'], () => report(clicks[2] ?? ''))
  assert.equal(held.reason, 'listed')
  await updateApp(world.ports, world.app.appId, { holdScore: 85 })
})

test('a block that was lifted holds nothing, although the last submission met it', async () => {
  const [offerId = 0] = await world.addOffers([{}])
  await listed(['block', 'device', 'lifted'], () => seenOn('lifted', 'was on a blocked phone'))
  const clickId = await follow(offerId, 'was on a blocked phone')
  world.clock.advance({ seconds: 60 })
  assert.equal((await report(clickId)).status, 'approved')
})

test('a user last seen on an allowed device is held neither at the click nor at the conversion', async () => {
  const offerIds = await world.addOffers(Array.from({ length: 20 }, () => ({})))
  await seenOn('a trusted phone', 'on a trusted phone')
  const free = await listed(['allow', 'device', 'a trusted phone'], async () => {
    const clickId = await flood('on a trusted phone', offerIds, 260)
    assert.equal(await verdictAt(clickId), 'a')
    return await report(clickId)
  })
  assert.deepEqual([free.status, free.reason ?? null], ['approved', null])
  world.clock.advance({ seconds: 1 })
  const other = await listed(['allow', 'device', 'another phone'], () =>
    follow(offerIds[0] ?? 0, 'on a trusted phone'),
  )
  assert.equal(await verdictAt(other), 'h')
})

test('a user last seen on a blocked device has no offers, and links lead them nowhere', async () => {
  const [offerId = 0] = await world.addOffers([{}])
  const userId = 'on a blocked phone'
  const query = { offerId: String(offerId), apiKey: world.app.live.apiKey, userId }
  const reached = async () => {
    world.clock.advance({ seconds: 1 })
    const list = await world.get('/api/v1/offers', { query: { userId }, headers: world.credentials })
    const link = await world.get('/track', { query, headers: { 'user-agent': browser } })
    return [list.json().data.length > 0, link.statusCode]
  }
  await seenOn('a blocked phone', userId)
  assert.deepEqual(await reached(), [true, 302])
  await listed(['block', 'device', 'a blocked phone'], async () => {
    assert.deepEqual(await reached(), [false, 404])
    await seenOn('their other phone', userId)
    assert.deepEqual(await reached(), [true, 302], 'as their next submission is told')
    await seenOn('a blocked phone', userId)
    assert.deepEqual(await reached(), [false, 404])
  })
  assert.deepEqual(await reached(), [true, 302])
})

test('a user who lost conversions before is watched, and an honest one beside them is not', async () => {
  const offerIds = await world.addOffers(Array.from({ length: 6 }, () => ({})))
  for (const offerId of offerIds.slice(0, 5)) {
    const clickId = await follow(offerId, 'loser')
    await report(clickId)
    await report(clickId, 'reversed')
  }
  const last = offerIds[5] ?? 0
  const suspect = await report(await follow(last, 'loser'))
  assert.deepEqual([suspect.status, suspect.reason], ['pending', 'risk'])
  const [held] = await world.ports.db.query<{ risk: { reasons: unknown } }>(
    "select risk from conversions where user_id = 'loser' and status = 'pending'",
  )
  assert.match(JSON.stringify(held?.risk.reasons), /"5 of 5 conversions came back reversed or rejected/)
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
  await rollUpAll({ db, store })
  await world.open.riskFigures.refresh()
  const figures = world.open.riskFigures.findOffer(usual)
  assert.ok((figures?.fastSec ?? 0) > 600 && (figures?.fastSec ?? 0) <= 900, String(figures?.fastSec))
  const clickId = await follow(usual, 'quick')
  world.clock.advance({ seconds: 20 })
  const { conversion_id } = await report(clickId)
  const found = await world.ports.store.conversions.findConversion(world.ports.db, conversion_id)
  assert.deepEqual(
    found?.risk?.reasons.map(({ code }) => code),
    ['fast_conversion'],
  )
})
