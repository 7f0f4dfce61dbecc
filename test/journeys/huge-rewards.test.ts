import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSuccess } from '../support/assert-answer.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { createWorld, type World } from '../support/world.ts'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { addPromotion } from '../../packages/server/src/features/terms/add-promotion.ts'

/* A publisher's currency of which a dollar is more units than anybody can count exactly. */

let world: World
let offerId: number
const most = 9_007_199_254.74
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer({ payout: '100', revenue: '150' })
  const { app, clock } = world
  const needs = { ...world.ports, actor: 'test' }
  await updateApp(needs, app.appId, { currencyRate: 1e15 })
  const nowMs = clock.nowMs()
  await addPromotion(needs, {
    actor: 'test',
    appId: app.appId,
    name: '',
    basisPoints: 1_000_000,
    fromMs: nowMs,
    toMs: nowMs + 86_400_000,
  })
})
after(() => world.close())

test('a list and the wall show a reward that is too large as the largest there is', async () => {
  const query = { userId: 'u-1', country: 'DE', platform: 'android' }
  const listed = assertSuccess<{ payout: number; payout_local: number }[]>(
    await world.get('/api/v1/offers', { query, headers: world.credentials }),
  )
  assert.deepEqual(
    listed.map(({ payout, payout_local }) => [payout, payout_local]),
    [[100, most]],
  )
  const wall = await world.get('/wall', { query: { userId: 'u-1', apiKey: world.app.live.apiKey } })
  assert.equal(wall.statusCode, 200, wall.body)
})

test('a report whose reward is too large is booked in USD as ever, and taken back', async () => {
  const click_id = await followOffer(world, { offerId, userId: 'u-2' })
  const report = (status: string) => tell(world, { query: { click_id, payout: '150', status } })
  assertSuccess(await report('approved'))
  const read = async () => {
    const rows = await world.get('/api/v1/conversions', { headers: world.credentials })
    return assertSuccess<{ status: string; payout: number; payout_local: number }[]>(rows).at(-1)
  }
  const given = await read()
  assert.deepEqual([given?.status, given?.payout, given?.payout_local], ['approved', 100, most])
  assertSuccess(await report('reversed'))
  assert.equal((await read())?.status, 'reversed')
})

test('a claim whose reward is too large is taken', async () => {
  const body = { userId: 'u-3', offerId }
  assertSuccess(await world.post('/v1/conversions', { body, headers: world.credentials }), 201)
})
