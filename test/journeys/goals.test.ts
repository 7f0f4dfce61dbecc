import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { createWorld, type World } from '../support/world.ts'

const browser = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

let world: World
before(async () => {
  world = await createWorld({
    app: { currencyName: 'Coins', currencyRate: 100_000_000, currencyDecimals: 0 },
  })
})
after(() => world.close())

interface WireGoal {
  readonly goal: string
  readonly progress: string
}

interface WireOffer {
  readonly offer_id: number
  readonly payout: number
  readonly link: string
  readonly goals?: readonly WireGoal[]
}

async function list(userId: string): Promise<WireOffer[]> {
  const query = { userId, country: 'DE', platform: 'android', limit: '100' }
  const response = await world.get('/api/v1/offers', { query, headers: world.credentials })
  assert.equal(response.statusCode, 200, response.body)
  return response.json().data
}

async function follow(link: string): Promise<string> {
  const { pathname, search } = new URL(link)
  const response = await world.get(`${pathname}${search}`, { headers: { 'user-agent': browser } })
  assert.equal(response.statusCode, 302)
  return new URL(String(response.headers['location'])).searchParams.get('click_id') ?? ''
}

async function report(clickId: string, goal: string, status = 'approved') {
  const query = { click_id: clickId, payout: '6', status, ...(goal === '' ? {} : { goal }) }
  const response = await world.get('/postback', { query })
  return { status: response.statusCode, body: response.json() }
}

async function progress(userId: string, offerId: number): Promise<string[] | undefined> {
  const offer = (await list(userId)).find(({ offer_id }) => offer_id === offerId)
  return offer?.goals?.map((goal) => `${goal.goal} ${goal.progress}`)
}

const steps = [
  { goal: 'install', name: 'Install “it”', payout: '0.5', revenue: '0.8' },
  { goal: 'level-10', name: 'Niveau 10 erreichen – schnell', payout: '4', revenue: '6', deadline: '7d' },
]

test('list → click → goal 1 approved → progress on the list → goal 2 → the offer leaves the list', async () => {
  const [game, plain] = await world.addOffers([
    { goals: steps, payout: undefined, revenue: undefined },
    { payout: '2.5', revenue: '3' },
  ])
  assert.ok(game !== undefined && plain !== undefined)
  const [first, second] = await list('user-42')
  assert.deepEqual([first?.offer_id, second?.offer_id], [game, plain])
  assert.equal(first?.payout, 4.5)
  assert.deepEqual(first?.goals, [
    {
      goal: 'install',
      name: 'Install “it”',
      payout: 0.5,
      payout_local: 50,
      order: 1,
      repeatable: false,
      deadline_seconds: null,
      progress: 'not_started',
    },
    {
      goal: 'level-10',
      name: 'Niveau 10 erreichen – schnell',
      payout: 4,
      payout_local: 400,
      order: 2,
      repeatable: false,
      deadline_seconds: 7 * 86_400,
      progress: 'not_started',
    },
  ])
  assert.ok(second && !('goals' in second))

  const clickId = await follow(first?.link ?? '')
  assert.deepEqual(await progress('user-42', game), ['install started', 'level-10 started'])
  assert.equal((await report(clickId, '')).status, 200)
  assert.deepEqual(await progress('user-42', game), ['install completed', 'level-10 started'])
  const one = await world.get(`/api/v1/offers/${game}`, {
    query: { userId: 'user-42', country: 'DE', platform: 'android' },
    headers: world.credentials,
  })
  assert.deepEqual(
    one.json().data.goals.map((goal: WireGoal) => goal.progress),
    ['completed', 'started'],
  )
  // Nobody else's list says so.
  assert.deepEqual(await progress('user-43', game), ['install not_started', 'level-10 not_started'])

  const refused = await report(clickId, 'level-11')
  assert.deepEqual(
    [refused.status, refused.body.error.code, refused.body.error.details[0].field],
    [400, 'INVALID_REQUEST', 'goal'],
  )
  assert.match(refused.body.error.details[0].message, /install, level-10/)

  assert.equal((await report(clickId, 'LEVEL-10', 'pending')).body.data.status, 'pending')
  assert.equal(await progress('user-42', game), undefined)
  const lost = await report(clickId, 'level-10', 'rejected')
  assert.equal(lost.body.data.status, 'rejected')
  assert.deepEqual(await progress('user-42', game), ['install completed', 'level-10 started'])
  assert.equal((await report(clickId, 'level-10')).body.data.status, 'approved')
  assert.equal(await progress('user-42', game), undefined)
  assert.deepEqual(
    (await list('user-42')).map(({ offer_id }) => offer_id),
    [plain],
  )
  // Taken back, it can be earned again, and says so.
  assert.equal((await report(clickId, 'install', 'reversed')).body.data.status, 'reversed')
  assert.deepEqual(await progress('user-42', game), ['install reversed', 'level-10 completed'])
})

