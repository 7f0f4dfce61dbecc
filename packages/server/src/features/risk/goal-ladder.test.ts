// Ladders of goals, from the report to the score: what is usual is counted with each report, and once.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readEvent, type RiskEvent } from '@quoin/core/risk/backtest/events.ts'
import { Replay } from '@quoin/core/risk/backtest/replay.ts'
import { signals } from '@quoin/core/risk/signals/index.ts'
import { skippedSteps } from '@quoin/core/risk/signals/skipped-steps.ts'
import { makeSighting } from '../../../../../test/support/make-sighting.ts'
import { rollUpAll } from '../../../../../test/support/roll-up-all.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { assessDevices } from '../devices/assess/assess-devices.ts'
import { assessUser } from '../devices/assess-user.ts'
import { loadActivities } from '../devices/load-activities.ts'
import { rebuildStats } from '../stats/rebuild-stats.ts'

const world = await createWorld({ app: { rateLimitPerMinute: 100_000, holdScore: 0 } })
const other = await createWorld({ beside: world })
after(async () => {
  await other.close()
  await world.close()
})
const { ports, clock } = world
const { appId } = world.app
const app = { id: appId, fraudShare: null }
const userAgent =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/147.0.0.0 Safari/537.36'
const goals = ['install', 'level-5', 'purchase'].map((goal) => ({
  goal,
  name: goal,
  payout: '1',
  revenue: '2',
}))
const ladder = { goals, payout: undefined, revenue: undefined }
const [game = 0, silent = 0, plans = 0] = await world.addOffers([ladder, ladder, ladder])

const replay = new Replay({
  countryOf: (address) => ports.geo.countryOf(address),
  describeAddress: (address) => ports.addresses.describe(address),
  isBot: ports.isBot,
})
const clickIds = new Map<string, string>()

/** The same at the server and in the back-test. */
async function happen(row: object): Promise<void> {
  clock.advance({ seconds: 20 })
  const event = readEvent({ ts: clock.nowMs() / 1_000, ...row })
  assert.ok(!(event instanceof Error))
  replay.apply(event)
  await happenLive(event)
}

async function happenLive(event: RiskEvent): Promise<void> {
  if (event.type === 'fingerprint') {
    const { fingerprintHash, userId, atMs } = event
    await assessDevices(ports, [makeSighting(appId, { fingerprintHash, userId, seenAtMs: atMs, data: {} })])
  } else if (event.type === 'click') {
    const query = { offerId: String(event.offerId), apiKey: world.app.live.apiKey, userId: event.userId }
    const answer = await world.get('/track', { query, headers: { 'user-agent': userAgent } })
    clickIds.set(
      event.clickId,
      new URL(String(answer.headers['location'])).searchParams.get('click_id') ?? '',
    )
  } else {
    const query = { click_id: clickIds.get(event.clickId) ?? '', goal: event.goal, status: event.status }
    const answer = await world.get('/postback', { query: { ...query, payout: '1' } })
    assert.equal(answer.statusCode, 200, answer.body)
  }
}

const seen = (user_id: string) =>
  happen({ type: 'fingerprint', body: { fingerprint_hash: `device of ${user_id}`, user_id } })
let clicks = 0
async function reports(user_id: string, offer_id: number, names: readonly string[]): Promise<void> {
  clicks += 1
  const click_id = `click ${clicks}`
  await happen({ type: 'click', user_id, offer_id, click_id })
  for (const goal of names) await says(user_id, click_id, goal)
}
const says = (user_id: string, click_id: string, goal: string, status = 'approved') =>
  happen({
    type: 'conversion',
    user_id,
    click_id,
    goal,
    status,
    payout: 1,
    goal_order: goals.findIndex((one) => one.goal === goal),
  })

/** All who reach a level have installed; the second network reports no steps, and of the plans everyone takes one. */
for (let index = 0; index < 60; index += 1) {
  const user = `user ${index}`
  await reports(user, game, index % 2 === 0 ? ['install', 'level-5', 'purchase'] : ['level-5', 'install'])
  await reports(user, silent, ['purchase'])
  await reports(user, plans, [['install', 'level-5', 'purchase'][index % 3] ?? ''])
}
const seenUsers = ['skips', 'climbs']
for (const user of seenUsers) await seen(user)
await reports('skips', game, ['purchase'])
await reports('skips', silent, ['purchase'])
await reports('skips', plans, ['purchase'])
await reports('climbs', game, ['install', 'level-5', 'purchase'])
await rollUpAll(ports)
for (const one of [world, other]) await one.open.riskFigures.refresh()

