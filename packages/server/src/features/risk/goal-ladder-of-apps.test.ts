// One app's reports of goals beside those of all others: it makes no ladder for them, whatever it reports.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { findUsualStep, reportsOfAppGranted } from '@quoin/core/risk/usual-steps.ts'
import { createWorld } from '../../../../../test/support/world.ts'

const world = await createWorld()
after(() => world.close())
const { ports, clock } = world
const goals = ['install', 'purchase'].map((goal) => ({ goal, name: goal, payout: '1', revenue: '2' }))
const ladder = { goals, payout: undefined, revenue: undefined }
const [game = 0, quiet = 0] = await world.addOffers([ladder, ladder])

/** The rows that the roll-up would have made of an app by now. */
async function count(offerId: number, appId: number, purchases: number, withInstall: number): Promise<void> {
  await ports.db.query(
    `insert into goal_steps (offer_id, app_id, day, goal, step, reports)
     select $1, $2, (to_timestamp($3::bigint / 1000.0) at time zone 'UTC')::date, 'purchase', step, reports
     from (values ('', $4::int), ('install', $5::int)) as counted (step, reports) where reports > 0`,
    [offerId, appId, clock.nowMs(), purchases, withInstall],
  )
}

async function ladderOf(offerId: number) {
  const nowMs = clock.nowMs()
  const wanted = { sinceMs: nowMs - 30 * 86_400_000, latelyMs: nowMs - 3 * 86_400_000, limit: 100 }
  const rows = await ports.store.goalSteps.listGoalSteps(ports.db, wanted)
  return rows.find((row) => row.offerId === offerId)
}

test('an app counts as much as all others together and a bound beside, however much it reports', async () => {
  await count(game, 1, 1_000, 20)
  await count(game, 2, 100_000, 100_000)
  const found = await ladderOf(game)
  assert.ok(found)
  assert.equal(Math.round(found.reached), 2_000 + reportsOfAppGranted)
  assert.equal(Math.round(found.came), 1_020 + reportsOfAppGranted)
  assert.equal(findUsualStep([found]), undefined)
})

test('an app alone is believed to the bound', async () => {
  await count(quiet, 3, 5_000, 5_000)
  const found = await ladderOf(quiet)
  assert.equal(Math.round(found?.reached ?? 0), reportsOfAppGranted)
})
