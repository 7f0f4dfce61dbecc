// Bad things that users do, one after the other: each raises the score that the endpoint answers, and says why.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { addListEntry } from '../../packages/server/src/features/lists/add-list-entry.ts'
import { listedLink } from '../support/listed-link.ts'
import { rollUpAll } from '../support/roll-up-all.ts'
import { createWorld, type World } from '../support/world.ts'

const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
/** Nobody knows what time it is there. */
const nowhere = '10.0.0.7'
const germany = '84.150.7.7'
const noonMs = Date.UTC(2026, 10, 23, 11)

let world: World
let offers: number[] = []
let poor = 0
let rich = 0
let games: number[] = []
const goals = ['install', 'purchase'].map((goal) => ({ goal, name: goal, payout: '1', revenue: '2' }))

before(async () => {
  world = await createWorld({
    app: { holdScore: 0, rateLimitPerMinute: 100_000, explainsRisk: true },
    environment: { RATE_LIMIT_PER_MINUTE: '1000000' },
  })
  const plain = Array.from({ length: 40 }, () => ({ payout: '1' }))
  ;[poor = 0, rich = 0, ...offers] = await world.addOffers([
    { payout: '0.1', revenue: '0.2' },
    { payout: '20', revenue: '30' },
    ...plain,
  ])
  games = await world.addOffers([1, 2, 3].map(() => ({ goals, payout: undefined, revenue: undefined })))
  await makeUsual()
})
after(() => world.close())

/** Half of the clicks on two offers come to something within minutes; who buys in the game has installed it. */
async function makeUsual(): Promise<void> {
  for (let index = 0; index < 70; index += 1) {
    const user = `usual ${index}`
    const [ofPoor, ofRich, ...ofGames] = await Promise.all(
      [poor, rich, ...games].map((offerId) => follow(user, offerId)),
    )
    world.clock.advance({ seconds: 60 * (10 + (index % 7)) })
    if (index % 2 === 0) await report(ofPoor)
    if (index % 2 === 1) await report(ofRich)
    for (const clickId of ofGames) {
      await report(clickId, { goal: 'install' })
      if (index % 2 === 0) await report(clickId, { goal: 'purchase' })
    }
  }
  await rollUpAll(world.ports)
  await world.open.riskFigures.refresh()
  assert.ok(world.ports.riskFigures.norms().findStep(games[0] ?? 0, 'purchase'))
}

async function follow(userId: string, offerId: number | undefined, address = nowhere): Promise<string> {
  const query = listedLink(world, { offerId: offerId ?? 0, userId })
  const answer = await world.get('/track', { query, headers: { 'user-agent': userAgent }, address })
  return new URL(String(answer.headers['location'])).searchParams.get('click_id') ?? ''
}

async function report(clickId = '', given: Readonly<Record<string, string>> = {}): Promise<void> {
  const query = { click_id: clickId, payout: '1', status: 'approved', ...given }
  const answer = await world.get('/postback', { query })
  assert.equal(answer.statusCode, 200, answer.body)
}

interface Reason {
  readonly code: string
}

async function submit(user: string, device = `device of ${user}`) {
  const body = {
    user_id: user,
    fingerprint_hash: device,
    ip: nowhere,
    fingerprint_data: { user_agent: userAgent },
  }
  const answer = await world.post('/api/v1/fingerprint', {
    body,
    query: { explain: '1' },
    headers: world.credentials,
  })
  assert.equal(answer.statusCode, 200, answer.body)
  const { risk_score, reasons } = answer.json().data
  return { score: risk_score as number, reasons: new Set(reasons.map(({ code }: Reason) => code)) }
}

async function list(action: string, value: string): Promise<void> {
  await addListEntry(world.ports, {
    appId: world.app.appId,
    action,
    kind: 'user',
    value,
    reason: '',
    actor: 'ops',
  })
}

/** A click that comes to something; long after the user came, unless the time is given. */
async function converts(user: string, offerId: number, minutes: number, status?: string): Promise<void> {
  const clickId = await follow(user, offerId)
  world.clock.advance({ seconds: minutes * 60 })
  await report(clickId)
  if (status !== undefined) await report(clickId, { status })
}
const later = () => world.clock.advance({ days: 2 })

