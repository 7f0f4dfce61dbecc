import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { updateApp } from '../../../features/apps/update-app.ts'
import { addPromotion, endPromotion } from '../../../features/terms/add-promotion.ts'
import { removeMargin, setMargin } from '../../../features/terms/set-margin.ts'

let world: World
before(async () => {
  world = await createWorld({
    app: {
      currencyName: 'Coin',
      currencyPlural: 'Coins',
      currencyRate: 1_000_000_000,
      currencyDecimals: 0,
    },
  })
})
after(() => world.close())

interface Listed {
  readonly offer_id: number
  readonly payout: number
  readonly payout_local: number
  readonly goals?: readonly { readonly payout: number; readonly payout_local: number }[]
}

async function list(query: Readonly<Record<string, string>> = {}): Promise<readonly Listed[]> {
  const answer = await world.get('/api/v1/offers', {
    headers: world.credentials,
    query: { userId: 'user-1', country: 'DE', ...query },
  })
  assert.equal(answer.statusCode, 200, answer.body)
  return answer.json().data
}

const payouts = (offers: readonly Listed[]) => offers.map(({ payout }) => payout)

test('a margin rule changes what is shown, and the order by payout with it', async () => {
  const ids = await world.addOffers([
    { payout: '1.00', revenue: '3.00' },
    { payout: '2.00', revenue: '2.00' },
    { payout: '0.50', revenue: '0.60' },
    { payout: '1.50', revenue: '1.60' },
  ])
  const [first = 0, second = 0, third = 0, fourth = 0] = ids
  const order = (offers: readonly Listed[]) => offers.map(({ offer_id: id }) => id)
  assert.deepEqual(order(await list()), [second, fourth, first, third])
  const rule = { offerId: null, appId: world.app.appId, country: 'DE', basisPoints: 5_000, actor: 'op' }
  const half = await setMargin(world.ports, rule)
  const shown = await list()
  assert.deepEqual(order(shown), [first, second, fourth, third])
  assert.deepEqual(payouts(shown), [1.5, 1, 0.8, 0.3])
  assert.deepEqual(
    shown.map((offer) => offer.payout_local),
    [1_500, 1_000, 800, 300],
  )
  assert.deepEqual(payouts(await list({ sort: 'payout_asc' })), [0.3, 0.8, 1, 1.5])
  assert.deepEqual(payouts(await list({ minPayout: '0.8' })), [1.5, 1, 0.8])
  assert.deepEqual(payouts(await list({ limit: '2', offset: '1' })), [1, 0.8])
  assert.deepEqual(payouts(await list({ country: 'FR' })), [2, 1.5, 1, 0.5], 'elsewhere all is as it was')
  const own = await setMargin(world.ports, { ...rule, offerId: third, basisPoints: 0 })
  assert.deepEqual(payouts(await list()), [1.5, 1, 0.8, 0.6])
  const detail = await world.get(`/api/v1/offers/${first}`, {
    headers: world.credentials,
    query: { userId: 'user-1', country: 'DE' },
  })
  assert.equal(detail.json().data.payout, 1.5)
  await removeMargin(world.ports, { id: own.id, actor: 'op' })
  await removeMargin(world.ports, { id: half.id, actor: 'op' })
  assert.deepEqual(payouts(await list()), [2, 1.5, 1, 0.5])
})

test('a promotion is shown from its first moment to its last, and earned by the clicks of its time', async () => {
  const { clock, ports, app } = world
  const fromMs = clock.nowMs() + 10_000
  const plain = { appId: app.appId, name: 'Double', basisPoints: 25_000, actor: 'op' }
  const promotion = await addPromotion(ports, { ...plain, fromMs, toMs: fromMs + 10_000 })
  const shown = async () => (await list({ sort: 'payout_desc', limit: '1' }))[0]
  const offerId = (await shown())?.offer_id ?? 0
  const click = (userId: string) => followOffer(world, { offerId, userId })
  clock.advance({ ms: 9_999 })
  assert.equal((await shown())?.payout_local, 2_000)
  const before = await click('before')
  clock.advance({ ms: 1 })
  assert.deepEqual([(await shown())?.payout, (await shown())?.payout_local], [2, 5_000])
  const { meta } = (
    await world.get('/api/v1/offers', { headers: world.credentials, query: { userId: 'user-1' } })
  ).json()
  const runs = { multiplier: 2.5, ends_at: Math.ceil((fromMs + 10_000) / 1000) }
  assert.deepEqual(meta.reward, { name: 'Coin', plural: 'Coins', decimals: 0, promotion: runs })
  const during = await click('during')
  clock.advance({ ms: 9_999 })
  assert.equal((await shown())?.payout_local, 5_000)
  clock.advance({ ms: 1 })
  assert.equal((await shown())?.payout_local, 2_000)
  await assert.rejects(endPromotion(ports, { id: promotion.id, actor: 'op' }), /not over/)
  for (const [clickId, local] of [
    [before, 2_000_000_000],
    [during, 5_000_000_000],
  ] as const) {
    const answer = await tell(world, { query: { click_id: clickId, payout: '2', status: 'approved' } })
    const conversion = await ports.store.conversions.findConversion(
      ports.db,
      answer.json().data.conversion_id,
    )
    assert.equal(conversion?.payoutLocalMicros, local)
  }
})

test('a promotion that is ended early is over at once', async () => {
  const { clock, ports, app } = world
  const fromMs = clock.nowMs()
  const plain = { appId: app.appId, name: '', basisPoints: 20_000, actor: 'op' }
  const { id } = await addPromotion(ports, { ...plain, fromMs, toMs: fromMs + 60_000 })
  const shown = async () => (await list({ limit: '1' }))[0]?.payout_local
  assert.equal(await shown(), 4_000)
  clock.advance({ ms: 1 })
  await endPromotion(ports, { id, actor: 'op' })
  assert.equal(await shown(), 2_000)
})

test('the goals of an offer follow margin and promotion', async () => {
  const goals = [
    { goal: 'install', name: 'Install', payout: '0.40', revenue: '1.00' },
    { goal: 'level', name: 'Level 10', payout: '1.00', revenue: '3.00' },
  ]
  const offerId = await world.addOffer({ name: 'Goals', payout: '1.40', revenue: '4.00', goals })
  const rule = { offerId, appId: null, country: null, basisPoints: 2_500, actor: 'op' }
  const { id } = await setMargin(world.ports, rule)
  const [offer] = await list({ offerIds: String(offerId) })
  assert.deepEqual([offer?.payout, offer?.goals?.map(({ payout }) => payout)], [3, [0.75, 2.25]])
  assert.deepEqual(
    offer?.goals?.map((goal) => goal.payout_local),
    [750, 2_250],
  )
  await removeMargin(world.ports, { id, actor: 'op' })
})

test('a currency has names of any script', async () => {
  for (const [currencyName, currencyPlural] of [
    ['Münze', 'Münzen'],
    ['金币', '金币'],
    ['💎', '💎💎 "x"'],
  ] as const) {
    await updateApp(world.ports, world.app.appId, { currencyName, currencyPlural })
    const answer = await world.get('/api/v1/offers', {
      headers: world.credentials,
      query: { userId: 'user-1', limit: '1' },
    })
    const { data, meta } = answer.json()
    assert.deepEqual([meta.reward.name, meta.reward.plural], [currencyName, currencyPlural])
    assert.equal(data[0].currency, currencyName)
  }
})
