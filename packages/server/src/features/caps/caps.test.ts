import assert from 'node:assert/strict'
import { after, test } from 'node:test'

import { type CapDraft, readCap } from '@quoin/core/caps/read-cap.ts'
import { eventually } from '../../../../../test/support/eventually.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { findCapped } from '../catalogue/find-capped.ts'
import { confirmClaim } from '../conversions/confirm-claim.ts'
import { removeMargin, setMargin } from '../terms/set-margin.ts'
import { updateNetwork } from '../networks/update-network.ts'
import { listCapUse } from './list-cap-use.ts'
import { removeCap } from './remove-cap.ts'
import { setCap } from './set-cap.ts'
import { sweepCounters } from './sweep-counters.ts'

const world = await createWorld({ follows: true })
const other = await createWorld({ follows: true, beside: world })
after(async () => {
  await other.close()
  await world.close()
})

const usd = 1_000_000
const appId = world.app.appId
const plain = { networkId: null, offerId: null, appId: null, userId: null, isPerUser: false } as const

type Draft = Omit<CapDraft, keyof typeof plain> & Partial<CapDraft>

/** In force here before it resolves, also for lists. */
async function cap(draft: Draft): Promise<number> {
  const { id } = await setCap(world.ports, { ...plain, ...draft, actor: 'test' })
  await Promise.all([world.open.exclusions.refreshCapped(), other.open.exclusions.refreshCapped()])
  return id
}

async function uncap(...ids: number[]): Promise<void> {
  for (const id of ids) await removeCap(world.ports, { id, actor: 'test' })
  await Promise.all([world.open.exclusions.refreshCapped(), other.open.exclusions.refreshCapped()])
}

let users = 0

/** Follows an offer and has it reported; `approved` or `rejected cap`. */
async function earn(offerId: number, told: { userId?: string; payout?: string; status?: string } = {}) {
  users += 1
  const userId = told.userId ?? `user-${users}`
  const clickId = await followOffer(world, { offerId, userId })
  return { clickId, says: await say(clickId, told) }
}

async function say(clickId: string, { payout = '1.5', status = 'approved' } = {}): Promise<string> {
  const { data } = (await tell(world, { query: { click_id: clickId, payout, status } })).json()
  return [data.status, data.reason].filter(Boolean).join(' ')
}

async function listed(offerIds: readonly number[], userId = 'onlooker', at = world): Promise<number[]> {
  const query = { userId, offerIds: offerIds.join(','), limit: '100', country: 'DE', platform: 'android' }
  const answer = await at.get('/api/v1/offers', { query, headers: world.credentials })
  const ids = answer.json().data.map(({ offer_id }: { offer_id: number }) => offer_id)
  return ids.sort((a: number, b: number) => a - b)
}

test('a capped offer leaves the list at once here and soon elsewhere, and a higher cap brings it back', async () => {
  const [capped = 0, free = 0] = await world.addOffers([{}, {}])
  const id = await cap({ offerId: capped, period: 'total', count: 1 })
  assert.deepEqual(await listed([capped, free]), [capped, free])
  assert.equal((await earn(capped)).says, 'approved')
  assert.deepEqual(await listed([capped, free]), [free])
  await eventually(() => listed([capped, free], 'onlooker', other), [free])
  assert.equal(await cap({ offerId: capped, period: 'total', count: 2 }), id)
  assert.deepEqual(await listed([capped, free]), [capped, free])
  await eventually(() => listed([capped, free], 'onlooker', other), [capped, free])
  assert.equal((await earn(capped)).says, 'approved')
  await uncap(id)
  assert.deepEqual(await listed([capped, free]), [capped, free])
})

test('a conversion over a cap is rejected with its reason, and a chargeback gives the place back', async () => {
  const offerId = await world.addOffer({ repeatable: 'yes' })
  await cap({ offerId, appId, period: 'total', count: 1 })
  const clicks = [
    await followOffer(world, { offerId, userId: 'a' }),
    await followOffer(world, { offerId, userId: 'b' }),
  ]
  const third = await followOffer(world, { offerId, userId: 'c' })
  assert.deepEqual([await say(clicks[0] ?? ''), await say(clicks[1] ?? '')], ['approved', 'rejected cap'])
  assert.deepEqual(await listed([offerId]), [])
  assert.equal(await say(clicks[0] ?? '', { status: 'reversed' }), 'reversed')
  assert.deepEqual(await listed([offerId]), [offerId])
  assert.equal(await say(third), 'approved')
})

