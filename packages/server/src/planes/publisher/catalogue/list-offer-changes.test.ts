import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertError, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { listAll, OfferFollower } from '../../../../../../test/support/offer-follower.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { beginAfterRestore } from '../../../features/backups/begin-after-restore.ts'
import { updateApp } from '../../../features/apps/update-app.ts'
import { keepTestOffers } from '../../../features/catalogue/keep-test-offers.ts'
import { OfferChangeFinder } from '../../../features/catalogue/changes/find-offer-changes.ts'
import { forgetRemoved } from '../../../features/catalogue/changes/forget-removed.ts'
import { pauseOffer } from '../../../features/catalogue/pause-offer.ts'
import { updateNetwork } from '../../../features/networks/update-network.ts'
import { addPromotion } from '../../../features/terms/add-promotion.ts'
import { setMargin } from '../../../features/terms/set-margin.ts'

let world: World
let finder: OfferChangeFinder
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
  finder = new OfferChangeFinder(world.ports, world.ports.newId())
})
after(() => world.close())

/** Looks for changes, as the process does each second. */
const look = () => finder.look()
const pause = (offerId: number, status: 'paused' | 'active' = 'paused') =>
  pauseOffer(world.ports, { offerId, status, actor: 'test' })

/** A follower that has all there is. */
async function followed(headers = world.credentials): Promise<OfferFollower> {
  await look()
  const follower = new OfferFollower(headers)
  await follower.follow([world])
  return follower
}

async function assertEqualToList(follower: OfferFollower, headers = world.credentials): Promise<void> {
  const byId = (offers: Map<number, unknown>) => [...offers].toSorted(([one], [other]) => one - other)
  assert.deepEqual(byId(follower.copy), byId(await listAll(world, headers)))
}

const typesOf = (changes: readonly { type: string; offer_id: number }[]) =>
  changes.map(({ type, offer_id }) => `${type} ${offer_id}`)

test('without a cursor all offers are told, then what becomes of them', async () => {
  const [one = 0, two = 0] = await world.addOffers([{ external_id: 'one', name: 'One' }, {}])
  await look()
  const follower = new OfferFollower(world.credentials)
  const first = await follower.follow([world], 1)
  assert.deepEqual(typesOf(first), [`added ${one}`, `added ${two}`])
  await assertEqualToList(follower)
  assert.deepEqual(await follower.follow([world]), [])

  await world.addOffers([{ external_id: 'one', name: 'Another name' }])
  await pause(two)
  const three = await world.addOffer()
  assert.equal(await look(), 3)
  const told = await follower.follow([world])
  assert.deepEqual(typesOf(told), [`changed ${one}`, `removed ${two}`, `added ${three}`])
  assert.equal(told[0]?.offer?.['name'], 'Another name')
  await assertEqualToList(follower)
})

test('several changes of an offer are one, and a repetition of the same is none', async () => {
  const follower = await followed()
  const id = await world.addOffer({ external_id: 'often' })
  for (const name of ['a', 'b', 'c']) {
    await world.addOffers([{ external_id: 'often', name }])
    await look()
  }
  assert.deepEqual(typesOf(await follower.follow([world])), [`added ${id}`])
  await world.addOffers([{ external_id: 'often', name: 'c' }])
  assert.equal(await look(), 0)
  await pause(id)
  await look()
  await pause(id, 'active')
  await look()
  assert.deepEqual(typesOf(await follower.follow([world])), [`added ${id}`])
})

test('prices, goals, countries and a schedule that begins and ends are changes', async () => {
  const startsAt = new Date(world.clock.nowMs() + 60_000).toISOString()
  const id = await world.addOffer({ external_id: 'timed', starts_at: startsAt })
  const follower = await followed()
  assert.equal(follower.copy.has(id), false)
  world.clock.advance({ seconds: 61 })
  await look()
  assert.deepEqual(typesOf(await follower.follow([world])), [`added ${id}`])
  const rows = [
    { countries: 'DE,FR' },
    { countries: 'DE', platforms: 'ios' },
    { payout: '0.5', revenue: '1' },
    { requirements: 'Reach level 3.' },
  ]
  for (const row of rows) {
    await world.addOffers([{ external_id: 'timed', starts_at: startsAt, ...row }])
    await look()
    assert.deepEqual(typesOf(await follower.follow([world])), [`changed ${id}`], JSON.stringify(row))
  }
  const endsAt = new Date(world.clock.nowMs() + 60_000).toISOString()
  await world.addOffers([{ external_id: 'timed', starts_at: startsAt, ends_at: endsAt }])
  await look()
  await follower.follow([world])
  world.clock.advance({ seconds: 61 })
  await look()
  assert.deepEqual(typesOf(await follower.follow([world])), [`removed ${id}`])
})

