import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { until } from '../support/eventually.ts'
import { type StartingServer, spawnServer } from '../support/server-process.ts'
import { askOnce } from './support/ask-once.ts'
import { createFaultWorld, type FaultWorld } from './support/fault-world.ts'
import { assertNothingLost, databaseOf, describe } from './support/journal.ts'
import { makeNewerServer } from './support/newer-server.ts'
import { type OwnDatabase, startOwnDatabase } from './support/own-database.ts'
import { primaryOf, workersOf } from './support/worker-pids.ts'

const isLong = process.env['FAULTS'] === 'long'
/** As long as a large table takes in the long form. */
const migrationSec = isLong ? 30 : 1
/** A migration that is at work until somebody lets it end. */
const untilLetGo = `do $$ begin while not exists (select from pg_class where relname = 'let_go') loop perform pg_sleep(0.05); end loop; end $$`

interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly text: string
}

async function ask(world: FaultWorld, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await fetch(`http://localhost:${world.port}${path}`, { headers, redirect: 'manual' })
  return {
    status: response.status,
    retryAfter: response.headers.get('retry-after'),
    text: await response.text(),
  }
}

function spawnOn(
  world: FaultWorld,
  options: Partial<Parameters<typeof spawnServer>[0]> = {},
): StartingServer {
  const { PORT: _port, ...environment } = world.server().environment
  return spawnServer({
    ...options,
    dataDir: world.dataDir,
    environment: { ...environment, ...options.environment, PORT: String(world.port) },
  })
}

async function untilItListens(world: FaultWorld): Promise<void> {
  await until(async () => (await ask(world, '/livez').catch(() => undefined))?.status === 200, 'it listens')
}

/** The answers to everybody but visitors while nothing but links can be answered. */
async function assertOthersComeBack(world: FaultWorld): Promise<void> {
  const { apiKey, apiSecret } = world
  const credentials = { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret }
  for (const [path, headers] of [
    ['/api/v1/offers?userId=u', credentials],
    ['/api/v1/conversions', credentials],
    ['/postback?click_id=01890a5d-ac96-774b-bcce-b302099a8057&status=approved', {}],
    ['/operator/v1/apps', { authorization: 'Bearer op_unknown' }],
  ] as const) {
    const { status, retryAfter, text } = await ask(world, path, headers)
    assert.deepEqual([path, status, Number(retryAfter) > 0], [path, 503, true])
    assert.equal(JSON.parse(text).success, false)
  }
}

async function letGo({ dataDir }: FaultWorld): Promise<void> {
  const url = await databaseOf(dataDir)
  const database = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  await database.query('create table let_go ()').finally(() => database.close())
}

async function startAgain(world: FaultWorld, starting: StartingServer): Promise<void> {
  await until(() => starting.said.stderr.includes('"msg":"serving"'), 'it serves')
  await world.settle()
}

for (const workers of ['1', '2']) {
  test(`a start that migrates for long sends visitors on, with ${workers} workers`, async (t) => {
    const world = await createFaultWorld(t, { environment: { WORKERS: workers } })
    await world.server().stop()
    const program = makeNewerServer(t, untilLetGo)
    const starting = spawnOn(world, { program, environment: { WORKERS: workers } })
    t.after(() => starting.stop())
    await untilItListens(world)
    const load = world.load()
    await until(
      async () =>
        /migration \d+ of \d+, 9999_takes_long.sql, for \d+ s/.test((await ask(world, '/readyz')).text),
      'it says how far it is',
    )
    assert.equal((await ask(world, '/readyz')).status, 503)
    assert.equal((await ask(world, '/readyz?plane=links')).status, 200)
    await assertOthersComeBack(world)
    for (let times = 0; times < 20; times += 1) {
      const { click, clickId, postback } = await askOnce(world)
      assert.deepEqual([click, postback], [302, 503])
      world.journal.clickAcknowledged(clickId)
    }
    await delay(migrationSec * 1_000)
    await letGo(world)
    await startAgain(world, starting)
    await until(() => load.seen.answers.has('postback 200'), 'postbacks are taken')
    await load.stop()
    assert.match(
      starting.said.stderr,
      /"name":"9999_takes_long.sql","done":\d+,"of":\d+,"msg":"migration began"/,
    )
    const clicks = [...load.seen.answers.keys()].filter((what) => what.startsWith('click'))
    assert.deepEqual(clicks, ['click 302'])
    const verdict = await world.judge()
    t.diagnostic(
      `${describe(verdict)}; a migration of ${migrationSec} s: ${JSON.stringify([...load.seen.answers])}`,
    )
    assert.ok(verdict.clicks > 100)
    assertNothingLost(verdict)
    await starting.stop()
  })
}

