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