test('an offer whose cap is used up is removed, as it is from the list, and comes back', async () => {
  const id = await world.addOffer({ daily_cap: 1 })
  const follower = await followed()
  const clickId = await followOffer(world, { offerId: id, userId: 'capper' })
  await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'approved' } })
  await world.open.exclusions.refreshCapped()
  await look()
  assert.deepEqual(typesOf(await follower.follow([world])), [`removed ${id}`])
  await assertEqualToList(follower)
  world.clock.advance({ days: 1 })
  await world.open.exclusions.refreshCapped()
  await look()
  assert.deepEqual(typesOf(await follower.follow([world])), [`added ${id}`])
})

test('terms of the whole app have all offers told anew, a margin of one offer that one', async () => {
  const [one = 0] = await world.addOffers([{}, {}])
  const follower = await followed()
  const all = follower.copy.size
  await setMargin(world.ports, {
    offerId: one,
    appId: null,
    country: null,
    basisPoints: 5_000,
    actor: 'test',
  })
  await look()
  // Where there are any rules the country counts, so that the first of them is one more print of the terms.
  await follower.follow([world])
  await assertEqualToList(follower)
  await setMargin(world.ports, {
    offerId: one,
    appId: null,
    country: null,
    basisPoints: 4_000,
    actor: 'test',
  })
  await look()
  assert.deepEqual(typesOf(await follower.follow([world])), [`changed ${one}`])
  await assertEqualToList(follower)

  const { appId } = world.app
  await updateApp({ ...world.ports, actor: 'test' }, appId, { currencyRate: 250_000_000 })
  const told = await follower.follow([world], 2)
  assert.equal(told.length, all)
  assert.ok(told.every(({ type }) => type === 'changed'))
  await assertEqualToList(follower)
  const fromMs = world.clock.nowMs() + 1_000
  await addPromotion(world.ports, {
    appId,
    fromMs,
    toMs: fromMs + 60_000,
    basisPoints: 20_000,
    name: 'Twice',
    actor: 'test',
  })
  assert.deepEqual(await follower.follow([world]), [])
  world.clock.advance({ seconds: 2 })
  assert.equal((await follower.follow([world])).length, all)
  await assertEqualToList(follower)
  world.clock.advance({ seconds: 90 })
  assert.equal((await follower.follow([world])).length, all)
  await assertEqualToList(follower)
})

test('while an app is paused nothing is told, and afterwards nothing is missing', async () => {
  const follower = await followed()
  const turn = (isPaused: boolean) =>
    updateApp({ ...world.ports, actor: 'test' }, world.app.appId, { isPaused })
  await turn(true)
  const id = await world.addOffer()
  await look()
  const { data, message, meta } = await follower.ask(world)
  assert.deepEqual([data, meta.has_more], [[], false])
  assert.match(message, /paused/)
  const late = new OfferFollower(world.credentials)
  assert.deepEqual(await late.follow([world]), [])
  await turn(false)
  assert.deepEqual(typesOf(await follower.follow([world])), [`added ${id}`])
  await late.follow([world])
  await assertEqualToList(follower)
  await assertEqualToList(late)
})

test('a paused network changes what the list shows, or nothing, and the copy is the same', async () => {
  const follower = await followed()
  for (const status of ['paused', 'active'] as const) {
    await updateNetwork({ ...world.ports, actor: 'test' }, 'demo', { status })
    await world.ports.snapshots.refresh('catalogue')
    await look()
    await follower.follow([world])
    await assertEqualToList(follower)
  }
})

test('goals and prices are told as the list without a user has them', async () => {
  const follower = await followed()
  const id = await world.addOffer({ external_id: 'priced', payout: '1', revenue: '2' })
  await look()
  await follower.follow([world])
  const rows = [
    { prices: [{ countries: ['DE'], payout: '3', revenue: '4' }] },
    { prices: [{ countries: ['DE'], payout: '3.5', revenue: '4' }] },
    { goals: [{ goal: 'install', name: 'Install', payout: '1', revenue: '2' }] },
    { goals: [{ goal: 'install', name: 'Install it', payout: '1', revenue: '2' }] },
  ]
  for (const row of rows) {
    await world.addOffers([{ external_id: 'priced', payout: '1', revenue: '2', ...row }])
    await look()
    assert.deepEqual(typesOf(await follower.follow([world])), [`changed ${id}`], JSON.stringify(row))
    await assertEqualToList(follower)
  }
})

