import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { until } from '../support/eventually.ts'
import { askOnce } from './support/ask-once.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { startOwnDatabase } from './support/own-database.ts'
import { readFigures } from './support/read-figures.ts'
import { primaryOf, workersOf } from './support/worker-pids.ts'

/** More than may wait at a time, so that a queue that is slow refuses some. */
const visitors = 1_500
/** Each group of 500 clicks takes as long, and two are written at a time. */
const slowly = `
  create function slow_clicks() returns trigger language plpgsql as $$ begin perform pg_sleep(1.5); return null; end $$;
  create trigger slow_clicks before insert on fresh_clicks for each statement execute function slow_clicks();`
const fast = 'drop trigger slow_clicks on fresh_clicks; drop function slow_clicks();'

/** The answer about the first click that is not in the database yet. */
async function untilRefused(world: FaultWorld): Promise<number> {
  for (let tries = 0; tries < 100; tries += 1) {
    const asked = await askOnce(world)
    if (asked.click === 302) world.journal.clickAcknowledged(asked.clickId)
    if (asked.postback !== 200) return asked.postback
    world.journal.postbackAcknowledged(asked.clickId)
  }
  return 200
}

test('a peak goes to the spool: no visitor is refused, its postbacks come again, and a kill in it loses nothing', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const owner = await openDatabase({ url: database.url, connectionsMax: 1, statementTimeoutMs: 10_000 })
  t.after(() => owner.close())
  const figure = async (name: string): Promise<number> =>
    (await readFigures(world.server().url))[`quoin_${name}`] ?? 0
  await owner.query(slowly)
  const load = world.load({ visitors, networks: 4, isRelentless: true })
  await until(async () => (await figure('clicks_overflowed_total')) > 1_000, 'clicks go over')
  assert.equal(await figure('database_away'), 0)
  assert.equal(await untilRefused(world), 503)
  await delay(2_000)
  assert.equal(load.seen.answers.get('click 503'), undefined)
  await world.killServer()
  await delay(500)
  await world.startServer()
  await until(async () => (await figure('clicks_overflowed_total')) > 1_000, 'clicks go over again')
  const answers = Object.fromEntries(load.seen.answers)
  await owner.query(fast)
  await load.stop()
  await world.settle()
  assert.equal(answers['click 503'], undefined)
  assert.equal(answers['postback 404'], undefined)
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; ${JSON.stringify(answers)}`)
  assertNothingLost(verdict)
})

test('a peak of two workers loses nothing when one of them, the database and then all of it are killed in it', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database, environment: { WORKERS: '2' } })
  const run = async (text: string): Promise<void> => {
    const owner = await openDatabase({ url: database.url, connectionsMax: 1, statementTimeoutMs: 30_000 })
    await owner.query(text).finally(() => owner.close())
  }
  const untilOver = async (what: string): Promise<void> => {
    const figure = async (): Promise<number> =>
      (await readFigures(world.server().url).catch(() => undefined))?.['quoin_clicks_overflowed_total'] ?? 0
    await until(async () => (await figure()) > 500, what)
  }
  await run(slowly)
  const load = world.load({ visitors: 2 * visitors, networks: 4, isRelentless: true })
  await untilOver('clicks go over')
  const [worker = 0] = workersOf(primaryOf(world))
  process.kill(worker, 'SIGKILL')
  await delay(2_000)
  await untilOver('clicks go over beside the worker that came in its place')
  await world.killDatabase()
  await database.stop()
  await delay(1_000)
  await database.start()
  await untilOver('clicks go over again')
  await world.killServer()
  // One worker finds what two have left.
  await world.startServer({ environment: { WORKERS: '1' } })
  await delay(2_000)
  await run(fast)
  await load.stop()
  await world.settle()
  const answers = Object.fromEntries(load.seen.answers)
  const verdict = await world.judge()
  t.diagnostic(`${describe(verdict)}; ${JSON.stringify(answers)}`)
  assertNothingLost(verdict)
  assert.equal(answers['postback 404'], undefined)
})