async function startOnStopped(world: FaultWorld, database: OwnDatabase): Promise<StartingServer> {
  await world.server().stop()
  await database.stop()
  return spawnOn(world)
}

test('a start while the database is away sends visitors on, says so, and serves when it is back', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const starting = await startOnStopped(world, database)
  t.after(() => starting.stop())
  await untilItListens(world)
  for (let times = 0; times < 20; times += 1) {
    const { click, clickId, postback } = await askOnce(world)
    assert.deepEqual([click, postback], [302, 503])
    world.journal.clickAcknowledged(clickId)
  }
  await assertOthersComeBack(world)
  await until(
    async () => /the database is away: it does not answer/.test((await ask(world, '/readyz')).text),
    '/readyz says why',
  )
  assert.match(starting.said.stderr, /"reason":"it does not answer","msg":"database not available/)
  await database.start()
  await startAgain(world, starting)
  const { click, postback } = await askOnce(world)
  assert.deepEqual([click, postback], [302, 200])
  const verdict = await world.judge()
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
  await starting.stop()
})

test('SIGTERM ends a start that waits for its database in seconds, keeps its clicks, and says why it waited', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  const starting = await startOnStopped(world, database)
  await untilItListens(world)
  const { click, clickId } = await askOnce(world)
  assert.equal(click, 302)
  world.journal.clickAcknowledged(clickId)
  const startedMs = performance.now()
  const { code } = await starting.stop()
  assert.ok(performance.now() - startedMs < 10_000)
  assert.equal(code, 1)
  assert.match(starting.said.stderr, /Stopped while the database was away: it does not answer/)
  await database.start()
  await world.startServer()
  await world.settle()
  assertNothingLost(await world.judge())
})

test('without a kept catalogue a start on a database that is away ends with the reason', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  await world.server().stop()
  rmSync(join(world.dataDir, 'spool', 'catalogue'))
  await database.stop()
  const starting = spawnOn(world)
  const { code } = await starting.ended
  assert.equal(code, 1)
  assert.match(starting.said.stderr, /The database .* \(DATABASE_URL\) does not answer/)
})

test('a start with another QUOIN_SECRET judges no signed link: it ends, and visitors are told to come back', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database })
  await world.server().stop()
  await database.stop()
  const starting = spawnOn(world, {
    environment: { QUOIN_SECRET: 'not-the-secret-of-this-database-0123456789' },
  })
  t.after(() => starting.stop())
  const isTold = /it is of another database, or another QUOIN_SECRET.*"msg":"last good catalogue not used"/
  await until(() => isTold.test(starting.said.stderr), 'the log says why')
  assert.equal((await starting.ended).code, 1)
})

test('a kept catalogue that is damaged is not used: visitors are told to come back until the database is there', async (t) => {
  const world = await createFaultWorld(t)
  await world.server().stop()
  const path = join(world.dataDir, 'spool', 'catalogue')
  const bytes = readFileSync(path)
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1
  writeFileSync(path, bytes)
  const starting = spawnOn(world, { program: makeNewerServer(t, untilLetGo) })
  t.after(() => starting.stop())
  await untilItListens(world)
  const { status, retryAfter } = await ask(
    world,
    `/track?offerId=${world.offerId}&apiKey=${world.apiKey}&userId=u`,
  )
  assert.deepEqual([status, Number(retryAfter) > 0], [503, true])
  assert.equal((await ask(world, '/readyz?plane=links')).status, 503)
  await assertOthersComeBack(world)
  assert.match(starting.said.stderr, /it is damaged.*"msg":"last good catalogue not used"/)
  await letGo(world)
  await startAgain(world, starting)
  assert.equal((await askOnce(world)).click, 302)
  await starting.stop()
})

test('a server that is killed in the middle of a migration goes on with the clicks it took meanwhile', async (t) => {
  const world = await createFaultWorld(t)
  await world.server().stop()
  const program = makeNewerServer(t, untilLetGo)
  const killed = spawnOn(world, { program })
  await untilItListens(world)
  for (let times = 0; times < 10; times += 1) {
    const { click, clickId } = await askOnce(world)
    assert.equal(click, 302)
    world.journal.clickAcknowledged(clickId)
  }
  const isAtWork = /"name":"9999_takes_long.sql".*"msg":"migration began"/
  await until(() => isAtWork.test(killed.said.stderr), 'the migration is at work')
  killed.signal('SIGKILL')
  await killed.ended
  const starting = spawnOn(world, { program })
  t.after(() => starting.stop())
  await letGo(world)
  await startAgain(world, starting)
  const verdict = await world.judge()
  assert.equal(verdict.clicks, 10)
  assertNothingLost(verdict)
  await starting.stop()
})