test('the first cap that each user has for themselves counts what was earned before, also for who just looked', async () => {
  const offerId = await world.addOffer({ repeatable: 'yes' })
  assert.equal((await earn(offerId, { userId: 'early' })).says, 'approved')
  await eventually(() => listed([offerId], 'early', other), [offerId])
  assert.deepEqual(await listed([offerId], 'early'), [offerId])
  const id = await cap({ offerId, isPerUser: true, period: 'total', count: 1 })
  assert.deepEqual(await listed([offerId], 'early'), [])
  await eventually(() => listed([offerId], 'early', other), [])
  assert.deepEqual(await listed([offerId], 'late'), [offerId])
  await uncap(id)
})

test('a link to a capped offer falls back, for the user alone where each has their own cap', async () => {
  const offerId = await world.addOffer({ repeatable: 'yes' })
  await cap({ offerId, isPerUser: true, period: 'daily', count: 1 })
  assert.equal((await earn(offerId, { userId: 'done' })).says, 'approved')
  assert.deepEqual([await listed([offerId], 'done'), await listed([offerId], 'fresh')], [[], [offerId]])
  const visit = (userId: string) =>
    world.get('/track', { query: { offerId: `${offerId}`, apiKey: world.app.live.apiKey, userId } })
  assert.equal((await visit('done')).statusCode, 404)
  assert.equal((await visit('fresh')).statusCode, 302)
  const [click] = await world.ports.db.query<{ reason: string }>(
    `select reason from clicks where offer_id = $1 and outcome = 'fallback'`,
    [offerId],
  )
  assert.equal(click?.reason, 'capped')
  await eventually(() => listed([offerId], 'done', other), [])
  const eligibility = await world.get(`/api/v1/offers/${offerId}/eligibility`, {
    query: { userId: 'done', country: 'DE', platform: 'android' },
    headers: world.credentials,
  })
  const { checks } = eligibility.json().data
  assert.equal(checks.find(({ code }: { code: string }) => code === 'capped')?.verdict, 'failed')
})

test('a cap of a whole network or app empties the list, and other networks go on', async () => {
  await world.addNetwork({ slug: 'limited', proof: 'none' })
  const inside = await world.addOffers([{}, {}], 'limited')
  const outside = await world.addOffer()
  const all = [...inside, outside].sort((a, b) => a - b)
  const network = await world.ports.store.networks.findNetworkBySlug(world.ports.db, 'limited')
  const ofNetwork = await cap({ networkId: network?.id ?? 0, period: 'daily', count: 0 })
  assert.deepEqual(await listed(all), [outside])
  const ofApp = await cap({ appId, period: 'daily', count: 0 })
  assert.deepEqual(await listed(all), [])
  await uncap(ofNetwork, ofApp)
  assert.deepEqual(await listed(all), all)
})

test('a cap by amount keeps out what has no room, and lists what has', async () => {
  const [dear = 0, cheap = 0] = await world.addOffers([
    { payout: '4.00', revenue: '5.00', repeatable: 'yes' },
    { payout: '1.00', revenue: '1.50', repeatable: 'yes' },
  ])
  const id = await cap({ appId, userId: 'spender', period: 'total', revenueMicros: 6 * usd })
  const both = [dear, cheap].sort((a, b) => a - b)
  assert.deepEqual(await listed(both, 'spender'), both)
  assert.equal((await earn(cheap, { userId: 'spender' })).says, 'approved')
  assert.deepEqual([await listed(both, 'spender'), await listed(both, 'other')], [[cheap], both])
  assert.equal((await earn(cheap, { userId: 'spender', payout: '4.6' })).says, 'rejected cap')
  assert.equal((await earn(cheap, { userId: 'spender', payout: '4.5' })).says, 'approved')
  assert.deepEqual(await listed(both, 'spender'), [])
  const [{ use } = { use: [] }] = (await listCapUse(world.ports, { appId })).filter(
    (one) => one.cap.id === id,
  )
  assert.deepEqual(
    use.map(({ used, left }) => ({ used, left })),
    [{ used: 6 * usd, left: 0 }],
  )
  await uncap(id)
})

