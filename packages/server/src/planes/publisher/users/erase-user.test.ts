import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { dayMs } from '@quoin/core/time/durations.ts'
import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { assertSums } from '../../../../../../test/support/assert-sums.ts'
import { addEndpoint } from '../../../../../../test/support/callback-endpoints.ts'
import { type Erased, openErasureScene } from '../../../../../../test/support/erasure-scene.ts'
import { makeClick } from '../../../../../../test/support/make-click.ts'
import { rollUpAll } from '../../../../../../test/support/roll-up-all.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { createApp } from '../../../features/apps/create-app.ts'
import { checkLedger } from '../../../features/ledger/check-ledger.ts'
import { addListEntry } from '../../../features/lists/add-list-entry.ts'
import { removeListEntry } from '../../../features/lists/remove-list-entry.ts'
import { checkStats } from '../../../features/stats/check-stats.ts'
import { rollUpStats } from '../../../features/stats/roll-up-stats.ts'
import { eraseLateClicks } from '../../../features/users/erase-late-clicks.ts'
import { finishErasures } from '../../../features/users/finish-erasures.ts'
import { insertClicks } from '../../../store/tracking/clicks.ts'
import { listActivity } from '../../../features/users/list-activity.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
})
after(() => world.close())

const { erase, visit, report, findEverywhere } = openErasureScene(() => world)

const count = async (table: string) =>
  (await world.ports.db.query<{ n: number }>(`select count(*) as n from ${table}`))[0]?.n

test('nothing personal is left anywhere in the database; money, counts and history are', async () => {
  const user = 'erika-mustermann'
  const [first = 0, second = 0, third = 0] = await world.addOffers([{}, {}, {}])
  const clickId = await visit(user, first)
  await report(clickId, 'approved', { aff_sub: `sub-${user}` })
  await report(await visit(user, second), 'pending')
  await visit(user, second, world.app.test.apiKey)
  const claim = { userId: user, offerId: third, transactionId: `order-of-${user}` }
  await world.post('/v1/conversions', { body: claim, headers: world.credentials })
  await world.post('/api/v1/fingerprint', {
    body: { user_id: user, fingerprint_hash: 'hash-1', ip: '203.0.113.77', fingerprint_data: { name: user } },
    headers: world.credentials,
  })
  const entry = { kind: 'user', value: user, appId: world.app.appId, actor: 'test', reason: '' }
  await addListEntry(world.ports, { ...entry, action: 'allow' })
  assert.ok((await findEverywhere(user)).length > 5)
  const tables = ['clicks', 'conversions', 'conversion_events', 'postback_requests', 'ledger_entries']
  const before = await Promise.all(tables.map(count))

  const { token, status, erased } = await erase(user)
  assert.equal(status, 'done')
  assert.deepEqual(erased, {
    clicks: 3,
    conversions: 3,
    device_links: 1,
    risk_assessments: 1,
    list_entries: 1,
  })
  assert.deepEqual(await findEverywhere(user), [])
  assert.deepEqual(await findEverywhere('203.0.113.77'), [])
  assert.deepEqual(await Promise.all(tables.map(count)), before)
  assert.equal((await checkLedger(world.ports)).isClean, true)

  const tokens = { appId: world.app.appId, userId: token, before: undefined, limit: 10 }
  const [live, tried] = await Promise.all(
    [false, true].map((isTest) => listActivity(world.ports, { ...tokens, isTest })),
  )
  assert.deepEqual([live?.activities.length, tried?.activities.length], [5, 1])
  const unknown = await world.get(`/api/v1/users/${user}/activity`, { headers: world.credentials })
  assert.deepEqual(assertSuccess(unknown), [])
  const [audit] = await world.ports.db.query<{ object: string }>(
    `select object from audit_log where action = 'user.erased'`,
  )
  assert.equal(audit?.object, `user:${token}`)

  // The network's chargeback still finds its click, and may name them again.
  await report(clickId, 'chargeback', { aff_sub: `sub-${user}` })
  assert.equal((await checkLedger(world.ports)).isClean, true)
  assert.deepEqual(await findEverywhere(user), [])
})

test('to ask again changes nothing more, and who comes again is a new user', async () => {
  const offerId = await world.addOffer()
  await report(await visit('again', offerId), 'approved')
  const { token } = await erase('again')
  world.clock.advance({ seconds: 1 })
  const repeated = await erase('again')
  assert.deepEqual([repeated.token, repeated.erased['clicks']], [token, 0])
  world.clock.advance({ seconds: 1 })
  await report(await visit('again', offerId), 'approved')
  world.clock.advance({ seconds: 600 })
  assert.ok((await finishErasures(world.ports)) > 0)
  const activity = await world.get('/api/v1/users/again/activity', { headers: world.credentials })
  assert.equal(assertSuccess<unknown[]>(activity).length, 2)
})

