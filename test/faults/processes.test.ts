import assert from 'node:assert/strict'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { eventually, until } from '../support/eventually.ts'
import { type ServerProcess, startServerProcess } from '../support/server-process.ts'
import { Connection } from './support/connection.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { type OwnDatabase, startOwnDatabase } from './support/own-database.ts'
import { startLoad } from './support/visitors.ts'

const copies = 200
const reportsOf = process.env['FAULTS'] === 'long' ? 1_000 : 50

async function startBeside(t: TestContext, world: FaultWorld, dataDir?: string): Promise<ServerProcess> {
  const { DATABASE_URL = '', QUOIN_SECRET = '' } = world.server().environment
  const beside = await startServerProcess({
    environment: { DATABASE_URL, QUOIN_SECRET },
    ...(dataDir === undefined ? {} : { dataDir }),
  })
  t.after(() => beside.stop('SIGKILL'))
  return beside
}

function portOf({ environment }: ServerProcess): number {
  return Number(environment['PORT'])
}

/** Follows the link so many times. */
async function clickTimes(world: FaultWorld, times: number): Promise<string[]> {
  const load = world.load({ visitors: 8, networks: 0 })
  await until(() => world.journal.acknowledged >= times, `${times} clicks were acknowledged`)
  await load.stop()
  return Array.from({ length: times }, () => world.journal.takeUnreported() ?? '')
}

/** A database that was just started anew may still refuse the first connection of a busy machine. */
async function openWhenThere(url: string): Promise<Database> {
  for (let tries = 1; ; tries += 1) {
    try {
      const database = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
      await database.query('select 1', [])
      return database
    } catch (error) {
      if (tries === 50) throw error
      await delay(100)
    }
  }
}

async function countConversions({ url }: OwnDatabase, clickIds: readonly string[]): Promise<number[]> {
  const database = await openWhenThere(url)
  const [row] = await database.query<{ conversions: number; clicks: number; events: number }>(
    `select count(*) as conversions, count(distinct click_id) as clicks,
       (select count(*) from conversion_events e
        join conversions o on o.id = e.conversion_id where o.click_id = any($1::uuid[])) as events
     from conversions where click_id = any($1::uuid[])`,
    [clickIds],
  )
  await database.close()
  return row === undefined ? [] : [row.conversions, row.clicks, row.events]
}

test(`${copies} copies at once of ${reportsOf} postbacks over 3 processes make ${reportsOf} conversions`, async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const others = await Promise.all([startBeside(t, world), startBeside(t, world)])
  const ports = [world.port, ...others.map(portOf)]
  const clickIds = await clickTimes(world, reportsOf)
  const first = new Map<string, number>()
  const startedMs = performance.now()
  // Every connection reports every click in the same order, so that the copies of one meet.
  await Promise.all(
    Array.from({ length: copies }, async (_, copy) => {
      const connection = new Connection(ports[copy % ports.length] ?? world.port)
      for (const clickId of clickIds) {
        const answer = await connection.get(`/postback?click_id=${clickId}&payout=1.5&status=approved`)
        assert.equal(answer.status, 200, answer.body)
        if (answer.body.includes('"duplicate":false')) first.set(clickId, (first.get(clickId) ?? 0) + 1)
      }
      connection.close()
    }),
  )
  const seconds = (performance.now() - startedMs) / 1000
  t.diagnostic(`${copies * reportsOf} postbacks in ${seconds.toFixed(1)} s`)
  assert.deepEqual([...new Set(first.values())], [1])
  assert.equal(first.size, reportsOf)
  assert.deepEqual(await countConversions(database, clickIds), [reportsOf, reportsOf, reportsOf])
})

test('the survivor of two processes that spool on one DATA_DIR replays the clicks of the dead one', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const other = await startBeside(t, world, world.dataDir)
  const { journal, apiKey, offerId } = world
  const loads = [
    world.load({ visitors: 8, networks: 4 }),
    startLoad({ port: portOf(other), apiKey, offerId, journal, visitors: 8, networks: 4 }),
  ]
  await until(() => world.journal.acknowledged > 0, 'there is traffic')
  await database.stop()
  const spool = join(world.dataDir, 'spool')
  const holdsClicks = (name: string) => name.startsWith('clicks-') && statSync(join(spool, name)).size > 0
  await until(() => readdirSync(spool).filter(holdsClicks).length === 2, 'both processes spool')
  await other.stop('SIGKILL')
  await loads[1]?.stop()
  await database.start()
  await world.settle()
  await loads[0]?.stop()
  const verdict = await world.judge()
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
})

test('a postback that came before its click left a spool is applied when the click comes out of it', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const other = await startBeside(t, world)
  await database.stop()
  const early = await clickTimes(world, 8)
  await world.killServer()
  await database.start()
  const connection = new Connection(portOf(other))
  for (const clickId of early) {
    const path = `/postback?click_id=${clickId}&payout=1.5&status=approved`
    let status = 503
    // The other process may still be finding out that the database is back.
    await until(async () => {
      status = (await connection.get(path)).status
      return status !== 503
    }, 'database became available again')
    assert.equal(status, 404)
  }
  assert.deepEqual(await countConversions(database, early), [0, 0, 0])
  await world.startServer()
  await world.settle()
  await eventually(() => countConversions(database, early), [8, 8, 8])
  connection.close()
})
