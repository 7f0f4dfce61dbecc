import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSuccess } from '../../../../../../test/support/assert-answer.ts'
import { createWorld, type OfferRow, type World } from '../../../../../../test/support/world.ts'
import { type CreatedApp, createApp, type NewApp } from '../../../features/apps/create-app.ts'
import { updateApp } from '../../../features/apps/update-app.ts'

let world: World
before(async () => {
  world = await createWorld({
    environment: { BASE_URL: 'https://q.example', RATE_LIMIT_PER_MINUTE: '100000' },
  })
})
after(() => world.close())

async function fetchText(offerId: number, app: CreatedApp = world.app): Promise<string> {
  const response = await world.get('/api/v1/offers', {
    query: { userId: 'u', offerIds: String(offerId), country: 'DE', platform: 'ios' },
    headers: { 'x-api-key': app.live.apiKey, 'x-api-secret': app.live.apiSecret },
  })
  assert.equal(assertSuccess<unknown[]>(response).length, 1)
  return response.body
}

async function fetchOffer(row: OfferRow): Promise<Record<string, unknown>> {
  return JSON.parse(await fetchText(await world.addOffer(row))).data[0]
}

/** The digits of an amount as they stand in the body: no parser may have rounded them. */
function digitsOf(text: string, field: string): string | undefined {
  return new RegExp(`"${field}":([^,}]+)`).exec(text)?.[1]
}

const nine = [
  'offer_id',
  'name',
  'description',
  'payout',
  'payout_local',
  'currency',
  'link',
  'image_url',
  'platforms',
]

test('the nine fields are always there, also of an offer that has next to nothing', async () => {
  const bare = await fetchOffer({ name: 'Bare', description: '', payout: '0', revenue: '0', categories: '' })
  assert.deepEqual(Object.keys(bare).slice(0, 9), nine)
  assert.equal(bare['description'], '')
  assert.equal(bare['payout'], 0)
  assert.equal(bare['payout_local'], 0)
  assert.equal(bare['currency'], 'Points')
  assert.ok(Object.values(bare).every((value) => value !== undefined))
  for (const name of nine) assert.notEqual(bare[name], null, name)
})

test('a full offer, field by field', async () => {
  const offerId = await world.addOffer({
    name: 'Puzzle Quest: reach level 10 — 100 % "fun" & <more> 🎮',
    description: 'Install, play, and reach level 10. \\ / \u2028 end',
    payout: '1.25',
    image_url: 'https://img.example/puzzle.png?a=1&b=2',
    platforms: 'android|ios',
    categories: 'games|mobile',
    countries: 'DE|AT',
    requirements: 'New users only',
    ends_at: '2027-01-01T00:00:00Z',
  })
  const offer = JSON.parse(await fetchText(offerId)).data[0]
  const sig = String(offer?.['link']).split('&sig=')[1]
  assert.deepEqual(offer, {
    offer_id: offerId,
    name: 'Puzzle Quest: reach level 10 — 100 % "fun" & <more> 🎮',
    description: 'Install, play, and reach level 10. \\ / end',
    payout: 1.25,
    payout_local: 1.25,
    currency: 'Points',
    link: `https://q.example/track?offerId=${offerId}&apiKey=${world.app.live.apiKey}&userId=u&sig=${sig}`,
    image_url: 'https://img.example/puzzle.png?a=1&b=2',
    platforms: ['android', 'ios'],
    category: 'games',
    categories: ['games', 'mobile'],
    countries: ['DE', 'AT'],
    requirements: 'New users only',
    expires_at: 1_798_761_600,
    cost: null,
    cost_amount: null,
    cost_currency: null,
    minutes: null,
  })
})

test('image_url falls back to an image that the service hosts', async () => {
  const { image_url } = await fetchOffer({})
  assert.equal(image_url, 'https://q.example/images/offer.svg')
  const image = await world.get(new URL(String(image_url)).pathname)
  assert.equal(image.statusCode, 200)
  assert.equal(image.headers['content-type'], 'image/svg+xml')
  assert.match(image.body, /^<svg /)
})

for (const [given, shown] of [
  ['', ['desktop', 'android', 'ios']],
  ['all', ['desktop', 'android', 'ios']],
  ['ios|desktop|android', ['desktop', 'android', 'ios']],
  ['ios|desktop', ['desktop', 'ios']],
] as const) {
  test(`platforms: no restriction is all three, in the contract's order: "${given}"`, async () => {
    const { platforms } = await fetchOffer({ platforms: given })
    assert.deepEqual(platforms, shown)
  })
}

test('payout: exact decimals with at most 6 decimals, never float noise', async () => {
  for (const payout of [
    '0.3',
    '0.1',
    '1.005',
    '0.000001',
    '99.999999',
    '1234.56789',
    '10',
    '10000',
    '2.675',
    '4.35',
    '1.1',
  ]) {
    const text = await fetchText(await world.addOffer({ payout, revenue: '20000' }))
    assert.equal(digitsOf(text, 'payout'), payout)
  }
})

let appsMade = 0
async function localDigits(payout: string, app: Partial<NewApp>): Promise<string | undefined> {
  appsMade += 1
  const created = await createApp(world.ports, {
    name: `Currency ${appsMade}`,
    publisher: 'Currencies',
    ...app,
  })
  return digitsOf(
    await fetchText(await world.addOffer({ payout, revenue: '20000' }), created),
    'payout_local',
  )
}

for (const [title, payout, app, local] of [
  ['2 decimals, half up, by default: down', '1.234', {}, '1.23'],
  ['2 decimals, half up, by default: a half goes up', '1.005', {}, '1.01'],
  ['a half below a cent', '0.005', {}, '0.01'],
  ['less than half a cent', '0.004999', {}, '0'],
  ['no noise of 0.1 + 0.2', '0.3', {}, '0.3'],
  ['1000 coins to the dollar', '1.2345', { currencyRate: 1_000_000_000 }, '1234.5'],
  ['whole coins', '1.2345', { currencyRate: 1_000_000_000, currencyDecimals: 0 }, '1235'],
  [
    'whole coins, cut',
    '1.2345',
    { currencyRate: 1_000_000_000, currencyDecimals: 0, rounding: 'floor' },
    '1234',
  ],
  [
    'whole coins, lifted',
    '1.2341',
    { currencyRate: 1_000_000_000, currencyDecimals: 0, rounding: 'ceil' },
    '1235',
  ],
  ['a rate with six decimals', '3', { currencyRate: 333_333, currencyDecimals: 6 }, '0.999999'],
  ['the same in cents', '3', { currencyRate: 333_333 }, '1'],
  ['six decimals', '0.123456', { currencyDecimals: 6 }, '0.123456'],
  ['a very high rate', '9999.999999', { currencyRate: 500_000_000_000 }, '4999999999.5'],
] as const) {
  test(`payout_local: payout × rate, rounded by the app's rule: ${title}`, async () =>
    assert.equal(await localDigits(payout, app), local))
}

test('currency: the name of the local currency, whatever its characters, and a change is seen at once', async () => {
  const name = 'Gold "Coins" \\ 🪙'
  const app = await createApp(world.ports, { name: 'Named', publisher: 'Currencies', currencyName: name })
  const offerId = await world.addOffer()
  const fetchCurrency = async () => JSON.parse(await fetchText(offerId, app)).data[0].currency
  assert.equal(await fetchCurrency(), name)
  await updateApp(world.ports, app.appId, { currencyName: 'Gems', currencyRate: 2_000_000 })
  assert.equal(await fetchCurrency(), 'Gems')
})
