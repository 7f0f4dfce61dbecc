import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ConversionStatus } from '@quoin/core/conversions/status.ts'
import { labelOutcome } from '@quoin/core/risk/learning/label-outcome.ts'
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
  readonly offerId?: number
  readonly country?: string | null
  /** It was held for its risk, and a person decided so. */
  readonly decided?: ConversionStatus
}

/** A conversion of forty days ago, as it stands. */
async function earn(earned: Earned): Promise<void> {
  const { appId, networkId, userId, status, offerId = 1, country = null, decided } = earned
  const id = ports.newId()
  const atMs = clock.nowMs() - 40 * dayMs
  await ports.db.query(
    `insert into conversions (id, version, app_id, network_id, offer_id, user_id, goal, txn_key, source, status,
       reported_status, revenue_micros, payout_micros, payout_local_micros, currency, rate_micros, decimals, rounding,
       is_test, created_at, updated_at, country, risk)
     values ($1, 1, $2, $3, $7, $4, 'default', '', 'claim', $5, $5, 1, 1, 1, 'Points', 1, 0, 'half_up', false,
       to_timestamp($6::bigint / 1000.0), to_timestamp($6::bigint / 1000.0), $8, $9::jsonb)`,
    [id, appId, networkId, userId, status, atMs, offerId, country, decided ? '{"verdict":"hold"}' : null],
  )
  if (decided === undefined) return
  await ports.db.query(
    `insert into conversion_events (conversion_id, version, from_status, to_status, source, actor, payout_micros, happened_at)
     values ($1, 2, 'pending', $2, 'operator', 'dana', 1, to_timestamp($3::bigint / 1000.0))`,
    [id, decided, atMs],
  )
}
const endings = (perSourceMax = 100) =>
  ports.store.userOutcomes.listEndings(ports.db, {
    sinceMs: clock.nowMs() - 180 * dayMs,
    matureMs: clock.nowMs() - 30 * dayMs,
    nowMs: clock.nowMs(),
    reversedLoss: 1.5,
    usualBefore: 20,
    limit: 100,
    perSourceMax,
  })
async function labelOfUser(userId: string): Promise<string | undefined> {
  const found = (await endings()).find((ending) => ending.userId === userId)
  return found && labelOutcome(found)?.kind
}

test('a network cannot label the users that another one paid', async () => {
  // Honest users, so that losses are not usual.
  for (let index = 0; index < 60; index += 1)
    await earn({ appId: 1, networkId: 1 + (index % 3), userId: `many ${index}`, status: 'approved' })
  const user = { appId: 1, userId: 'victim' }
  await earn({ ...user, networkId: 1, status: 'approved' })
  for (let index = 0; index < 3; index += 1) await earn({ ...user, networkId: 2, status: 'reversed' })
  assert.equal(await labelOfUser('victim'), undefined, 'one word against another says nothing')
  await earn({ ...user, networkId: 3, status: 'rejected' })
  assert.equal(await labelOfUser('victim'), 'taken_back', 'two against one do')
  for (let index = 0; index < 2; index += 1)
    await earn({ appId: 1, userId: 'own', networkId: 2, status: 'reversed' })
  assert.equal(await labelOfUser('own'), 'taken_back', 'of its own users a network says how they ended')
})

test('losses are compared with those of others on the same offer, from the same network and country', async () => {
  const place = { appId: 3, networkId: 30, offerId: 300, country: 'DE' }
  // On this offer six in ten are lost.
  for (let index = 0; index < 100; index += 1)
    await earn({ ...place, userId: `on it ${index}`, status: index % 10 < 6 ? 'rejected' : 'approved' })
  for (let index = 0; index < 2; index += 1) {
    await earn({ ...place, userId: 'unlucky', status: 'rejected' })
    await earn({ ...place, offerId: 301, country: 'FR', userId: 'suspect', status: 'rejected' })
    await earn({ ...place, offerId: 301, country: 'FR', userId: `honest ${index}`, status: 'approved' })
  }
  for (let index = 0; index < 100; index += 1)
    await earn({ ...place, offerId: 301, country: 'FR', userId: `beside ${index}`, status: 'approved' })
  assert.equal(await labelOfUser('unlucky'), undefined)
  assert.equal(await labelOfUser('suspect'), 'lost')
  const found = (await endings()).find(({ userId }) => userId === 'unlucky')
  assert.ok((found?.usualLoss ?? 0) > 1 && (found?.usualLoss ?? 9) < 1.3, `${found?.usualLoss}`)
})

test('the word of a person on what was held for its risk labels the user, the last one counting', async () => {
  await earn({ appId: 4, networkId: 1, userId: 'cleared', status: 'approved', decided: 'approved' })
  await earn({ appId: 4, networkId: 1, userId: 'caught', status: 'rejected', decided: 'rejected' })
  assert.deepEqual([await labelOfUser('cleared'), await labelOfUser('caught')], ['confirmed', 'refused'])
})

test('at most the given number of users of one app, and of one network, teach', async () => {
  for (let index = 0; index < 30; index += 1) {
    await earn({ appId: 2, userId: `two ${index}`, networkId: 4, status: 'reversed' })
    await earn({ appId: 10 + index, userId: 'of many apps', networkId: 5, status: 'reversed' })
  }
  const found = await endings(7)
  assert.equal(found.filter(({ userId }) => userId.startsWith('two ')).length, 7)
  assert.equal(found.filter(({ userId }) => userId === 'of many apps').length, 7)
  assert.deepEqual(await endings(7), found, 'always the same ones')
})
