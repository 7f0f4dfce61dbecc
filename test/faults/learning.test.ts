import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { formatId } from '@quoin/core/tracking/click-id.ts'
import { readWeights, shippedWeights } from '@quoin/core/risk/weights.ts'
import { openKeyring } from '../../packages/server/src/adapters/crypto/keyring.ts'
import { keyUser } from '../../packages/server/src/features/devices/key-sighting.ts'
import type { Database } from '../../packages/server/src/store/pg/database.ts'
import { store } from '../../packages/server/src/store/index.ts'
import { createTestDatabase } from '../support/database.ts'
import { until } from '../support/eventually.ts'
import { runCommandHere } from '../support/run-command.ts'
import { makeDataDir, type StartingServer, spawnServer } from '../support/server-process.ts'

/** The short form is for every change; the long one is what docs/reliability.md reports. */
const isLong = process.env['FAULTS'] === 'long'
const kills = isLong ? 40 : 3
const usersCount = isLong ? 8_000 : 4_000
/** About as long as a round takes. */
const roundMs = isLong ? 8_000 : 3_000
const secret = 'a-secret-of-the-learning-tests-0123456789'
const dayMs = 86_400_000

test('weights are whole and a night is made up for when servers are killed while they learn', async (t) => {
  const { database, url } = await createTestDatabase()
  await addOutcomes(database)
  const start = () => startServer(t, url)
  let interrupted = 0
  for (let kill = 0; kill < kills; kill += 1) {
    const server = await start()
    await until(async () => (await lastOutcome(database)) !== undefined, 'a server has begun to learn')
    // The first one at once, so that it is cut short for certain.
    await delay((roundMs * Math.random() * kill) / kills)
    await server.stop('SIGKILL')
    if ((await lastOutcome(database)) === 'running') interrupted += 1
    await assertWhole(database)
    await letTimePass(database)
  }
  t.diagnostic(`${kills} kills, ${interrupted} of them within a round`)
  assert.ok(interrupted > 0)
  // The next server goes on: a candidate, its time in the shadow, and then it answers.
  for (let round = 0; (await activeVersion(database)) === undefined; round += 1) {
    assert.ok(round < 3, 'no weights were learned')
    await letTimePass(database)
    const server = await start()
    await until(async () => isDone(await lastOutcome(database)), 'the night was made up for')
    await server.stop('SIGKILL')
    await assertWhole(database)
  }
  const status = await runCommandHere(['risk', 'weights', 'status'], {
    DATABASE_URL: url,
    QUOIN_SECRET: secret,
  })
  assert.equal(JSON.parse(status.stdout).active, await activeVersion(database))
})

/** It learns as soon as it has a database, before it serves. */
async function startServer(t: TestContext, url: string): Promise<StartingServer> {
  const rules = { RISK_LABELS_MIN: '100', RISK_SHADOW_HOURS: '1', RISK_LEARNING: 'auto' }
  const environment = { DATABASE_URL: url, QUOIN_SECRET: secret, DEMO: 'off', ...rules }
  const server = spawnServer({ environment, dataDir: await makeDataDir() })
  t.after(() => server.stop('SIGKILL'))
  return server
}

/** Undefined before the first round and when its time has passed. */
async function lastOutcome(database: Database): Promise<string | undefined> {
  const { outcome } = await store.riskWeights.findLastLearning(database)
  return typeof outcome['outcome'] === 'string' ? outcome['outcome'] : undefined
}

function isDone(outcome: string | undefined): boolean {
  return outcome !== undefined && outcome !== 'running'
}

async function activeVersion(database: Database): Promise<string | undefined> {
  const inUse = await store.riskWeights.listWeightsInUse(database)
  return inUse.find(({ state }) => state === 'active')?.version
}

/** A turn that came to an end is over with the night, one that was cut short after half an hour. */
async function letTimePass(database: Database): Promise<void> {
  await database.query(
    `update risk_learning set outcome = case when outcome ->> 'outcome' = 'running' then outcome else '{}' end,
       ran_at = ran_at - case when outcome ->> 'outcome' = 'running' then interval '31 minutes'
         else interval '24 hours' end`,
  )
  await database.query(`update risk_weights set created_at = created_at - interval '2 hours'`)
}

async function assertWhole(database: Database): Promise<void> {
  const rows = await store.riskWeights.listWeights(database, 500)
  for (const { version, weights, figures } of rows) {
    assert.equal(readWeights(weights).version, version)
    assert.ok(figures && Object.hasOwn(figures, 'judgement'), 'it is known why it was taken')
  }
  for (const state of ['active', 'candidate']) {
    assert.ok(rows.filter((row) => row.state === state).length <= 1, `there is one ${state}`)
  }
}

/** People refused half of the users, and it could be seen before by what the shipped weights hardly look at. */
async function addOutcomes(database: Database): Promise<void> {
  const keyring = openKeyring({ current: secret, previous: null })
  const nowMs = Date.now()
  const users = Array.from({ length: usersCount }, (_, index) => {
    const userId = `user-${index}`
    const isFraud = index % 2 === 0
    const key = keyUser(keyring, { appId: 1, isTest: false, userId })
    const shares = isFraud || index % 20 === 1 ? { headless_screen: 1 } : {}
    return { id: idOf(index, nowMs - 50 * dayMs), userId, isFraud, key, shares: JSON.stringify(shares) }
  })
  await database.query(
    `insert into conversions (id, version, app_id, network_id, offer_id, user_id, goal, txn_key, source, status,
       revenue_micros, payout_micros, payout_local_micros, currency, rate_micros, decimals, rounding, is_test,
       created_at, updated_at, risk)
     select id, 1, 1, 1, 1, user_id, '', '', 'postback', case when is_fraud then 'rejected' else 'approved' end,
       1, 1, 1, 'USD', 1, 2, 'half_up', false, now() - interval '45 days', now() - interval '40 days',
       '{"verdict":"hold"}'
     from unnest($1::uuid[], $2::text[], $3::boolean[]) as u (id, user_id, is_fraud)`,
    [users.map(({ id }) => id), users.map(({ userId }) => userId), users.map(({ isFraud }) => isFraud)],
  )
  await database.query(
    `insert into conversion_events (conversion_id, version, from_status, to_status, source, actor, payout_micros, happened_at)
     select id, 1, 'pending', status, 'operator', 'dana', 1, updated_at from conversions`,
  )
  await database.query(
    `insert into risk_assessments (id, app_id, user_key, device_key, score_tenths, is_blocked, is_multi_accounting,
       reasons, weights_version, request_id, is_test, assessed_at, shares)
     select id, 1, decode(key, 'hex'), decode(key, 'hex'), 100, false, false, '[]', $4, 'req', false,
       now() - interval '50 days', shares::jsonb
     from unnest($1::uuid[], $2::text[], $3::text[]) as u (id, key, shares)`,
    [
      users.map(({ id }) => id),
      users.map(({ key }) => key),
      users.map(({ shares }) => shares),
      shippedWeights.version,
    ],
  )
}

function idOf(index: number, ms: number): string {
  return formatId(
    ms,
    Uint8Array.from({ length: 8 }, (_, place) => (index >> (place * 8)) & 255),
  )
}
