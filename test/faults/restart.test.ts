import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { until } from '../support/eventually.ts'
import { runCommandHere } from '../support/run-command.ts'
import { makeDataDir, spawnServer } from '../support/server-process.ts'
import { askOnce, readinessOf } from './support/ask-once.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, describe } from './support/journal.ts'
import { type OwnDatabase, startOwnDatabase } from './support/own-database.ts'
import { type Standby, startStandby } from './support/standby.ts'

const QUOIN_SECRET = 'a-secret-of-the-fault-tests-0123456789'

async function openOne({ url }: OwnDatabase): Promise<Database> {
  return await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
}

async function countRows(database: OwnDatabase): Promise<unknown> {
  const one = await openOne(database)
  try {
    return await one.query(`select (select count(*) from clicks) as clicks,
      (select count(*) from conversions) as conversions, (select count(*) from audit_log) as audits,
      (select count(*) from postback_requests) as postbacks`)
  } finally {
    await one.close()
  }
}

function hostsOf(...databases: readonly OwnDatabase[]): string {
  const [first] = databases
  const { url = '' } = first ?? {}
  return url.replace(new URL(url).host, databases.map((one) => new URL(one.url).host).join(','))
}

interface Left {
  readonly world: FaultWorld
  readonly old: OwnDatabase
  readonly leader: Standby
  readonly url: string
}

/**
 * A Quoin that has written to a promoted standby, and was killed; the old primary, which knows nothing of it, takes
 * writes again and stands first.
 */
async function leaveOldPrimary(t: TestContext): Promise<Left> {
  const old = await startOwnDatabase(t)
  const leader = await startStandby(t, old)
  const url = hostsOf(old, leader)
  const world = await createFaultWorld(t, { database: { ...leader, url } })
  await convert(world, 5)
  await leader.cutOff()
  await old.stop()
  await leader.promote()
  await convert(world, 5)
  await world.killServer()
  await old.start()
  return { world, old, leader, url }
}

async function convert(world: FaultWorld, times: number): Promise<void> {
  for (let done = 0; done < times; ) {
    const { click, clickId, postback } = await askOnce(world)
    if (click === 302) world.journal.clickAcknowledged(clickId)
    if (postback !== 200) continue
    world.journal.postbackAcknowledged(clickId)
    done += 1
  }
}

test('a start takes the leader, although a writable old primary stands first', async (t) => {
  const { world, old, leader } = await leaveOldPrimary(t)
  const before = await countRows(old)
  await world.startServer()
  await convert(world, 5)
  assert.match(await readinessOf(world), /ready|ok/i)
  assert.deepEqual(await countRows(old), before, 'no row reaches the old one')
  await world.settle()
  const verdict = await world.journal.compare(leader.url)
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
})

test('a start and a command refuse an old primary while the leader is away, and say why', async (t) => {
  const { world, old, leader, url } = await leaveOldPrimary(t)
  const before = await countRows(old)
  await leader.stop()
  const environment = { DATABASE_URL: url, QUOIN_SECRET, DATA_DIR: world.dataDir }
  const starting = spawnServer({ dataDir: world.dataDir, environment })
  const ended = await starting.ended
  assert.equal(ended.code, 1)
  assert.match(ended.stderr, /"level":50.*old primary, on timeline 1 while timeline 2 was written to/)
  assert.match(ended.stderr, /^(?!\{).*is refused: it is an old primary.*quoin database accept/m)
  const command = await runCommandHere(['networks', 'create', 'two', '--name', 'Two'], environment)
  assert.equal(command.code, 1)
  assert.match(command.stderr, /old primary, on timeline 1 while timeline 2 was written to/)
  assert.deepEqual(await countRows(old), before, 'no row reaches the old one')
})

test('the memory of an earlier Quoin is read, and a folder without one learns from the hosts', async (t) => {
  const { world, old, leader, url } = await leaveOldPrimary(t)
  const file = join(world.dataDir, 'spool', 'timeline')
  const [system = '', timeline] = (await readFile(file, 'utf8')).split(' ')
  assert.equal(timeline, '2')
  await writeFile(file, `${system} 2\n`)
  const before = await countRows(old)
  await leader.stop()
  const environment = { DATABASE_URL: url, QUOIN_SECRET, DATA_DIR: world.dataDir }
  assert.equal((await spawnServer({ dataDir: world.dataDir, environment }).ended).code, 1)
  await leader.start()
  const dataDir = await makeDataDir()
  const server = spawnServer({ dataDir, environment: { ...environment, DATA_DIR: dataDir } })
  await until(async () => server.said.stderr.includes('"msg":"serving"'), 'it serves')
  await server.stop()
  assert.match(await readFile(join(dataDir, 'spool', 'timeline'), 'utf8'), new RegExp(`^${system} 2 0 `))
  assert.deepEqual(await countRows(old), before)
})
