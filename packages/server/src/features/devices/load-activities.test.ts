import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ConversionReason } from '@quoin/core/conversion/conversion.ts'
import type { ConversionStatus } from '@quoin/core/conversion/status.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { loadActivities } from './load-activities.ts'

const world = await createWorld()
after(() => world.close())
const { ports, clock } = world

async function earn(
  userId: string,
  status: ConversionStatus,
  reason: ConversionReason | null,
): Promise<void> {
  await ports.db.query(
    `insert into conversions (id, version, app_id, network_id, offer_id, user_id, goal, txn_key, source, status, reason,
       revenue_micros, payout_micros, payout_local_micros, currency, rate_micros, decimals, rounding, is_test,
       created_at, updated_at)
     values ($1, 1, 1, 1, 1, $2, 'default', '', 'claim', $3, $4, 1, 1, 1, 'Points', 1, 0, 'half_up', false,
       to_timestamp($5::bigint / 1000.0), to_timestamp($5::bigint / 1000.0))`,
    [ports.newId(), userId, status, reason, clock.nowMs()],
  )
}

test('what a cap or the end of a time has rejected does not speak against a user, a refusal does', async () => {
  for (const reason of ['cap', 'cap', 'expired'] as const) await earn('capped', 'rejected', reason)
  await earn('refused', 'rejected', 'refused')
  await earn('refused', 'rejected', null)
  await earn('refused', 'reversed', null)
  const users = ['capped', 'refused'].map((userId) => ({ appId: 1, userId, isTest: false }))
  const activities = await loadActivities(ports, users, clock.nowMs())
  const lost = users.map((user) => activities.describe(user, undefined).reversedConversions)
  assert.deepEqual(lost, [0, 3])
})
