import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'

import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { keepFirstRun, readFirstRun } from './read-first-run.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer()
})
after(() => world.close())

async function happened(): Promise<readonly string[]> {
  const { steps } = await readFirstRun(world.ports)
  return steps.flatMap(({ step, happened: moment }) => (moment ? [step] : []))
}

/** The world's network has the name of the demo's until here. */
const endDemo = () => world.ports.db.query("update networks set slug = 'bright' where slug = 'demo'")

test('a platform with the demo has no first run, and nothing is kept of it', async () => {
  await keepFirstRun(world.ports)
  assert.deepEqual(await readFirstRun(world.ports), { isDemo: true, steps: [], doers: [] })
  assert.deepEqual(await world.ports.store.firstRun.listFirstRun(world.ports.db), [])
  await endDemo()
  assert.deepEqual(await happened(), ['network', 'offers', 'app'])
})

test('clicks of crawlers and by test keys tick nothing', async () => {
  await world.get('/track', {
    query: { offerId: String(offerId), apiKey: world.app.live.apiKey, userId: 'u' },
    headers: { 'user-agent': 'curl/8.0' },
  })
  await followOffer(world, { offerId, apiKey: world.app.test.apiKey, userId: 'tester' })
  assert.deepEqual(await happened(), ['network', 'offers', 'app'])
})

test('a postback out of order ticks, and a tick stays when all that it stood for is gone', async () => {
  const clickId = await followOffer(world, { offerId, userId: 'player' })
  await tell(world, { query: { click_id: clickId, payout: '2', status: 'approved' } })
  assert.deepEqual(await happened(), ['network', 'offers', 'app', 'click', 'postback'])
  await world.ports.db.query('delete from clicks')
  await world.ports.db.query('delete from postback_requests')
  await world.ports.db.query("update offers set status = 'paused'")
  assert.deepEqual(await happened(), ['network', 'offers', 'app', 'click', 'postback'])
  const { steps } = await readFirstRun(world.ports)
  assert.equal(steps[3]?.happened?.says, 'It happened; its details are no longer kept.')
})

test('the moment that nobody looked at is kept by periodic work', async () => {
  const { db, store } = world.ports
  await db.query('delete from first_run_steps')
  await followOffer(world, { offerId, userId: 'another' })
  await keepFirstRun(world.ports)
  const kept = await store.firstRun.listFirstRun(db)
  assert.ok(kept.some(({ step, isTest }) => step === 'click' && !isTest))
})
