import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { keepTestOffers, testNetworkSlug } from '../../../features/catalogue/keep-test-offers.ts'

let world: World
let networkId = 0
before(async () => {
  world = await createWorld({
    people: {
      findSession: () => undefined,
      findToken: (token) => ({ id: token, name: token, role: 'operator' }),
    },
  })
  networkId = await idOf('demo')
})
after(() => world.close())

const headers = { authorization: 'Bearer ada' }

async function idOf(slug: string): Promise<number> {
  const { ports } = world
  return (await ports.store.networks.findNetworkBySlug(ports.db, slug))?.id ?? 0
}

const farm = {
  externalId: 'farm',
  name: 'Bubble Farm',
  destinationUrl: 'https://go.example/?click_id={click_id}',
  payout: '1.25',
  revenue: '2',
}

async function create(body: object) {
  const answer = await world.post('/operator/v1/offers', { headers, body: { networkId, ...farm, ...body } })
  return { status: answer.statusCode, ...answer.json() }
}

async function change(id: string, body: object) {
  const answer = await world.call({ method: 'PATCH', path: `/operator/v1/offers/${id}`, headers, body })
  return { status: answer.statusCode, ...answer.json() }
}

async function listed(credentials = world.credentials): Promise<readonly { name: string; payout: number }[]> {
  const query = { userId: 'ada', country: 'DE', platform: 'ios', limit: '100' }
  return (await world.get('/api/v1/offers', { query, headers: credentials })).json().data
}

async function lastChange(id: string) {
  const { ports } = world
  const [row] = await ports.store.audit.listAudit(ports.db, { object: `offer:${id}`, limit: 1 })
  return row
}

const problemsOf = ({ error }: { error: { details: { field: string; message: string }[] } }) =>
  Object.fromEntries(error.details.map(({ field, message }) => [field, message]))

test('an offer that is created is listed at once, with its goals, and stands in the audit log', async () => {
  const goals = [
    { goal: 'Install', name: 'Install and open', payout: '0.50', revenue: '0.80' },
    { goal: 'level-10', name: 'Reach level 10', payout: '4', revenue: '6', deadline: '7d', externalId: 'E9' },
  ]
  const { status, data } = await create({
    externalId: 'full',
    name: 'Emberhold',
    payout: null,
    revenue: null,
    goals,
    countries: ['de', 'AT'],
    platforms: ['ios', 'android'],
    categories: ['Games'],
    dailyCap: 20,
    startsAt: '2020-01-01T00:00:00Z',
    endsAt: '2099-01-01T00:00:00Z',
    holdDays: 3,
    repeatable: true,
  })
  assert.equal(status, 201)
  assert.deepEqual(
    [data.payout, data.revenue, data.countries, data.platforms, data.categories, data.daily_cap],
    ['4.5', '6.8', ['DE', 'AT'], ['android', 'ios'], ['games'], 20],
  )
  assert.deepEqual(
    data.goals.map((one: Record<string, unknown>) => [
      one['goal'],
      one['external_id'],
      one['deadline_seconds'],
    ]),
    [
      ['install', null, null],
      ['level-10', 'E9', 7 * 86_400],
    ],
  )
  assert.deepEqual([data.hold_days, data.starts_at, data.paused_by], [3, 1_577_836_800, null])
  assert.ok((await listed()).some(({ name }) => name === 'Emberhold'))
  const { action, actor } = (await lastChange(data.id)) ?? {}
  assert.deepEqual([action, actor], ['offer.created', 'token:ada'])
})

test('an offer that is created paused is listed once it is resumed', async () => {
  const { data } = await create({ externalId: 'later', name: 'Later', status: 'paused' })
  assert.equal(data.paused_by, 'operator')
  assert.ok(!(await listed()).some(({ name }) => name === 'Later'))
  await world.post(`/operator/v1/offers/${data.id}/resume`, { headers })
  assert.ok((await listed()).some(({ name }) => name === 'Later'))
})

test('every bad field is named at once, goals by their number, and nothing is written', async () => {
  const before = await world.ports.store.offers.countOffers(world.ports.db)
  const answer = await create({
    networkId: 999_999,
    externalId: '',
    name: '\u200b',
    destinationUrl: 'https://x.example/',
    payout: '1,5',
    payoutShare: '0.5',
    countries: ['XX'],
    platforms: ['tv'],
    endsAt: 'soon',
    dailyCap: 0,
    goals: [
      { goal: 'a', name: 'A', payout: '1', revenue: '2' },
      { goal: 'b', name: 'B', payout: '3', revenue: '2' },
    ],
  })
  assert.deepEqual([answer.status, answer.error.code], [400, 'INVALID_REQUEST'])
  const problems = problemsOf(answer)
  assert.deepEqual(Object.keys(problems).toSorted(), [
    ...['countries', 'dailyCap', 'endsAt', 'externalId', 'goals.2.payout', 'name', 'networkId', 'payout'],
    ...['payoutShare', 'platforms'],
  ])
  assert.match(problems['goals.2.payout'] ?? '', /^is above revenue/)
  assert.equal(await world.ports.store.offers.countOffers(world.ports.db), before)
})

test('an address without the click id is refused, unless the network’s parameter may be added', async () => {
  const given = { externalId: 'bare', destinationUrl: 'https://go.example/x' }
  assert.match(problemsOf(await create(given))['destinationUrl'] ?? '', /carries no click id/)
  const { data } = await create({ ...given, addClickId: true })
  assert.equal(data.destination_url, 'https://go.example/x?click_id={click_id}')
  assert.match(
    problemsOf(await create({ externalId: 'm', fallbackUrl: 'https://x.example/?a={nobody}' }))[
      'fallbackUrl'
    ] ?? '',
    /\{nobody\}/,
  )
})

