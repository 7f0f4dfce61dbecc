import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSession } from '../../packages/server/src/features/credentials/open-session.ts'
import { removeMargin, setMargin } from '../../packages/server/src/features/terms/set-margin.ts'
import { updateApp } from '../../packages/server/src/features/apps/update-app.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { createWorld, type World } from '../support/world.ts'

/* "The reward is fixed the moment you start, even if the offer changes": what operators change afterwards. */

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
})
after(() => world.close())

let made = 0
function newName(): string {
  made += 1
  return `terms-${made}`
}
async function offerOf(row: Record<string, unknown>) {
  const external_id = newName()
  const edit = async (changes: Record<string, unknown>) => {
    world.clock.advance({ seconds: 1 })
    const id = await world.addOffer({ external_id, revenue: '4', ...row, ...changes })
    world.clock.advance({ seconds: 1 })
    return id
  }
  return { id: await edit({}), edit }
}

const start = (offerId: number, userId = newName()) => followOffer(world, { offerId, userId })
async function earn(click_id: string, more: Record<string, string> = {}): Promise<[number, string | null]> {
  const answer = await tell(world, { query: { click_id, payout: '4', status: 'approved', ...more } })
  assert.equal(answer.statusCode, 200, answer.body)
  const id = answer.json().data.conversion_id
  const row = await world.ports.store.conversions.findConversion(world.ports.db, id)
  return [(row?.payoutMicros ?? 0) / 1_000_000, row?.reason ?? null]
}
async function listedPayout(offerId: number, userId: string): Promise<number> {
  const query = { userId, offerIds: String(offerId), country: 'DE', platform: 'android' }
  const answer = await world.get('/api/v1/offers', { query, headers: world.credentials })
  return answer.json().data[0].payout
}
async function wallAmount(userId: string): Promise<number> {
  const session = openSession(world.ports, { apiKey: world.app.live.apiKey, userId }).token
  const headers = { accept: 'application/json' }
  const answer = await world.get('/wall/activity', { query: { session }, headers })
  return Number(answer.json().data.page.stories[0].amount)
}

test('a payout that changes after the click is that of later clicks, whatever it changes to next', async () => {
  const { id, edit } = await offerOf({ payout: '1' })
  const first = await start(id)
  await edit({ payout: '2' })
  const second = await start(id)
  await edit({ payout: '3' })
  assert.equal(await listedPayout(id, 'somebody'), 3)
  const third = await start(id)
  assert.deepEqual(
    [await earn(first), await earn(second), await earn(third)].map(([payout]) => payout),
    [1, 2, 3],
  )
})

test('a fixed payout that became a share, and a goal that pays something else, pay what they did at the click', async () => {
  const fixed = await offerOf({ payout: '1' })
  const click = await start(fixed.id)
  await fixed.edit({ payout_share: '50%' })
  assert.deepEqual(await earn(click), [1, null])
  assert.deepEqual(await earn(await start(fixed.id)), [2, null])

  const goals = (payout: string) => [{ goal: 'install', name: 'I', payout, revenue: '4', default: true }]
  const stepped = await offerOf({ goals: goals('1') })
  const before = await start(stepped.id)
  await stepped.edit({ goals: goals('2') })
  assert.deepEqual(await earn(before), [1, null])
  assert.deepEqual(await earn(await start(stepped.id)), [2, null])
})

test('a margin is that of the click: one that is set, changed or taken away later changes nothing', async () => {
  const { id: offerId } = await offerOf({ payout: '1' })
  const rule = { offerId, appId: null, country: null, actor: 'ops' }
  const users = ['m1', 'm2', 'm3', 'm4']
  const clicks = [await start(offerId, 'm1')]
  world.clock.advance({ seconds: 1 })
  await setMargin(world.ports, { ...rule, basisPoints: 5_000 })
  clicks.push(await start(offerId, 'm2'))
  world.clock.advance({ seconds: 1 })
  const { id } = await setMargin(world.ports, { ...rule, basisPoints: 7_500 })
  clicks.push(await start(offerId, 'm3'))
  world.clock.advance({ seconds: 1 })
  await removeMargin(world.ports, { id, actor: 'ops' })
  clicks.push(await start(offerId, 'm4'))
  const shown: number[] = []
  for (const userId of users) shown.push(await wallAmount(userId))
  assert.deepEqual(shown, [1, 2, 1, 1])
  const paid: number[] = []
  for (const click of clicks) paid.push((await earn(click))[0])
  assert.deepEqual(paid, [1, 2, 1, 1])
})

test('a pending conversion that is approved after everything has changed keeps its terms and its currency', async () => {
  const { id, edit } = await offerOf({ payout: '1' })
  const click_id = await start(id, 'cur')
  const query = { click_id, payout: '4', status: 'pending' }
  const first = (await tell(world, { query })).json().data
  await edit({ payout: '3' })
  const change = { currencyRate: 5_000_000, currencyName: 'Gem', currencyDecimals: 0 }
  await updateApp({ ...world.ports, actor: 'ops' }, world.app.appId, change)
  await tell(world, { query: { ...query, status: 'approved' } })
  const row = await world.ports.store.conversions.findConversion(world.ports.db, first.conversion_id)
  assert.deepEqual(
    [row?.status, row?.payoutMicros, row?.payoutLocalMicros, row?.currency],
    ['approved', 1_000_000, 1_000_000, 'Points'],
  )
})

test('a report that would lose money by the terms of its click waits for a person', async () => {
  const { id, edit } = await offerOf({ payout: '2', revenue: '3' })
  const click_id = await start(id)
  await edit({ payout: '0.5', revenue: '1' })
  assert.deepEqual(await earn(click_id, { payout: '1' }), [2, 'margin'])
})
