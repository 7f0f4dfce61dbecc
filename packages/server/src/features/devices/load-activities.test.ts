import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ConversionReason } from '@quoin/core/conversions/conversion.ts'
import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import { createWorld } from '../../../../../test/support/world.ts'
import { loadActivities } from './load-activities.ts'

const world = await createWorld()
after(() => world.close())
const { ports, clock } = world

interface End {
  readonly status: ConversionStatus
  readonly reason?: ConversionReason
  /** The network's word; left out for a claim of which it knows nothing. */
  readonly reported?: ConversionStatus
}

async function earn(userId: string, { status, reason, reported }: End): Promise<void> {
  await ports.db.query(
    `insert into conversions (id, version, app_id, network_id, offer_id, user_id, goal, txn_key, source, status, reason,
       reported_status, revenue_micros, payout_micros, payout_local_micros, currency, rate_micros, decimals, rounding,
       is_test, created_at, updated_at)
     values ($1, 1, 1, 1, 1, $2, 'default', '', 'claim', $3, $4, $5, 1, 1, 1, 'Points', 1, 0, 'half_up', false,
       to_timestamp($6::bigint / 1000.0), to_timestamp($6::bigint / 1000.0))`,
    [ports.newId(), userId, status, reason ?? null, reported ?? null, clock.nowMs()],
  )
}

test('a rejection by a cap, an expiry or a doubt in a claim is not held against a user, a refusal is', async () => {
  for (const reason of ['cap', 'cap'] as const) {
    await earn('unlucky', { status: 'rejected', reason, reported: 'approved' })
  }
  for (const reason of ['expired', 'refused'] as const) await earn('unlucky', { status: 'rejected', reason })
  await earn('refused', { status: 'rejected', reason: 'refused', reported: 'approved' })
  await earn('refused', { status: 'rejected', reported: 'rejected' })
  await earn('refused', { status: 'reversed', reported: 'reversed' })
  const users = ['unlucky', 'refused'].map((userId) => ({ appId: 1, userId, isTest: false }))
  const activities = await loadActivities(ports, users, clock.nowMs())
  const lost = users.map(
    (user) => activities.describe(user, { firstSeenAtMs: undefined }).reversedConversions,
  )
  assert.deepEqual(lost, [0, 3])
})