interface Counted {
  readonly goal: string
  readonly step: string
  readonly reports: number
}
const countedOf = async (offerId: number): Promise<string[]> => {
  const rows = await ports.db.query<Counted>(
    `select goal, step, sum(reports)::bigint as reports from goal_steps where offer_id = $1
     group by goal, step order by goal, step`,
    [offerId],
  )
  return rows.map(({ goal, step, reports: count }) => `${goal} ${step || 'all'} ${count}`)
}
const usual = [
  'install all 61',
  'level-5 all 61',
  'level-5 install 61',
  'purchase all 32',
  'purchase install 31',
  'purchase level-5 31',
]

async function skipsOf(of: typeof world, userId: string) {
  const user = { appId, isTest: false, userId }
  const activities = await loadActivities(of.ports, [user], clock.nowMs())
  const evidence = { systems: [], activity: activities.describe(user, { firstSeenAtMs: undefined }) }
  const share = skippedSteps.read(evidence) ?? 0
  const { probability } = await assessUser(of.ports, { app, isTest: false, userId })
  return { share, probability, reason: share > 0 ? skippedSteps.describe(evidence) : undefined }
}

test('each goal is counted once with the steps that its user had, in whatever order they were reported', async () => {
  assert.deepEqual(await countedOf(game), usual)
  assert.deepEqual(await countedOf(silent), ['purchase all 61'])
})

test('a day that is rolled up again is counted as before', async () => {
  await rebuildStats(ports, { fromMs: clock.nowMs() - 30 * 86_400_000 })
  await rollUpAll(ports)
  assert.deepEqual(await countedOf(game), usual)
})

test('a goal without the step before it speaks against its user, on two servers alike, and in plain words', async () => {
  const [here, there] = await Promise.all([skipsOf(world, 'skips'), skipsOf(other, 'skips')])
  assert.deepEqual(here, there)
  assert.match(
    here.reason ?? '',
    /^1 of 1 goal came without the step before; usual on these offers is 1 of \d+$/,
  )
  const climbs = await skipsOf(world, 'climbs')
  assert.equal(climbs.reason, undefined)
})

test('offers whose network reports no steps, and goals that are alternatives, have no steps', () => {
  const norms = ports.riskFigures.norms()
  assert.equal(norms.findStep(game, 'level-5')?.step, 'install')
  for (const { goal } of goals) {
    assert.equal(norms.findStep(silent, goal), undefined)
    assert.equal(norms.findStep(plans, goal), undefined)
  }
})

test('a back-test says of ladders what a server says', async () => {
  const shares = new Map([...replay.users()].map(({ userId, last }) => [userId, last]))
  assert.ok((await skipsOf(world, 'skips')).share > 0.05)
  const index = signals.findIndex(({ name }) => name === 'skipped_steps')
  for (const userId of seenUsers) {
    assert.equal((await skipsOf(world, userId)).share, shares.get(userId)?.[0]?.[index])
  }
})

test('a step that arrives after its goal is a step from then on, and one that was reversed stays one', async () => {
  await seen('late')
  await reports('late', game, ['level-5'])
  assert.match((await skipsOf(world, 'late')).reason ?? '', /^1 of 1 goal/)
  const clickId = `click ${clicks}`
  await says('late', clickId, 'install')
  assert.equal((await skipsOf(world, 'late')).reason, undefined)
  await says('late', clickId, 'install', 'reversed')
  assert.equal((await skipsOf(world, 'late')).reason, undefined)
})

test('a retired step is none any more', async () => {
  await ports.db.query(`update offer_goals set is_retired = true where offer_id = $1 and goal = 'level-5'`, [
    game,
  ])
  await world.open.riskFigures.refresh()
  assert.equal(ports.riskFigures.norms().findStep(game, 'purchase')?.step, 'install')
})