type Deed = (user: string) => Promise<void>
/** Deeds of a user, or of others around them, with the signals that they raise. */
const deeds: readonly (readonly [title: string, signals: readonly string[], deed: Deed])[] = [
  [
    'others arrive on their device within the hour',
    ['new_users'],
    async (user) => {
      for (const other of ['b', 'c', 'd']) await submit(`${user} ${other}`, `device of ${user}`)
    },
  ],
  [
    'another on their device is blocked',
    ['blocked_neighbours'],
    async (user) => {
      later()
      await submit(`${user} b`, `device of ${user}`)
      await list('block', `${user} b`)
    },
  ],
  [
    'they come on a dozen devices within a day',
    ['many_devices'],
    async (user) => {
      for (let index = 0; index < 12; index += 1) await submit(user, `device ${index} of ${user}`)
    },
  ],
  ['a review list names them', ['review_list'], (user) => list('review', user)],
  [
    'they earn in seconds, as soon as they came',
    ['fast_conversions', 'early_conversions'],
    async (user) => {
      await converts(user, poor, 0.05)
      await converts(user, rich, 0.05)
    },
  ],
  [
    'two of their conversions are taken back',
    ['reversed_conversions'],
    async (user) => {
      later()
      await converts(user, poor, 12, 'reversed')
      await converts(user, rich, 12, 'reversed')
    },
  ],
  [
    'they click seventy offers in steps of five seconds, and one again and again',
    ['click_flood', 'dense_clicks', 'repeated_clicks', 'hurried_clicks', 'even_clicks'],
    async (user) => {
      for (let index = 0; index < 70; index += 1) {
        world.clock.advance({ seconds: 5 })
        await follow(user, offers[index % 3 === 0 ? 0 : index % offers.length])
      }
    },
  ],
  [
    'each of their clicks comes to something',
    ['high_conversion_share'],
    async (user) => {
      later()
      for (const offerId of [poor, rich]) await converts(user, offerId, 13)
    },
  ],
  [
    'they earn sooner than others on the same offers',
    ['hasty_conversions'],
    async (user) => {
      later()
      for (const offerId of [poor, rich]) await converts(user, offerId, 0.3)
    },
  ],
  [
    'they earn later than others on the same offers',
    ['delayed_conversions'],
    async (user) => {
      for (const offerId of [poor, rich]) await converts(user, offerId, 4_000)
    },
  ],
  [
    'they click what pays most',
    ['lucrative_offers'],
    async (user) => {
      later()
      await converts(user, rich, 13)
    },
  ],
  [
    'they buy in three games and were never reported to have installed one',
    ['skipped_steps'],
    async (user) => {
      later()
      for (const game of games) {
        const clickId = await follow(user, game)
        world.clock.advance({ seconds: 720 })
        await report(clickId, { goal: 'purchase' })
      }
    },
  ],
  [
    'they come when their country sleeps',
    ['odd_hours'],
    async (user) => {
      const nightMs =
        noonMs + Math.ceil((world.clock.nowMs() - noonMs) / 86_400_000) * 86_400_000 - 16_200_000
      for (const [day, offerId] of [poor, rich].entries()) {
        world.clock.advance({ ms: nightMs + (day + 1) * 86_400_000 - world.clock.nowMs() })
        const clickId = await follow(user, offerId, germany)
        world.clock.advance({ seconds: 780 })
        await report(clickId)
      }
    },
  ],
]

for (const [title, signals, deed] of deeds) {
  test(`${title}: the score rises, for ${signals.join(', ')}`, async () => {
    const user = `of ${signals.join()}`
    const before = await submit(user)
    await deed(user)
    const then = await submit(user)
    assert.ok(then.score > before.score, `${then.score}, and ${before.score} before`)
    assert.deepEqual(
      signals.filter((name) => !then.reasons.has(name) || before.reasons.has(name)),
      [],
    )
  })
}

test('eighteen signals are asked of a user’s history', () => {
  assert.equal(new Set(deeds.flatMap(([, signals]) => signals)).size, 18)
})