test('an id that the network has already is refused, and its offer stays as it is', async () => {
  const { data } = await create({ externalId: 'twice', name: 'First' })
  const again = await create({ externalId: 'twice', name: 'Second', dailyCap: 5 })
  assert.deepEqual(problemsOf(again), { externalId: `is the id of offer ${data.id} of this network` })
  const { name, daily_cap: cap } = (await change(data.id, {})).data
  assert.deepEqual([name, cap], ['First', null])
})

test('only what is given changes; the log has before and after, and no change is no row', async () => {
  const { data } = await create({ externalId: 'edit', name: 'Edit me', countries: ['DE'], totalCap: 9 })
  const changed = await change(data.id, { name: 'Edited', countries: [], totalCap: null, payout: '1.5' })
  assert.equal(changed.status, 200)
  assert.deepEqual(
    [
      changed.data.name,
      changed.data.countries,
      changed.data.total_cap,
      changed.data.payout,
      changed.data.revenue,
    ],
    ['Edited', [], null, '1.5', '2'],
  )
  const row = await lastChange(data.id)
  assert.equal(row?.action, 'offer.updated')
  assert.deepEqual(row?.details, {
    before: { name: 'Edit me', payout: '1.25', countries: 'DE', total_cap: '9' },
    after: { name: 'Edited', payout: '1.5', countries: 'everywhere', total_cap: '' },
  })
  await change(data.id, { name: 'Edited' })
  assert.equal((await lastChange(data.id))?.id, row?.id)
  assert.deepEqual(Object.keys(problemsOf(await change(data.id, { payout: '3' }))), ['payout'])
})

test('a goal that is left out is retired, and amounts that are the sum of the goals follow them', async () => {
  const [a, b] = ['a', 'b'].map((goal) => ({ goal, name: goal, payout: '1', revenue: '2' }))
  const { data } = await create({ externalId: 'goals', payout: null, revenue: null, goals: [a, b] })
  const { data: now } = await change(data.id, { goals: [{ ...a, payout: '1.5', name: 'First' }] })
  assert.equal(now.payout, '1.5')
  assert.deepEqual(
    now.goals.map((one: Record<string, unknown>) => [one['goal'], one['name'], one['retired']]),
    [
      ['a', 'First', false],
      ['b', 'b', true],
    ],
  )
})

test('a conversion of an earlier click earns what the offer paid then', async () => {
  const { data } = await create({ externalId: 'dear', payout: '1', revenue: '2' })
  const clickId = await followOffer(world, { offerId: Number(data.id), userId: 'early' })
  world.clock.advance({ seconds: 1 })
  await change(data.id, { payout: '0.10' })
  await tell(world, { query: { click_id: clickId, payout: '2', status: 'approved' } })
  const [row] = await world.ports.db.query<{ payout: number }>(
    'select payout_micros as payout from conversions where click_id = $1',
    [clickId],
  )
  assert.equal(row?.payout, 1_000_000)
})

test('an operator’s pause and a hold outlast a change of something else', async () => {
  const { data } = await create({ externalId: 'kept', holdDays: 4, status: 'paused' })
  const { data: now } = await change(data.id, { name: 'Still paused' })
  assert.deepEqual([now.paused_by, now.hold_days], ['operator', 4])
  await world.post(`/operator/v1/offers/${data.id}/resume`, { headers })
  assert.equal((await change(data.id, { name: 'Runs' })).data.status, 'active')
})

test('an offer of the test network is a test offer; the built-in ones are left to the server', async () => {
  await keepTestOffers(world.ports)
  const test = await idOf(testNetworkSlug)
  const { data } = await create({ networkId: test, externalId: 'mine', name: 'Mine to try' })
  assert.equal(data.test, true)
  const names = async (credentials: typeof world.credentials) =>
    (await listed(credentials)).map(({ name }) => name)
  assert.ok((await names(world.testCredentials)).includes('Mine to try'))
  assert.ok(!(await names(world.credentials)).includes('Mine to try'))
  const [builtIn] = await world.ports.store.knownOffers.listKnownOffers(world.ports.db, test, ['test-1'])
  const answer = await change(String(builtIn?.id), { name: 'Mine now' })
  assert.deepEqual([answer.status, answer.error.code], [400, 'INVALID_REQUEST'])
})

test('two changes at once of one offer are both there', async () => {
  const { data } = await create({ externalId: 'both' })
  const answers = await Promise.all([
    change(data.id, { name: 'Named' }),
    change(data.id, { dailyCap: 7 }),
    change(data.id, { countries: ['FR'] }),
  ])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  const { name, daily_cap: cap, countries } = (await change(data.id, {})).data
  assert.deepEqual([name, cap, countries], ['Named', 7, ['FR']])
})

test('the amount of a cost is read as it is written, and sent back it is the same', async () => {
  const cost = { cost: 'deposit', costAmount: '250.5', costCurrency: 'EUR' }
  const { data } = await create({ externalId: 'deposit', ...cost })
  const read = async () => (await change(data.id, {})).data
  assert.deepEqual([(await read()).cost_amount, (await read()).cost_currency], ['250.5', 'EUR'])
  assert.equal((await change(data.id, { costAmount: (await read()).cost_amount })).status, 200)
  assert.equal((await read()).cost_amount, '250.5')
})
