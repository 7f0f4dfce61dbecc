import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { confirmClaim } from '../../packages/server/src/features/conversions/confirm-claim.ts'
import { followOffer, tell } from '../support/conversions.ts'
import { createWorld, type World } from '../support/world.ts'

let world: World
before(async () => {
  world = await createWorld()
})
after(() => world.close())

async function usedOf(offerId: number): Promise<readonly number[]> {
  const rows = await world.ports.db.query<{ used: number }>(
    `select used::integer as used from cap_counters where key like 'offer:' || $1::bigint || ':%' order by key`,
    [offerId],
  )
  return rows.map(({ used }) => used)
}

test('a claim without a click that is taken back by a click of a later day gives back the place on its own day', async () => {
  const offerId = await world.addOffer({ daily_cap: '5' })
  const body = { userId: 'u-1', offerId, transactionId: 'T1' }
  const claimed = await world.post('/v1/conversions', { body, headers: world.credentials })
  await confirmClaim(world.ports, { conversionId: claimed.json().data.conversion_id, actor: 'ops' })
  assert.deepEqual(await usedOf(offerId), [1, 1])
  world.clock.advance({ days: 2 })
  const click_id = await followOffer(world, { offerId, userId: 'u-1' })
  const told = await tell(world, { query: { click_id, txn_id: 'T1', payout: '1.5', status: 'rejected' } })
  assert.equal(told.json().data.status, 'reversed', told.body)
  assert.equal(
    (await usedOf(offerId)).reduce((sum, used) => sum + used, 0),
    0,
  )
})