test('test offers are told to test credentials alone', async () => {
  await keepTestOffers(world.ports)
  const live = await followed()
  const testing = await followed(world.testCredentials)
  assert.ok(testing.copy.size > live.copy.size)
  await assertEqualToList(live)
  await assertEqualToList(testing, world.testCredentials)
})

test('a cursor of live credentials leads to all that test ones have', async () => {
  await keepTestOffers(world.ports)
  const live = await followed()
  const testing = new OfferFollower(world.testCredentials)
  testing.cursor = live.cursor
  await testing.follow([world])
  await assertEqualToList(testing, world.testCredentials)
})

test('links carry the macro, or are not there', async () => {
  const id = await world.addOffer()
  const follower = await followed()
  assert.match(String(follower.copy.get(id)?.['link']), /userId=\[user_id\]$/)
  const answer = await world.get('/api/v1/offers/changes', { headers: world.credentials })
  const rows: { offer: { link: unknown } | null }[] = answer.json().data
  assert.ok(rows.every(({ offer }) => offer === null || offer.link === null))
})

test('a removal is kept for 30 days; whoever may have missed it is told to begin anew', async () => {
  const id = await world.addOffer()
  const early = await followed()
  await pause(id)
  await look()
  const follower = new OfferFollower(world.credentials)
  follower.cursor = early.cursor
  await follower.follow([world])
  world.clock.advance({ days: 29 })
  // Some of the tests above are older.
  await forgetRemoved(world.ports)
  const late = new OfferFollower(world.credentials)
  late.cursor = early.cursor
  assert.ok(typesOf(await late.follow([world])).includes(`removed ${id}`))
  world.clock.advance({ days: 2 })
  assert.ok((await forgetRemoved(world.ports)) > 0)
  // The one that came so far goes on.
  await world.addOffer()
  await look()
  assert.equal((await follower.follow([world])).length, 1)
  const refused = await world.get('/api/v1/offers/changes', {
    query: { cursor: early.cursor ?? '' },
    headers: world.credentials,
  })
  const problems = assertError(refused, 400, 'INVALID_REQUEST')
  assert.deepEqual(rulesOf(problems), ['cursor expired'])
  assert.match(refused.body, /without a cursor/)
  const anew = await followed()
  await assertEqualToList(anew)
})

test('bad cursors are refused, also those of a state that the database has not', async () => {
  for (const cursor of ['', 'o1-1', 'c1-1', 'o1-1-zz', `o1-1-${'0'.repeat(12)}-x1`, 'o'.repeat(101)]) {
    const answer = await world.get('/api/v1/offers/changes', {
      query: { cursor },
      headers: world.credentials,
    })
    assertError(answer, 400, 'INVALID_REQUEST')
  }
  const ahead = `o1-999999999-${'0'.repeat(12)}`
  const answer = await world.get('/api/v1/offers/changes', {
    query: { cursor: ahead },
    headers: world.credentials,
  })
  assert.deepEqual(rulesOf(assertError(answer, 400, 'INVALID_REQUEST')), ['cursor ahead'])
  assertError(await world.get('/api/v1/offers/changes'), 401, 'INVALID_API_KEY')
})

test('after a restore an earlier cursor is refused, however much has changed since, and new ones go on', async () => {
  const follower = await followed()
  const { cursor = '' } = follower
  await beginAfterRestore(world.ports, { erasures: [], endsAt: new Date(world.clock.nowMs()).toISOString() })
  const answer = await world.get('/api/v1/offers/changes', { query: { cursor }, headers: world.credentials })
  assert.deepEqual(rulesOf(assertError(answer, 400, 'INVALID_REQUEST')), ['cursor expired'])
  const anew = await followed()
  const before = Number(anew.cursor?.split('-')[1])
  assert.ok(before >= world.clock.nowMs())
  await beginAfterRestore(world.ports, { erasures: [], endsAt: new Date(world.clock.nowMs()).toISOString() })
  await world.addOffer({ name: 'After the restore' })
  await look()
  assert.equal((await anew.follow([world])).length, 1, 'a clock that stands still loses nothing')
})

test('a process that begins anew tells nothing twice', async () => {
  const follower = await followed()
  await finder.leave()
  finder = new OfferChangeFinder(world.ports, world.ports.newId())
  assert.equal(await look(), 0)
  assert.deepEqual(await follower.follow([world]), [])
})
