import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { assertError, assertSuccess, rulesOf } from '../../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { setCap } from '../../../features/caps/set-cap.ts'
import { setMargin } from '../../../features/terms/set-margin.ts'
import { openSession } from '../../../features/credentials/open-session.ts'

let world: World
let ids: number[]
const names = ['everywhere', 'de', 'android', 'ios in japan', 'done']
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '100000' } })
  ids = await world.addOffers([
    { name: 'everywhere' },
    { name: 'de', countries: 'DE' },
    { name: 'android', platforms: 'android' },
    { name: 'ios in japan', platforms: 'ios', countries: 'JP' },
    { name: 'done' },
  ])
})
after(() => world.close())

interface Listed {
  readonly name: string
  readonly link: string
}

async function list(query: Readonly<Record<string, string>>) {
  const response = await world.get('/api/v1/offers', {
    query: { sort: 'oldest', ...query },
    headers: world.credentials,
  })
  return { offers: assertSuccess<Listed[]>(response), meta: response.json().meta }
}

for (const userMacro of ['[user_id]', '{user_id}', '{{user.id}}', '%%USER_ID%%', '%user_id%', '<user_id>']) {
  test(`links of a catalogue without a user carry the caller's macro as it is: ${userMacro}`, async () => {
    const { offers, meta } = await list({ userMacro })
    assert.deepEqual(
      offers.map(({ name }) => name),
      names,
    )
    for (const { link } of offers) assert.ok(link.endsWith(`&userId=${userMacro}`), link)
    assert.deepEqual(meta.audience, { user: 'any', country: 'any', platform: 'any' })
    const [first] = offers
    const filled = new URL(first?.link.replace(userMacro, encodeURIComponent('user 42&x')) ?? '')
    const followed = await world.server.inject({ url: filled.pathname + filled.search })
    assert.equal(followed.statusCode, 302, followed.body)
    const [click] = await world.ports.db.query<{ user: string }>(
      'select user_id as user from clicks order by id desc limit 1',
    )
    assert.equal(click?.user, 'user 42&x')
    const unfilled = await world.get('/track', {
      query: { offerId: String(ids[0]), apiKey: world.app.live.apiKey, userId: userMacro },
    })
    assert.deepEqual(rulesOf(assertError(unfilled, 400, 'INVALID_REQUEST')), ['userId literal_macro'])
  })
}

test('nothing that one user did or may not have is left out of a catalogue; what nobody can have is', async () => {
  const [everywhere = 0, , , , done = 0] = ids
  const clickId = await followOffer(world, { offerId: done, userId: '[user_id]x' })
  await tell(world, { query: { click_id: clickId, payout: '1.5', status: 'approved' } })
  const one = await list({ userId: '[user_id]x', country: 'DE', platform: 'android' })
  assert.ok(one.offers.every(({ name }) => name !== 'done'))
  assert.equal(one.meta.audience, undefined)
  assert.equal((await list({ userMacro: '[user_id]' })).meta.total, names.length)
  const cap = { networkId: null, offerId: everywhere, appId: null, userId: null, isPerUser: false }
  await setCap(world.ports, { ...cap, period: 'total', count: 0, actor: 'test' })
  await world.open.exclusions.refreshCapped()
  const { offers } = await list({ userMacro: '[user_id]' })
  assert.deepEqual(
    offers.map(({ name }) => name),
    names.slice(1),
  )
})

test('country, platform, pages and filters narrow a catalogue as they do a list', async () => {
  const userMacro = '[user_id]'
  const german = await list({ userMacro, country: 'de' })
  assert.deepEqual([german.offers.length, german.meta.audience.country], [3, 'DE'])
  assert.equal(german.meta.detected.country, 'DE')
  const ios = await list({ userMacro, platform: 'ios' })
  assert.deepEqual(
    ios.offers.map(({ name }) => name),
    ['de', 'ios in japan', 'done'],
  )
  const page = await list({ userMacro, limit: '1', offset: '1', search: 'o', subId: 'a&b' })
  assert.equal(page.meta.total, 3)
  assert.ok(page.offers[0]?.link.endsWith('&userId=[user_id]&subId=a%26b'))
})