test('a cap by payout goes by the margin rule that the viewer is under', async () => {
  const [offerId = 0, otherId = 0] = await world.addOffers([
    { payout: '5.00', revenue: '10.00', repeatable: 'yes' },
    { payout: '5.00', revenue: '10.00', repeatable: 'yes' },
  ])
  const ids = [offerId, otherId].sort((a, b) => a - b)
  const rule = await setMargin(world.ports, {
    offerId: null,
    appId,
    country: 'DE',
    basisPoints: 1_000,
    actor: 'test',
  })
  const capIds = [
    await cap({ offerId, period: 'total', payoutMicros: 6 * usd }),
    await cap({ appId, userId: 'onlooker', period: 'total', payoutMicros: 8 * usd }),
  ]
  // 90 % of 10 USD are more than what is left of either.
  assert.deepEqual(await listed(ids), [])
  const elsewhere = { userId: 'onlooker', offerIds: ids.join(','), country: 'FR', platform: 'android' }
  const abroad = await world.get('/api/v1/offers', { query: elsewhere, headers: world.credentials })
  assert.equal(abroad.json().data.length, 2, 'what is earned elsewhere has room')
  const verdict = async (country: string) => {
    const query = { userId: 'onlooker', country, platform: 'android' }
    const url = `/api/v1/offers/${offerId}/eligibility`
    return (await world.get(url, { query, headers: world.credentials })).json().data.eligible
  }
  assert.deepEqual([await verdict('DE'), await verdict('FR')], [false, true])
  await removeMargin(world.ports, { id: rule.id, actor: 'test' })
  await world.open.exclusions.refreshCapped()
  assert.deepEqual(await listed(ids), ids)
  await uncap(...capIds)
})

test('a day begins at midnight of the network, also on the day on which clocks change', async () => {
  await world.addNetwork({ slug: 'berlin', proof: 'none' })
  await updateNetwork(world.ports, 'berlin', { timeZone: 'Europe/Berlin' })
  const offerId = await world.addOffer({ repeatable: 'yes' }, 'berlin')
  await cap({ offerId, period: 'daily', count: 1 })
  const beforeMs = world.clock.nowMs()
  const first = await followOffer(world, { offerId, userId: 'x' })
  const second = await followOffer(world, { offerId, userId: 'x' })
  const at = async (timeMs: number, clickId: string) => {
    world.clock.advance({ ms: timeMs - world.clock.nowMs() })
    return await say(clickId)
  }
  // The clicks are of today; summer time ends long after, so that the reports are held, which counts as well.
  const lastMs = Date.UTC(2027, 9, 31, 22, 59, 59)
  assert.equal(await at(lastMs - 24 * 3_600_000, first), 'pending window')
  assert.equal(await at(lastMs, second), 'rejected cap')
  const third = await followOffer(world, { offerId, userId: 'y' }).catch(() => undefined)
  assert.equal(third, undefined)
  world.clock.advance({ ms: 1_000 })
  await eventually(() => listed([offerId]), [offerId])
  assert.equal((await earn(offerId)).says, 'approved')
  world.clock.advance({ ms: beforeMs - world.clock.nowMs() })
})

test('tests count on no cap, and what an operator confirms does', async () => {
  const offerId = await world.addOffer({ repeatable: 'yes' })
  const id = await cap({ offerId, period: 'total', count: 1 })
  const tested = await followOffer(world, { offerId, apiKey: world.app.test.apiKey })
  assert.equal(await say(tested), 'approved')
  const claimed = await world.post('/v1/conversions', {
    headers: world.credentials,
    body: { userId: 'claimer', offerId },
  })
  assert.deepEqual(await listed([offerId]), [offerId])
  await confirmClaim(world.ports, { conversionId: claimed.json().data.conversion_id, actor: 'test' })
  const [row] = (await listCapUse(world.ports, { offerId })).filter((one) => one.cap.id === id)
  assert.deepEqual(
    row?.use.map(({ used, left }) => [used, left]),
    [[1, 0]],
  )
  await eventually(() => listed([offerId]), [])
})

test('a higher amount that a cap has no room for is not taken, and a lower one is', async () => {
  const offerId = await world.addOffer({ repeatable: 'yes' })
  await updateNetwork(world.ports, 'demo', { onChangedPayout: 'update' })
  const id = await cap({ offerId, period: 'total', revenueMicros: 3 * usd })
  const { clickId } = await earn(offerId, { payout: '2' })
  const again = async (payout: string) => {
    const answer = await tell(world, { query: { click_id: clickId, payout, status: 'approved' } })
    const [{ use } = { use: [] }] = (await listCapUse(world.ports, { offerId })).filter(
      (one) => one.cap.id === id,
    )
    return [answer.json().data.reason, use[0]?.used]
  }
  assert.deepEqual(await again('3.000001'), ['payout_ignored', 2 * usd])
  assert.deepEqual(await again('3'), ['payout_updated', 3 * usd])
  assert.deepEqual(await again('0.5'), ['payout_updated', usd / 2])
  await updateNetwork(world.ports, 'demo', { onChangedPayout: 'ignore' })
})

