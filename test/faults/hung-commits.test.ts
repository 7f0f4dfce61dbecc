import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { until } from '../support/eventually.ts'
import { askOnce, readinessOf, reportedUsd } from './support/ask-once.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { type OwnDatabase, startOwnDatabase } from './support/own-database.ts'
import { type Standby, startStandby } from './support/standby.ts'

/** As docs/reliability.md says, with half as much again for a busy machine. */
const movedMaxMs = 15_000

interface Pair {
  readonly world: FaultWorld
  readonly old: Database
  readonly leader: Standby
}

async function openOne({ url }: OwnDatabase): Promise<Database> {
  return await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
}

/** A primary each commit of which waits for its standby, and a Quoin that knows both. */
async function startPair(t: TestContext): Promise<Pair> {
  const primary = await startOwnDatabase(t)
  const leader = await startStandby(t, primary)
  const old = await openOne(primary)
  t.after(() => old.close())
  await until(async () => (await old.query('select from pg_stat_replication')).length === 1, 'it follows')
  await old.query(`alter system set synchronous_standby_names = '*'`)
  await old.query('select pg_reload_conf()')
  const url = primary.url.replace(
    new URL(primary.url).host,
    `${new URL(primary.url).host},${new URL(leader.url).host}`,
  )
  const world = await createFaultWorld(t, { database: { ...leader, url } })
  return { world, old, leader }
}

/** From now on the old primary takes sessions and statements, and no commit of it ends. */
async function hang({ old, leader }: Pair): Promise<void> {
  await leader.cutOff()
  await until(async () => (await old.query('select from pg_stat_replication')).length === 0, 'it is cut off')
}

async function countHung({ old }: Pair): Promise<number> {
  return (await old.query(`select from pg_stat_activity where wait_event = 'SyncRep'`)).length
}

test('a primary whose commits hang is left for a promoted standby, and nothing acknowledged is lost', async (t) => {
  const pair = await startPair(t)
  const { world, leader } = pair
  const load = world.load()
  await until(async () => world.journal.acknowledged > 200, 'some are acknowledged')
  await hang(pair)
  await until(async () => (await countHung(pair)) > 0, 'commits hang')
  await leader.promote()
  const sinceMs = performance.now()
  await until(async () => (await askOnce(world)).postback === 200, 'it is served again')
  const tookMs = performance.now() - sinceMs
  t.diagnostic(`moved ${Math.round(tookMs)} ms after the promotion`)
  assert.ok(tookMs < movedMaxMs, `${tookMs} ms`)
  await load.stop()
  await until(async () => (await countHung(pair)) === 0, 'no commit that was given up is left behind')
  await world.settle()
  const verdict = await world.journal.compare(leader.url)
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
})

test('postbacks alone are enough to notice that commits hang', async (t) => {
  const pair = await startPair(t)
  const { world, leader } = pair
  const clickIds: string[] = []
  for (let times = 0; times < 40; times += 1) {
    const { clickId } = await askOnce(world)
    world.journal.clickAcknowledged(clickId)
    clickIds.push(clickId)
  }
  await hang(pair)
  await leader.promote()
  const sinceMs = performance.now()
  const report = async (clickId: string): Promise<number> => {
    const query = `click_id=${clickId}&payout=${reportedUsd}&status=approved&transaction_id=late`
    return (await fetch(`${world.server().url}/postback?${query}`)).status
  }
  await until(async () => (await report(clickIds[0] ?? '')) === 200, 'postbacks are served again')
  const tookMs = performance.now() - sinceMs
  t.diagnostic(`moved ${Math.round(tookMs)} ms after the promotion, by postbacks alone`)
  assert.ok(tookMs < movedMaxMs, `${tookMs} ms`)
  await until(async () => (await countHung(pair)) === 0, 'no commit that was given up is left behind')
  for (const clickId of clickIds) {
    assert.equal(await report(clickId), 200)
    world.journal.postbackAcknowledged(clickId)
  }
  await world.settle()
  assertNothingLost(await world.journal.compare(leader.url))
})

test('with no better host the gate stays closed, and writes that hung count once when the standby is back', async (t) => {
  const pair = await startPair(t)
  const { world, old } = pair
  await hang(pair)
  const hung = await Promise.all(Array.from({ length: 5 }, () => askOnce(world)))
  for (const { click, clickId } of hung) if (click === 302) world.journal.clickAcknowledged(clickId)
  await until(async () => /away/.test(await readinessOf(world)), '/readyz says it')
  for (let times = 0; times < 10; times += 1) {
    const { click, clickId, postback } = await askOnce(world)
    assert.deepEqual([click, postback], [302, 503])
    world.journal.clickAcknowledged(clickId)
    await delay(300)
  }
  const [sessions] = await old.query<{ count: number }>(
    `select count(*)::int as count from pg_stat_activity where application_name = 'quoin'`,
  )
  assert.ok((sessions?.count ?? 99) < 25, `${sessions?.count} sessions`)
  // The standby is back, as far as the primary knows.
  await old.query(`alter system set synchronous_standby_names = ''`)
  await old.query('select pg_reload_conf()')
  await world.settle()
  for (const { clickId } of hung) {
    if (clickId === '') continue
    const query = `click_id=${clickId}&payout=${reportedUsd}&status=approved`
    assert.equal((await fetch(`${world.server().url}/postback?${query}`)).status, 200)
    world.journal.postbackAcknowledged(clickId)
  }
  const verdict = await world.journal.compare(world.server().environment['DATABASE_URL'] ?? '')
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
})