test('others keep what is theirs: another user, the same id in another app, live data from test credentials', async () => {
  const offerId = await world.addOffer()
  const other = await createApp(world.ports, { name: 'Other', publisher: 'Other' })
  await visit('shared-id', offerId)
  await visit('shared-id', offerId, world.app.test.apiKey)
  await visit('shared-id', offerId, other.live.apiKey)
  assert.equal((await erase('shared-id', world.testCredentials)).erased['clicks'], 1)
  assert.equal((await erase('shared-id')).erased['clicks'], 1)
  assert.equal((await findEverywhere('sub-shared-id')).length, 1)
})

test('a block outlives the user it names; their other lines go', async () => {
  const entry = { kind: 'user', value: 'cheat', appId: world.app.appId, actor: 'test', reason: '' }
  await addListEntry(world.ports, { ...entry, action: 'block' })
  assert.equal((await erase('cheat')).erased['list_entries'], 0)
  const list = await world.get('/api/v1/offers', { query: { userId: 'cheat' }, headers: world.credentials })
  assert.deepEqual(assertSuccess(list), [])
})

test('entries about a user that go with them decide nothing from the moment of the answer', async () => {
  const { appId } = world.app
  const judge = () =>
    world.ports.snapshots.lists().judge({ appId, userId: 'watched', country: 'DE' }, world.clock.nowMs())
  const entry = { kind: 'user', value: 'watched', appId, actor: 'test', reason: '' }
  await addListEntry(world.ports, { ...entry, action: 'review' })
  assert.equal(judge()?.action, 'review')
  assert.equal((await erase('watched')).erased['list_entries'], 1)
  assert.equal(judge(), undefined)
})

test('entries that were removed before name nobody in the audit log; a block that stands does', async () => {
  const entry = { kind: 'user', appId: world.app.appId, actor: 'test', reason: '' }
  const { id } = await addListEntry(world.ports, { ...entry, value: 'pardoned', action: 'block' })
  await removeListEntry(world.ports, { id, actor: 'test' })
  await addListEntry(world.ports, { ...entry, value: 'unpardoned', action: 'block' })
  await erase('pardoned')
  await erase('unpardoned')
  const left = [...(await findEverywhere('pardoned'))].map((row) => row.split(':')[0])
  assert.deepEqual(left, ['audit_log', 'list_entries'])
})

for (const story of [
  'click erase click roll erase',
  'click erase click roll finish',
  'click roll click erase roll',
  'click erase click wait click roll finish',
  'click roll erase click roll wait click click roll finish',
  'click erase wait click late roll finish',
  'erase wait click roll late wait click roll finish',
  'erase wait click spool roll erase',
  'erase wait click roll spool roll erase roll finish',
  'erase late roll spool roll finish',
]) {
  test(`the figures stay those of the rows, also for who comes again: ${story}`, async () => {
    const offerId = await world.addOffer()
    // A new day: all of the story lies within it.
    world.clock.advance({ seconds: (dayMs - (world.clock.nowMs() % dayMs)) / 1000 })
    const early = { appId: world.app.appId, offerId, userId: story, clickedAtMs: world.clock.nowMs() }
    const steps: Readonly<Record<string, () => Promise<unknown>>> = {
      click: () => visit(story, offerId),
      // One that was under way when the user was erased.
      late: () => insertClicks(world.ports.db, [makeClick(early)]),
      // One that came out of a spool, where it lay meanwhile.
      spool: async () => insertClicks(world.ports.db, await eraseLateClicks(world.ports, [makeClick(early)])),
      wait: async () => world.clock.advance({ seconds: 3_600 }),
      erase: () => erase(story),
      roll: () => rollUpStats(world.ports),
      finish: async () => {
        world.clock.advance({ seconds: 600 })
        await finishErasures(world.ports)
      },
    }
    for (const step of story.split(' ')) await steps[step]?.()
    await rollUpStats(world.ports)
    const { differences } = await checkStats(world.ports, {})
    await assertSums(world.ports.db)
    assert.deepEqual(
      differences.filter((one) => one.offerId === offerId),
      [],
    )
  })
}

test('a shared device loses what it was known by, and keeps its other users', async () => {
  for (const user_id of ['sister', 'brother']) {
    const body = { user_id, fingerprint_hash: 'shared-device', fingerprint_data: { name: user_id } }
    await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
  }
  assert.equal((await erase('brother')).erased['device_links'], 1)
  assert.deepEqual(await findEverywhere('brother'), [])
  const body = { user_id: 'third', fingerprint_hash: 'shared-device' }
  const verdict = await world.post('/api/v1/fingerprint', { body, headers: world.credentials })
  assert.equal(assertSuccess<{ is_multi_accounting: boolean }>(verdict).is_multi_accounting, true)
})

