import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { assertSuccess } from '../../../../../test/support/assert-answer.ts'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { updateApp } from './update-app.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld({ app: { fallbackUrl: 'https://games.example/later' } })
  offerId = await world.addOffer({ name: 'Quiet Chess' })
})
after(() => world.close())

const turn = (isPaused: boolean) =>
  updateApp({ ...world.ports, actor: 'test' }, world.app.appId, { isPaused })

async function listed(
  credentials: Readonly<Record<string, string>>,
  query = { userId: 'u-1' },
): Promise<number> {
  const answer = await world.get('/api/v1/offers', {
    query: { ...query, country: 'DE', platform: 'android' },
    headers: credentials,
  })
  return assertSuccess<object[]>(answer).length
}

function follow(userId: string) {
  return world.get('/track', {
    query: { offerId: String(offerId), apiKey: world.app.live.apiKey, userId },
    headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/141.0.0.0' },
  })
}

test('a paused app lists nothing to live users, and leads links to the fallback; test data go on', async () => {
  assert.equal(await listed(world.credentials), 1)
  const tested = await listed(world.testCredentials)
  assert.ok(tested > 0)
  await turn(true)
  assert.equal(await listed(world.credentials), 0)
  assert.equal(await listed(world.testCredentials), tested)
  const led = await follow('u-2')
  assert.equal(led.headers['location'], 'https://games.example/later')
  await turn(false)
  assert.equal(await listed(world.credentials), 1)
  assert.notEqual((await follow('u-2')).headers['location'], 'https://games.example/later')
})

test('a click made before the pause is paid in it, once', async () => {
  await turn(false)
  const clickId = await followOffer(world, { offerId, userId: 'u-3' })
  await turn(true)
  const told = await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  assert.equal(told.statusCode, 200, told.body)
  const again = await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  assert.equal(again.json().duplicate ?? again.json().data?.duplicate, true, again.body)
  const rows = await world.database.database.query<{ status: string }>(
    'select status from conversions where click_id = $1::uuid',
    [clickId],
  )
  assert.deepEqual(rows, [{ status: 'approved' }])
  await turn(false)
})

test('a click in the pause led to the fallback: a report on it is not paid without a person', async () => {
  await turn(true)
  await follow('u-4')
  const [click] = await world.database.database.query<{ id: string; outcome: string; reason: string }>(
    "select id, outcome, reason from clicks where user_id = 'u-4'",
    [],
  )
  assert.deepEqual([click?.outcome, click?.reason], ['fallback', 'app_paused'])
  await turn(false)
  const told = await tell(world, { query: { click_id: click?.id ?? '', payout: '1', status: 'approved' } })
  assert.equal(told.statusCode, 200, told.body)
  const [row] = await world.database.database.query<{ status: string; reason: string }>(
    'select status, reason from conversions where click_id = $1::uuid',
    [click?.id],
  )
  assert.deepEqual(row, { status: 'pending', reason: 'fallback' })
})

test('the eligibility of an offer names the pause that keeps it away', async () => {
  await turn(true)
  const answer = await world.get(`/api/v1/offers/${offerId}/eligibility`, {
    query: { userId: 'u-5', country: 'DE', platform: 'android' },
    headers: world.credentials,
  })
  const { checks } = assertSuccess<{ checks: { code: string; verdict: string }[] }>(answer)
  const failed = checks.filter(({ verdict }) => verdict === 'failed').map(({ code }) => code)
  assert.deepEqual(failed, ['app_paused'])
  await turn(false)
})
