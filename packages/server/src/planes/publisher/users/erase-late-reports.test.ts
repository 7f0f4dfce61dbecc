import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Click } from '@quoin/core/tracking/click.ts'
import { tell } from '../../../../../../test/support/conversions.ts'
import { openErasureScene } from '../../../../../../test/support/erasure-scene.ts'
import { makeClick } from '../../../../../../test/support/make-click.ts'
import { eventually } from '../../../../../../test/support/eventually.ts'
import { createWorld, type World } from '../../../../../../test/support/world.ts'
import { matchKeptPostbacks } from '../../../features/postbacks/match-kept-postbacks.ts'
import { eraseLateClicks } from '../../../features/users/erase-late-clicks.ts'
import { finishErasures } from '../../../features/users/finish-erasures.ts'

let world: World
before(async () => {
  world = await createWorld({ environment: { RATE_LIMIT_PER_MINUTE: '1000000' } })
})
after(() => world.close())

const { erase, visit, report, findEverywhere } = openErasureScene(() => world)

function clickOf(userId: string, offerId: number, clickedAtMs: number, changes: Partial<Click> = {}): Click {
  return makeClick({
    appId: world.app.appId,
    offerId,
    userId,
    subId: `sub-${userId}`,
    userAgent: `Browser of ${userId}`,
    clickedAtMs,
    ...changes,
  })
}

test('a write under way when its user was erased is erased by the second pass', async () => {
  const offerId = await world.addOffer()
  const beforeMs = world.clock.nowMs() - 1
  const late = clickOf('racer', offerId, beforeMs)
  const { token } = await erase('racer')
  // Its write had begun before, and was committed after.
  await world.ports.store.clicks.insertClicks(world.ports.db, [late])
  world.clock.advance({ seconds: 2 })
  await report(late.id, 'approved')
  assert.ok((await findEverywhere('racer')).length >= 2)
  world.clock.advance({ seconds: 600 })
  await finishErasures(world.ports)
  assert.deepEqual(await findEverywhere('racer'), [])
  assert.equal((await world.ports.store.clicks.findClick(world.ports.db, late.id))?.userId, token)
})

test('a postback that is refused long after names nobody, also when its click is gone', async () => {
  const user = 'late-refusal'
  const clicks = [await visit(user, await world.addOffer()), await visit(user, await world.addOffer())]
  for (const clickId of clicks) await report(clickId, 'approved')
  await erase(user)
  world.clock.advance({ seconds: 600 })
  await finishErasures(world.ports)
  await world.ports.db.query('delete from clicks where id = $1', [clicks[1]])
  for (const clickId of clicks) {
    const query = { payout: '1.5', status: 'rejected', s1: user }
    for (const sent of [clickId, clickId.toUpperCase()])
      assert.equal((await tell(world, { query: { ...query, click_id: sent } })).statusCode, 400)
  }
  const refused = async () =>
    await world.ports.db.query(
      `select click_id, parameters from postback_requests
       where outcome = 'refused' and click_id = any($1) order by click_id`,
      [clicks],
    )
  const nothing = (clickId: string) => ({ click_id: clickId, parameters: {} })
  const both = clicks.toSorted().flatMap((clickId) => [nothing(clickId), nothing(clickId)])
  // The log is written apart from the answers.
  await eventually(async () => (await refused()).length, both.length)
  assert.deepEqual(await refused(), both)
  assert.deepEqual(await findEverywhere(user), [])
})

test('a postback that waited for a click out of a spool keeps nothing of its user', async () => {
  const user = 'late-match'
  const click = clickOf(user, await world.addOffer(), world.clock.nowMs() - 1)
  const kept = { click_id: click.id, payout: '1.5', status: 'approved', s1: user }
  assert.equal((await tell(world, { query: kept })).statusCode, 404)
  await eventually(async () => (await findEverywhere(user)).length, 1)
  await erase(user)
  world.clock.advance({ seconds: 600 })
  await finishErasures(world.ports)
  await world.ports.store.clicks.insertClicks(world.ports.db, await eraseLateClicks(world.ports, [click]))
  const { applyPostback } = world.ports.writers
  assert.equal(await matchKeptPostbacks(world.ports, { clickIds: [click.id], applyPostback }), 1)
  assert.deepEqual(await findEverywhere(user), [])
})

test('a click that comes out of a spool later is written without what is personal', async () => {
  const offerId = await world.addOffer()
  const beforeMs = world.clock.nowMs() - 1
  const { token } = await erase('spooled')
  world.clock.advance({ days: 3 })
  await finishErasures(world.ports)
  const clicks = [
    clickOf('spooled', offerId, beforeMs),
    clickOf('spooled', offerId, world.clock.nowMs()),
    clickOf('somebody', offerId, beforeMs),
  ]
  const written = await eraseLateClicks(world.ports, clicks)
  assert.deepEqual(
    written.map(({ userId }) => userId),
    [token, 'spooled', 'somebody'],
  )
  assert.deepEqual([written[0]?.subId, written[0]?.address, written[0]?.userAgent], [null, null, null])
  assert.deepEqual(written.slice(1), clicks.slice(1))
})
