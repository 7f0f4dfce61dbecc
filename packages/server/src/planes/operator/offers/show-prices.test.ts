import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createWorld, type World } from '../../../../../../test/support/world.ts'

let world: World
let networkId = 0
before(async () => {
  world = await createWorld({
    people: {
      findSession: () => undefined,
      findToken: (token) => ({ id: token, name: token, role: 'operator' }),
    },
  })
  const { ports } = world
  networkId = (await ports.store.networks.findNetworkBySlug(ports.db, 'demo'))?.id ?? 0
})
after(() => world.close())

const headers = { authorization: 'Bearer ada' }
const bank = { name: 'Orbithen Bank', destinationUrl: 'https://go.example/?click_id={click_id}' }
const german = { countries: ['DE', 'AT'], platforms: ['ios'], payout: '9.45', revenue: '13.50' }
const swiss = { countries: ['CH'], payoutShare: '70', revenue: '16.20' }

async function create(externalId: string, body: object) {
  const whole = { networkId, externalId, ...bank, ...body }
  const answer = await world.post('/operator/v1/offers', { headers, body: whole })
  return { status: answer.statusCode, ...answer.json() }
}

async function change(id: string, body: object): Promise<void> {
  const answer = await world.call({ method: 'PATCH', path: `/operator/v1/offers/${id}`, headers, body })
  assert.equal(answer.statusCode, 200, answer.body)
}

async function show(id: string, query: Record<string, string> = {}) {
  const answer = await world.get(`/operator/v1/offers/${id}/prices`, { query, headers })
  return { status: answer.statusCode, ...answer.json() }
}

async function listedRange(id: string) {
  const { data } = (await world.get('/operator/v1/offers', { query: { search: id }, headers })).json()
  return data[0].range
}

test('prices are numbered through the goals, and a person is told their rows and sums', async () => {
  const goals = [
    { goal: 'open', name: 'Account opened', payout: '1.89', revenue: '2.70', prices: [german, swiss] },
    { goal: 'deposit', name: 'First deposit', prices: [{ ...german, platforms: [] }] },
  ]
  const { data: offer } = await create('bank', { goals })
  const { data } = await show(offer.id)
  assert.deepEqual(
    data.rows.map((row: Record<string, unknown>) => [
      row['number'],
      row['goal_name'],
      row['rest'],
      row['countries'],
      row['payout'],
      row['payout_share'],
      row['revenue'],
    ]),
    [
      [1, 'Account opened', false, ['AT', 'DE'], '9.45', null, '13.5'],
      [2, 'Account opened', false, ['CH'], '11.34', '70', '16.2'],
      [3, 'Account opened', true, [], '1.89', null, '2.7'],
      [4, 'First deposit', false, ['AT', 'DE'], '9.45', null, '13.5'],
    ],
  )
  assert.deepEqual([data.audiences, data.audiences_max, data.person, data.versions], [4, 64, null, []])
  const { person } = (await show(offer.id, { country: 'at', platform: 'ios' })).data
  assert.deepEqual(
    [person.shown, person.rows, person.payout, person.revenue, person.message],
    [true, [1, 4], '18.9', '27', 'A person in AT on ios is paid by rows 1 and 4.'],
  )
  const range = { payout_min: '1.89', payout_max: '18.9', revenue_min: '2.7', revenue_max: '27' }
  assert.deepEqual(await listedRange(offer.id), range)
})

test('a person whom no price covers does not see the offer, and is told why', async () => {
  const { data: offer } = await create('alone', { prices: [german] })
  const { person, rows } = (await show(offer.id, { country: 'FR', platform: 'desktop' })).data
  assert.equal(rows.length, 1)
  assert.deepEqual(
    [person.shown, person.rows, person.payout, person.message],
    [
      false,
      [],
      '0',
      'The offer has prices for some places and none for the rest of the world; the user is in FR on desktop.',
    ],
  )
})

test('a person outside the countries of the offer does not see it, whatever its prices', async () => {
  const { data: offer } = await create('shut', {
    countries: ['DE'],
    prices: [german],
    payout: '1',
    revenue: '2',
  })
  const { person } = (await show(offer.id, { country: 'FR', platform: 'ios' })).data
  assert.deepEqual([person.shown, person.message], [false, 'The offer is for DE; the user is in FR.'])
})

test('former prices are told, the newest first, with the time until which clicks earn them', async () => {
  const { data: offer } = await create('former', { payout: '1', revenue: '2' })
  await change(offer.id, { prices: [german] })
  await change(offer.id, { prices: [german, swiss], payout: null, revenue: null })
  const { versions } = (await show(offer.id)).data
  const nowSec = Math.floor(world.clock.nowMs() / 1000)
  assert.deepEqual(
    versions.map((one: { rows: { rest: boolean; payout: string }[]; goal: string | null; until: number }) => [
      one.goal,
      Math.abs(one.until - nowSec) <= 1,
      one.rows.map(({ rest, payout }) => [rest, payout]),
    ]),
    [
      [
        null,
        true,
        [
          [false, '9.45'],
          [true, '1'],
        ],
      ],
      [null, true, [[true, '1']]],
    ],
  )
})

test('an offer that pays the same everywhere has one row and no range', async () => {
  const { data: offer } = await create('plain', { payout: '1', revenue: '2' })
  const { data } = await show(offer.id)
  assert.deepEqual([data.rows.length, data.rows[0].rest, data.audiences], [1, true, 1])
  assert.equal(await listedRange(offer.id), null)
})

test('a country without a platform is refused at the one that is missing', async () => {
  const { data: offer } = await create('half', { payout: '1', revenue: '2' })
  const { status, error } = await show(offer.id, { country: 'DE' })
  assert.deepEqual([status, error.details[0].field], [400, 'platform'])
})

test('a problem with a price of a goal names goal, price and member', async () => {
  const wrong = { ...swiss, payoutShare: null, payout: '20' }
  const goals = [{ goal: 'open', name: 'Account opened', prices: [german, wrong] }]
  const { status, error } = await create('wrong', { goals })
  assert.deepEqual(
    [status, error.details.map(({ field, message }: Record<string, string>) => [field, message])],
    [400, [['goals.1.prices.2.payout', 'is above revenue: every conversion would lose money']]],
  )
})

test('an offer that prices alone pay is listed for their countries, and for no other', async () => {
  const made = await create('in-some-countries', {
    name: 'Alone Bank',
    payout: null,
    revenue: null,
    prices: [german],
  })
  assert.equal(made.status, 201, JSON.stringify(made))
  const listedIn = async (country: string): Promise<number> => {
    const answer = await world.get('/operator/v1/offers', {
      query: { search: 'Alone Bank', country },
      headers,
    })
    return answer.json().data.length
  }
  assert.deepEqual([await listedIn('AT'), await listedIn('JP')], [1, 0])
})