test('a user is erased from the path of sent callbacks too, and from one under way at that moment later', async () => {
  const { db, store } = world.ports
  const offerId = await world.addOffer()
  const clickId = await visit('pathfinder', offerId)
  const { id: endpointId } = await addEndpoint(db, { appId: world.app.appId })
  await world.ports.snapshots.refresh('apps')
  await report(clickId, 'approved')
  const [callback] = await db.query<{ id: string }>('select id from callbacks where endpoint_id = $1', [
    endpointId,
  ])
  const log = (number: number) => {
    const attempt = {
      callbackId: callback?.id ?? '',
      number,
      attemptedAtMs: world.clock.nowMs(),
      method: 'GET',
      url: 'https://publisher.example/users/pathfinder?u=pathfinder',
      headers: { 'x-user': 'pathfinder' },
      body: null,
      httpStatus: 200,
      failure: null,
      bodyExcerpt: 'Hello pathfinder',
      latencyMs: 1,
      verdict: 'retry',
      reason: 'none',
      nextAttemptAtMs: null,
    } as const
    const end = { endpointId, leaseId: clickId, state: 'pending', endedAtMs: world.clock.nowMs() } as const
    return store.callbackAttempts.recordAttempts(db, [{ ...attempt, ...end }], { answeredIds: [] })
  }
  await log(1)
  await erase('pathfinder')
  assert.deepEqual(await findEverywhere('pathfinder'), [])
  // It had read who they were before.
  await log(2)
  world.clock.advance({ seconds: 600 })
  await finishErasures(world.ports)
  assert.deepEqual(await findEverywhere('pathfinder'), [])
  const attempts = await store.callbackAttempts.listAttempts(db, callback?.id ?? '', 9)
  assert.deepEqual(
    attempts.map(({ url }) => url),
    ['https://publisher.example/', 'https://publisher.example/'],
  )
})

test('more than one call erases is gone on with', async () => {
  const offerId = await world.addOffer()
  const nowMs = world.clock.nowMs()
  const { appId } = world.app
  const clicks = Array.from({ length: 20_050 }, () =>
    makeClick({ appId, offerId, userId: 'busy', clickedAtMs: nowMs }),
  )
  for (let start = 0; start < clicks.length; start += 5_000)
    await world.ports.store.clicks.insertClicks(world.ports.db, clicks.slice(start, start + 5_000))
  await rollUpAll(world.ports)
  const path = '/api/v1/users/busy'
  const response = await world.call({ method: 'DELETE', path, headers: world.credentials })
  assert.equal(assertSuccess<Erased>(response, 202).status, 'running')
  world.clock.advance({ seconds: 600 })
  await finishErasures(world.ports)
  const [left] = await world.ports.db.query<{ n: number }>(
    `select count(*) as n from clicks where user_id = 'busy'`,
  )
  assert.equal(left?.n, 0)
  assert.deepEqual((await checkStats(world.ports, {})).differences, [])
})

test('a user id that is a step in a path is named in the query', async () => {
  const offerId = await world.addOffer()
  for (const user of ['.', '..', 'plain/../user']) {
    await visit(user, offerId)
    const headers = world.credentials
    const seen = await world.get('/api/v1/users/activity', { query: { userId: user, limit: '5' }, headers })
    assert.equal(assertSuccess<unknown[]>(seen).length, 1)
    const gone = await world.call({
      method: 'DELETE',
      path: '/api/v1/users',
      query: { userId: user },
      headers,
    })
    assert.equal(assertSuccess<Erased>(gone).erased['clicks'], 1)
    const after = await world.get('/api/v1/users/activity', { query: { userId: user }, headers })
    assert.deepEqual(assertSuccess(after), [])
  }
  for (const [method, path] of [
    ['GET', '/api/v1/users/activity'],
    ['DELETE', '/api/v1/users'],
  ] as const) {
    const response = await world.call({ method, path, headers: world.credentials })
    assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), ['userId required'])
    assertError(await world.call({ method, path, query: { userId: 'u' } }), 401, 'INVALID_API_KEY')
  }
  // Nobody is erased for a client that has shortened the path.
  for (const path of ['/api/v1/users/', '/api/v1/'])
    assertError(
      await world.call({ method: 'DELETE', path, headers: world.credentials }),
      404,
      'RESOURCE_NOT_FOUND',
    )
})

test('credentials first, then a valid user id', async () => {
  assertError(await world.call({ method: 'DELETE', path: '/api/v1/users/u' }), 401, 'INVALID_API_KEY')
  const path = `/api/v1/users/${encodeURIComponent('a\nb')}`
  const response = await world.call({ method: 'DELETE', path, headers: world.credentials })
  assert.deepEqual(rulesOf(assertError(response, 400, 'INVALID_REQUEST')), ['userId characters'])
  assertError(await world.get('/api/v1/users/u', { headers: world.credentials }), 404, 'RESOURCE_NOT_FOUND')
})
