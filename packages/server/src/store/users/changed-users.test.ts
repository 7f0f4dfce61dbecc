import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { followOffer, tell } from '../../../../../test/support/conversions.ts'
import { untilSettled } from '../../../../../test/support/until-settled.ts'
import { createWorld, type World } from '../../../../../test/support/world.ts'
import { listChangedUsers } from './changed-users.ts'

let world: World
let offerId: number
before(async () => {
  world = await createWorld()
  offerId = await world.addOffer()
})
after(() => world.close())

async function convert(userId: string): Promise<void> {
  const clickId = await followOffer(world, { offerId, userId })
  const { statusCode } = await tell(world, { query: { click_id: clickId, payout: '1', status: 'approved' } })
  assert.equal(statusCode, 200)
}

/** Once what was written before is settled: until then it may be named again. */
async function changedSince(position: number, limit = 100) {
  await untilSettled(world.open.ports.db)
  return await changedByNow(position, limit)
}

async function changedByNow(position: number, limit = 100) {
  const { position: next, users } = await listChangedUsers(world.open.ports.db, position, limit)
  return { next, userIds: users.map(({ userId }) => userId).sort() }
}

test('each user whose conversions changed behind a position is named, and nobody before it', async () => {
  const start = await changedSince(Number.MAX_SAFE_INTEGER)
  assert.deepEqual(start.userIds, [])
  await convert('ann')
  await convert('bob')
  const first = await changedSince(start.next)
  assert.deepEqual(first.userIds, ['ann', 'bob'])
  assert.deepEqual((await changedSince(first.next)).userIds, [])
  await convert('cid')
  assert.deepEqual((await changedSince(first.next)).userIds, ['cid'])
})

test('a change that commits after one that began later is not missed', async () => {
  const { next } = await changedSince(Number.MAX_SAFE_INTEGER)
  const { db } = world.open.ports
  let seen: { next: number; userIds: string[] } | undefined
  await db.transaction(async (slow) => {
    // Has its number now, and writes its event under it.
    await slow.query('select pg_current_xact_id()', [])
    await convert('quick')
    seen = await changedByNow(next)
    await slow.query(
      `update conversion_events set written_in = pg_current_xact_id()::text::bigint
       where conversion_id in (select id from conversions where user_id = $1)`,
      ['ann'],
    )
  })
  assert.deepEqual(seen?.userIds, ['quick'])
  assert.ok((await changedSince(seen?.next ?? 0)).userIds.includes('ann'))
})

test('as many as were asked for tell that there may be more', async () => {
  const { next } = await changedSince(Number.MAX_SAFE_INTEGER)
  for (const userId of ['dan', 'eve', 'fay']) await convert(userId)
  assert.equal((await changedSince(next, 2)).userIds.length, 2)
  assert.deepEqual((await changedSince(next, 4)).userIds, ['dan', 'eve', 'fay'])
})
