import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import { dayMs } from '@quoin/core/time/durations.ts'
import { createWorld } from '../../../../../test/support/world.ts'

const world = await createWorld()
after(() => world.close())
const { ports, clock } = world

interface Earned {
  readonly appId: number
  readonly networkId: number
  readonly userId: string
  readonly status: ConversionStatus
}

/** A conversion of forty days ago, as it stands. */
async function earn({ appId, networkId, userId, status }: Earned): Promise<void> {
  await ports.db.query(
    `insert into conversions (id, version, app_id, network_id, offer_id, user_id, goal, txn_key, source, status,
       reported_status, revenue_micros, payout_micros, payout_local_micros, currency, rate_micros, decimals, rounding,
       is_test, created_at, updated_at)
     values ($1, 1, $2, $3, 1, $4, 'default', '', 'claim', $5, $5, 1, 1, 1, 'Points', 1, 0, 'half_up', false,
       to_timestamp($6::bigint / 1000.0), to_timestamp($6::bigint / 1000.0))`,
    [ports.newId(), appId, networkId, userId, status, clock.nowMs() - 40 * dayMs],
  )
}
const outcomes = (perSourceMax = 100) =>
  ports.store.riskWeights.listOutcomes(ports.db, {
    ...{
      sinceMs: clock.nowMs() - 180 * dayMs,
      matureMs: clock.nowMs() - 30 * dayMs,
      limit: 100,
      perSourceMax,
    },
  })

test('a network cannot label the users that another one paid', async () => {
  const user = { appId: 1, userId: 'victim' }
  await earn({ ...user, networkId: 1, status: 'approved' })
  await earn({ ...user, networkId: 2, status: 'reversed' })
  await earn({ ...user, networkId: 2, status: 'reversed' })
  assert.deepEqual(await outcomes(), [], 'one word against another says nothing')
  await earn({ ...user, networkId: 3, status: 'rejected' })
  const [found] = await outcomes()
  assert.deepEqual([found?.userId, found?.lostAtMs !== null], ['victim', true], 'two against one do')
  await earn({ appId: 1, userId: 'own', networkId: 2, status: 'approved' })
  await earn({ appId: 1, userId: 'own', networkId: 2, status: 'reversed' })
  const own = (await outcomes()).find(({ userId }) => userId === 'own')
  assert.ok(own && own.lostAtMs !== null, 'of its own users a network says how they ended')
})

test('of one app, and of one network, at most the given number of users teach', async () => {
  for (let index = 0; index < 30; index += 1) {
    await earn({ appId: 2, userId: `two ${index}`, networkId: 4, status: 'reversed' })
    await earn({ appId: 10 + index, userId: 'of many apps', networkId: 5, status: 'reversed' })
  }
  const found = await outcomes(7)
  assert.equal(found.filter(({ appId }) => appId === 2).length, 7)
  assert.equal(found.filter(({ networkId }) => networkId === 5).length, 7)
  assert.deepEqual(await outcomes(7), found, 'always the same ones')
})
