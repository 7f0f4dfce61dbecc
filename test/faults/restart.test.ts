import assert from 'node:assert/strict'
import { once } from 'node:events'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { askAllHosts, type Database, openDatabase } from '../../packages/server/src/store/pg/database.ts'
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

interface Counted {
  readonly clicks: number
  readonly conversions: number
}

async function countRows(database: OwnDatabase): Promise<Counted[]> {
  const one = await openOne(database)
  try {
    return await one.query<Counted>(`select (select count(*) from clicks) as clicks,
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

/** A start that serves nobody meanwhile ends at once where it is refused. */
async function forgetCatalogue({ dataDir }: FaultWorld): Promise<void> {
  await rm(join(dataDir, 'spool', 'catalogue'), { force: true })
}

test('a start takes the leader, although a writable old primary stands first', async (t) => {
  const { world, old, leader } = await leaveOldPrimary(t)
  const before = await countRows(old)
  await world.startServer({ environment: { WORKERS: '2' } })
  await convert(world, 5)
  assert.match(await readinessOf(world), /ready|ok/i)
  assert.deepEqual(await countRows(old), before, 'no row reaches the old one')
  await world.settle()
  const verdict = await world.journal.compare(leader.url)
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
})

test('a start and a command refuse an old primary while the leader is away, say why, and send visitors on', async (t) => {
  const { world, old, leader, url } = await leaveOldPrimary(t)
  const before = await countRows(old)
  await leader.stop()
  const environment = { DATABASE_URL: url, QUOIN_SECRET, DATA_DIR: world.dataDir }
  const waiting = spawnServer({
    dataDir: world.dataDir,
    environment: { ...environment, PORT: String(world.port) },
  })
  const isRefused = /"level":50.*old primary, on timeline 1 while timeline 2 was written to/
  await until(() => isRefused.test(waiting.said.stderr), 'the log says why')
  // Attempts follow one another, and one that is under way has no reason yet; nor is the port open before the log speaks.
  const isTold = async () => /old primary, on timeline 1/.test(await readinessOf(world).catch(() => ''))
  await until(isTold, '/readyz says why')
  const { click, clickId, postback } = await askOnce(world)
  assert.deepEqual([click, postback], [302, 503])
  world.journal.clickAcknowledged(clickId)
  const stopped = await waiting.stop()
  assert.equal(stopped.code, 1)
  assert.match(stopped.stderr, /Stopped while the database was away: it is an old primary/)
  await forgetCatalogue(world)
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
  await forgetCatalogue(world)
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

test('`database accept` goes back: it says what is left behind, asks, and is audited', async (t) => {
  const { world, old, leader, url } = await leaveOldPrimary(t)
  const environment = { DATABASE_URL: url, QUOIN_SECRET, DATA_DIR: world.dataDir }
  const accept = ['database', 'accept', '--actor', 'ada']
  const before = await countRows(old)
  const several = await runCommandHere(accept, environment)
  assert.match(several.stderr, /More than one host takes writes: say which one by --host/)
  const host = new URL(old.url).host
  const lost = await lostRows(old, leader)
  const refused = await runCommandHere([...accept, '--host', host], environment, 'no')
  assert.equal(refused.code, 1)
  assert.match(refused.stdout, new RegExp(`${host}: takes writes, timeline 1, acceptances 0`))
  assert.match(refused.stdout, /takes writes, timeline 2, acceptances 0/)
  assert.match(
    refused.stdout,
    /Written to by this machine: timeline 2, acceptances 0, from 20\d\d-.* to 20\d\d-/,
  )
  assert.match(
    refused.stdout,
    new RegExp(`alone has ${lost.clicks} clicks, ${lost.conversions} conversions and \\d+ postbacks`),
  )
  assert.match(refused.stderr, /Type yes: .*Nothing was changed/)
  assert.deepEqual(await countRows(old), before)

  await leader.stop()
  const away = await runCommandHere([...accept, '--host', host], environment, 'no')
  assert.match(away.stdout, /No later server answers\. The newest click or postback of .*: 20\d\d-/)
  const accepted = await runCommandHere(accept, environment, 'yes')
  assert.equal(accepted.code, 0, accepted.stderr)
  assert.match(accepted.stdout, /"acceptances": 1/)
  assert.match(accepted.stdout, /Stop .*, or take it out of DATABASE_URL/)
  const one = await openOne(old)
  const audits = await one.query(
    `select actor, object, details from audit_log where action = 'database.accepted'`,
  )
  assert.deepEqual(audits, [
    { actor: 'ada', object: `database:${host}`, details: { acceptances: 1, timeline: 1 } },
  ])
  const [numbers] = await one.query<{ ahead: number }>('select ahead from write_numbers')
  assert.equal(
    numbers?.ahead,
    3 * 2 ** 40,
    'positions that were handed out on the branch that is left stay valid',
  )
  await one.close()
  await world.startServer({ environment: { DATABASE_URL: url } })
  await convert(world, 3)

  // The branch that was left comes back, is promoted further, and gets nothing.
  await writeFile(join(leader.dataDir, 'postgres', 'standby.signal'), '')
  await leader.start()
  const onlyReads = await runCommandHere([...accept, '--yes'], { ...environment, DATABASE_URL: leader.url })
  assert.match(onlyReads.stderr, /one that only reads can't be accepted.*only reads, timeline 2/s)
  await leader.promote()
  await untilTimeline(leader, 3)
  const ofLeft = await countRows(leader)
  await world.killServer()
  const turned = hostsOf(leader, old)
  await world.startServer({ environment: { DATABASE_URL: turned } })
  await convert(world, 3)
  assert.deepEqual(await countRows(leader), ofLeft, 'no row reaches the branch that was left')
  await world.killServer()
  await forgetCatalogue(world)
  await old.stop()
  const ended = await spawnServer({
    dataDir: world.dataDir,
    environment: { ...environment, DATABASE_URL: turned },
  }).ended
  assert.match(ended.stderr, /on a branch that was left: acceptance 1 was written to, and its own is 0/)
})

/** The rows that the old primary lacks: those of reports, too, whose answer the network did not see in the failover. */
async function lostRows(old: OwnDatabase, leader: OwnDatabase): Promise<Counted> {
  const [[here], [there]] = [await countRows(old), await countRows(leader)]
  assert.ok(here && there && there.conversions >= here.conversions + 5)
  return { clicks: there.clicks - here.clicks, conversions: there.conversions - here.conversions }
}

async function untilTimeline({ url }: OwnDatabase, timeline: number): Promise<void> {
  await until(async () => {
    const [host] = await askAllHosts(url)
    return (
      host !== undefined && 'server' in host && !host.server.isReadOnly && host.server.timeline === timeline
    )
  }, `it is on timeline ${timeline}`)
}

test('the memory of another machine follows an acceptance without being asked', async (t) => {
  const { world, old, leader, url } = await leaveOldPrimary(t)
  const dataDir = await makeDataDir()
  await mkdir(join(dataDir, 'spool'))
  await copyFile(join(world.dataDir, 'spool', 'timeline'), join(dataDir, 'spool', 'timeline'))
  const environment = { DATABASE_URL: url, QUOIN_SECRET, DATA_DIR: world.dataDir }
  const accepted = await runCommandHere(
    ['database', 'accept', '--yes', '--host', new URL(old.url).host],
    environment,
  )
  assert.equal(accepted.code, 0, accepted.stderr)
  const server = spawnServer({ dataDir, environment: { ...environment, DATA_DIR: dataDir } })
  await until(async () => server.said.stderr.includes('"msg":"serving"'), 'it serves')
  await server.stop()
  assert.match(await readFile(join(dataDir, 'spool', 'timeline'), 'utf8'), /^\d+ 1 1 /)
  await leader.stop()
})

test('a host that takes connections and says nothing delays a start by its bound, and another cluster is begun with', async (t) => {
  const restored = await startOwnDatabase(t)
  const silent = createServer(() => {})
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  t.after(() => silent.close())
  const address = silent.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const url = restored.url.replace(
    new URL(restored.url).host,
    `127.0.0.1:${port},${new URL(restored.url).host}`,
  )
  const dataDir = await makeDataDir()
  await mkdir(join(dataDir, 'spool'))
  await writeFile(join(dataDir, 'spool', 'timeline'), '7300000000000000001 9\n')
  const server = spawnServer({ dataDir, environment: { DATABASE_URL: url, QUOIN_SECRET } })
  await until(async () => server.said.stderr.includes('"msg":"serving"'), 'it serves')
  assert.match(server.said.stderr, /"before":"7300000000000000001".*another cluster was begun with/)
  await server.stop()
  const memory = (await readFile(join(dataDir, 'spool', 'timeline'), 'utf8')).trim().split('\n')
  assert.match(memory[0] ?? '', /^\d+ 1 0 \d+ \d+$/)
  assert.equal(memory[1], '7300000000000000001 9 0 0 0')
})