test('a goal whose time is over is expired, and no goal keeps a listed offer open for ever', async () => {
  const game = await world.addOffer({ goals: steps, payout: undefined, revenue: undefined })
  const link = (await list('slow')).find(({ offer_id }) => offer_id === game)?.link ?? ''
  const clickId = await follow(link)
  world.clock.advance({ days: 8 })
  assert.deepEqual(await progress('slow', game), ['install started', 'level-10 expired'])
  const late = await report(clickId, 'level-10')
  assert.deepEqual([late.body.data.status, late.body.data.reason], ['pending', 'deadline'])
  assert.deepEqual(await progress('slow', game), ['install started', 'level-10 pending'])
  assert.equal((await report(clickId, 'install')).body.data.status, 'approved')
  assert.equal(await progress('slow', game), undefined)
})

test('every user sees their own progress in one page of many offers with goals', async () => {
  const games = await world.addOffers(
    Array.from({ length: 12 }, () => ({ goals: steps, payout: undefined, revenue: undefined })),
  )
  const users = ['ann', 'bob', 'cém']
  for (const [place, user] of users.entries()) {
    const links = new Map((await list(user)).map(({ offer_id, link }) => [offer_id, link]))
    for (const [index, game] of games.entries()) {
      if (index % 3 !== place) continue
      const clickId = await follow(links.get(game) ?? '')
      if (index % 2 === 0) assert.equal((await report(clickId, 'install')).status, 200)
    }
  }
  for (const [place, user] of [...users, 'nobody'].entries()) {
    const offers = new Map((await list(user)).map((offer) => [offer.offer_id, offer]))
    for (const [index, game] of games.entries()) {
      const isHis = index % 3 === place
      const expected = isHis
        ? [index % 2 === 0 ? 'completed' : 'started', 'started']
        : ['not_started', 'not_started']
      assert.deepEqual(
        offers.get(game)?.goals?.map(({ progress: how }) => how),
        expected,
        `${user} ${index}`,
      )
    }
  }
})

test('a claim names a goal of the offer, and no other', async () => {
  const game = await world.addOffer({ goals: steps, payout: undefined, revenue: undefined })
  const claim = (goal?: string) =>
    world.post('/v1/conversions', {
      headers: world.credentials,
      body: { userId: 'claimer', offerId: game, ...(goal === undefined ? {} : { goal }) },
    })
  const named = await claim('Level 10')
  assert.deepEqual([named.statusCode, named.json().data.goal, named.json().data.payout], [201, 'level-10', 4])
  const unnamed = await claim()
  assert.deepEqual(
    [unnamed.statusCode, unnamed.json().data.goal, unnamed.json().data.payout],
    [201, 'install', 0.5],
  )
  const unknown = await claim('level-11')
  assert.deepEqual(
    [unknown.statusCode, unknown.json().error.code, unknown.json().error.details],
    [
      400,
      'INVALID_REQUEST',
      [{ field: 'goal', rule: 'unknown', message: 'must be a goal of the offer: install, level-10' }],
    ],
  )
})