test('a macro stands in place of a user, from a server only, and must be one macro that harms no link', async () => {
  const ask = async (query: Readonly<Record<string, string>>, headers = world.credentials) => {
    const response = await world.get('/api/v1/offers', { query, headers })
    return rulesOf(assertError(response, 400, 'INVALID_REQUEST'))
  }
  assert.deepEqual(await ask({}), ['userId required'])
  assert.deepEqual(await ask({ userId: 'u', userMacro: '[user_id]' }), ['userId exclusive'])
  assert.deepEqual(await ask({ userMacro: '' }), ['userMacro macro'])
  for (const userMacro of [
    'user-42',
    '[user_id]&offerId=1',
    '{"x"}',
    '[VIP] bob',
    '{a},{b}',
    '{user id}',
    '{ü}',
    `{${'a'.repeat(80)}}`,
    '[user_id]x',
  ])
    assert.deepEqual(await ask({ userMacro }), ['userMacro macro'], userMacro)
  const { token } = openSession(world.ports, { apiKey: world.app.live.apiKey, userId: 'u' })
  const session = { authorization: `Bearer ${token}` }
  assert.deepEqual(await ask({ userMacro: '[user_id]' }, session), ['userMacro session'])
})

interface Priced {
  readonly name: string
  readonly payout: number
  readonly countries: readonly string[]
  readonly prices?: readonly {
    readonly countries: readonly string[]
    readonly platforms: readonly string[]
    readonly payout: number
    readonly payout_local: number
  }[]
}

async function listPriced(query: Readonly<Record<string, string>>): Promise<readonly Priced[]> {
  const answer = await world.get('/api/v1/offers', { query, headers: world.credentials })
  return assertSuccess<Priced[]>(answer)
}

test('a catalogue has an offer with prices once, at the most that it pays, with all that it pays', async () => {
  const prices = [
    { countries: ['US', 'CA'], platforms: ['ios'], payout: '2', revenue: '3' },
    { countries: ['US', 'DE'], platforms: ['android'], payout: '1.5', revenue: '3' },
  ]
  const id = await world.addOffer({ name: 'priced', payout: null, revenue: null, prices })
  const offerIds = String(id)
  const [offer, ...others] = await listPriced({ userMacro: '[user_id]', offerIds })
  assert.deepEqual([others.length, offer?.payout, offer?.countries], [0, 2, ['CA', 'DE', 'US']])
  assert.deepEqual(offer?.prices, [
    { countries: ['CA'], platforms: ['ios'], payout: 2, payout_local: 2 },
    { countries: ['DE'], platforms: ['android'], payout: 1.5, payout_local: 1.5 },
    { countries: ['US'], platforms: ['android'], payout: 1.5, payout_local: 1.5 },
    { countries: ['US'], platforms: ['ios'], payout: 2, payout_local: 2 },
  ])
  const [inUs] = await listPriced({ userMacro: '[user_id]', offerIds, country: 'US', platform: 'android' })
  assert.equal(inUs?.payout, 1.5)
  assert.deepEqual(
    await listPriced({ userMacro: '[user_id]', offerIds, country: 'CA', platform: 'android' }),
    [],
  )
  const [own] = await listPriced({ userId: 'u-priced', offerIds, country: 'DE', platform: 'android' })
  assert.deepEqual([own?.payout, own?.prices], [1.5, undefined])
})

test('countries of one price stand apart where margin rules differ', async () => {
  const prices = [{ countries: ['US', 'CA'], payout: '2', revenue: '3' }]
  const id = await world.addOffer({ name: 'margins', payout: '1', revenue: '1', prices })
  await setMargin(world.ports, { offerId: id, appId: null, country: 'CA', basisPoints: 5_000, actor: 'ops' })
  const [offer] = await listPriced({ userMacro: '[user_id]', offerIds: String(id) })
  const paid = offer?.prices?.map(({ countries, payout }) => [
    countries.length > 9 ? 'rest' : countries.join(),
    payout,
  ])
  assert.deepEqual(paid, [
    ['rest', 1],
    ['CA', 1.5],
    ['US', 2],
  ])
})