test('workers send visitors on while their primary waits for the database', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database, environment: { WORKERS: '2' } })
  await world.server().stop()
  await database.stop()
  const starting = spawnOn(world, { environment: { WORKERS: '2' } })
  t.after(() => starting.stop())
  await untilItListens(world)
  const load = world.load()
  await until(
    async () => /the database is away: it does not answer/.test((await ask(world, '/readyz')).text),
    'a worker says why',
  )
  await assertOthersComeBack(world)
  await until(() => world.journal.acknowledged > 200, 'visitors are sent on')
  await database.start()
  await startAgain(world, starting)
  await until(() => load.seen.answers.has('postback 200'), 'postbacks are taken')
  await load.stop()
  const clicks = [...load.seen.answers.keys()].filter((what) => what.startsWith('click'))
  assert.deepEqual(clicks, ['click 302'])
  const verdict = await world.judge()
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
  await starting.stop()
})

test('a worker that is killed while its primary waits for the database is replaced, and no visitor is refused for long', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database, environment: { WORKERS: '2' } })
  await world.server().stop()
  await database.stop()
  const starting = spawnOn(world, { environment: { WORKERS: '2' } })
  t.after(() => starting.stop())
  await untilItListens(world)
  const load = world.load()
  await until(() => world.journal.acknowledged > 50, 'visitors are sent on')
  const [pid = 0] = workersOf(primaryOf(world))
  process.kill(pid, 'SIGKILL')
  await until(() => /"pid":\d+,"waitMs":\d+,"msg":"worker ended/.test(starting.said.stderr), 'it is replaced')
  const acknowledged = world.journal.acknowledged
  await until(() => world.journal.acknowledged > acknowledged + 200, 'visitors are sent on still')
  await database.start()
  await startAgain(world, starting)
  await load.stop()
  const verdict = await world.judge()
  t.diagnostic(describe(verdict))
  assertNothingLost(verdict)
  await starting.stop()
})

test('SIGTERM ends workers that wait for the database in seconds, and keeps their clicks', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database, environment: { WORKERS: '2' } })
  await world.server().stop()
  await database.stop()
  const starting = spawnOn(world, { environment: { WORKERS: '2' } })
  await untilItListens(world)
  const { click, clickId } = await askOnce(world)
  assert.equal(click, 302)
  world.journal.clickAcknowledged(clickId)
  const startedMs = performance.now()
  const { code } = await starting.stop()
  assert.ok(performance.now() - startedMs < 10_000)
  assert.equal(code, 1)
  assert.match(starting.said.stderr, /Stopped while the database was away: it does not answer/)
  await database.start()
  await world.startServer()
  await world.settle()
  assertNothingLost(await world.judge())
})

test('a cluster is ready when all of its workers serve, so that no call meets one that is starting', async (t) => {
  const database = await startOwnDatabase(t)
  const world = await createFaultWorld(t, { database, environment: { WORKERS: '2' } })
  await world.server().stop()
  await database.stop()
  const starting = spawnOn(world, { environment: { WORKERS: '2' } })
  t.after(() => starting.stop())
  await untilItListens(world)
  const { apiKey, apiSecret } = world
  const credentials = { 'X-API-Key': apiKey, 'X-API-Secret': apiSecret }
  // A stopped worker keeps those whom the primary led to it waiting.
  const answerTo = async (path: string): Promise<number | undefined> => {
    const signal = AbortSignal.timeout(500)
    const url = `http://localhost:${world.port}${path}`
    const headers = { ...credentials, connection: 'close' }
    const response = await fetch(url, { headers, signal }).catch(() => undefined)
    return response?.status
  }
  const list = (): Promise<number | undefined> => answerTo('/api/v1/offers?userId=u')
  const [late = 0] = workersOf(primaryOf(world))
  process.kill(late, 'SIGSTOP')
  await database.start()
  await until(async () => (await list()) === 200, 'the other worker serves')
  const readiness = new Set<number | undefined>()
  for (let times = 0; times < 20; times += 1) readiness.add(await answerTo('/readyz'))
  assert.ok(!readiness.has(200), 'it is not ready while one of its workers starts')
  assert.ok(readiness.has(503), 'the other worker was asked')
  process.kill(late, 'SIGCONT')
  await until(async () => (await answerTo('/readyz')) === 200, 'it is ready')
  const lists = await Promise.all(Array.from({ length: 40 }, list))
  assert.deepEqual([...new Set(lists)], [200])
  await starting.stop()
})