for (const [what, draft, field] of [
  ['no scope', { count: 1 }, 'scope'],
  ['no limit', { appId: 1 }, 'limit'],
  ['two limits', { appId: 1, count: 1, payoutMicros: 1 }, 'limit'],
  ['a user without an app', { userId: 'u', offerId: 1, count: 1 }, 'user'],
  ['a user who is each', { userId: 'u', appId: 1, isPerUser: true, count: 1 }, 'user'],
  ['a network beside an offer', { networkId: 1, offerId: 1, count: 1 }, 'network'],
] as const) {
  test(`no cap: ${what}`, async () => {
    const reading = readCap({ ...plain, period: 'total', ...draft })
    assert.deepEqual(reading.ok || reading.problems.map((problem) => problem.field), [field])
    const setting = setCap(world.ports, { ...plain, period: 'total', ...draft, actor: 'test' })
    await assert.rejects(setting, { code: 'INVALID_REQUEST' })
  })
}

test('caps of what there is not, and caps that there are not, are not found', async () => {
  for (const draft of [{ offerId: 999_999 }, { appId: 999_999 }]) {
    await assert.rejects(
      setCap(world.ports, { ...plain, ...draft, period: 'total', count: 1, actor: 'test' }),
      {
        code: 'RESOURCE_NOT_FOUND',
      },
    )
  }
  await assert.rejects(removeCap(world.ports, { id: 999_999, actor: 'test' }), { code: 'RESOURCE_NOT_FOUND' })
})

test('counters of days long past and of caps that are gone are swept, and no others', async () => {
  const offerId = await world.addOffer({ repeatable: 'yes', daily_cap: '5' })
  const kept = await cap({ offerId, period: 'daily', count: 5 })
  const gone = await cap({ offerId, period: 'total', count: 5 })
  await earn(offerId)
  const { db } = world.ports
  const keys = async () => {
    const rows = await db.query<{ key: string }>(
      `select key from cap_counters where cap_id = any($1) or key like 'offer:' || $2::bigint || ':%' order by key`,
      [[kept, gone], offerId],
    )
    return rows.map(({ key }) => key)
  }
  assert.equal((await keys()).length, 4)
  await uncap(gone)
  await sweepCounters(world.ports)
  const today = await keys()
  assert.equal(today.length, 3)
  const moveBack = (days: number) =>
    db.query(`update cap_counters set day = day - $2::int where cap_id = $1`, [kept, days])
  await moveBack(35)
  await sweepCounters(world.ports)
  assert.deepEqual(await keys(), today, 'of a day on which a chargeback may still give back')
  await moveBack(1)
  await sweepCounters(world.ports)
  assert.deepEqual(
    await keys(),
    today.filter((key) => !key.startsWith('cap:')),
  )
})

test('a budget is held against the price of each user: the offer stays where what it pays still fits', async () => {
  const prices = [
    { countries: ['DE'], payout: '1', revenue: '1.5' },
    { countries: ['US'], payout: '4', revenue: '5' },
  ]
  const offerId = await world.addOffer({ payout: null, revenue: null, prices, repeatable: 'yes' })
  const listedIn = async (country: string): Promise<number> => {
    const query = { userId: 'onlooker', offerIds: String(offerId), country, platform: 'android' }
    const answer = await world.get('/api/v1/offers', { query, headers: world.credentials })
    return answer.json().meta.total
  }
  const id = await cap({ offerId, period: 'total', payoutMicros: 2 * usd })
  assert.deepEqual([await listedIn('DE'), await listedIn('US')], [1, 0])
  const eligibility = await world.get(`/api/v1/offers/${offerId}/eligibility`, {
    query: { userId: 'onlooker', country: 'US', platform: 'android' },
    headers: world.credentials,
  })
  const failed = eligibility
    .json()
    .data.checks.filter(({ verdict }: { verdict: string }) => verdict === 'failed')
  assert.deepEqual(
    failed.map(({ code }: { code: string }) => code),
    ['capped'],
  )
  assert.ok(!(await findCapped(world.ports)).includes(offerId))
  await uncap(id)
  const none = await cap({ offerId, period: 'total', payoutMicros: usd / 2 })
  assert.deepEqual([await listedIn('DE'), await listedIn('US')], [0, 0])
  assert.ok((await findCapped(world.ports)).includes(offerId))
  await uncap(none)
})
