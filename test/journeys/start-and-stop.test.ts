import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { readFile, stat, unlink, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { startEmbeddedPostgres } from '../../packages/embedded-postgres/src/embedded-postgres.ts'
import { openDatabase } from '../../packages/server/src/store/pg/database.ts'
import { createEmptyDatabase } from '../support/database.ts'
import { until } from '../support/eventually.ts'
import { isLong } from '../support/long.ts'
import { startTraffic } from '../support/offer-traffic.ts'
import { offersOf } from '../support/publisher-client.ts'
import { type Ended, type Environment, runQuoin } from '../support/run-program.ts'
import {
  makeDataDir,
  type ServerProcess,
  type StartingServer,
  spawnServer,
  startServerProcess,
} from '../support/server-process.ts'

const externalSecret = 'Zr5mWc0d8qJ2vNw4tYb7eXh1kLs9pAgU'

interface Demo {
  readonly baseUrl: string
  readonly trackUrl: string
  readonly postbackUrl: string
  readonly apiKey: string
  readonly apiSecret: string
}

async function demoOf({ dataDir }: Pick<ServerProcess, 'dataDir'>): Promise<Demo> {
  return JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
}

/** A start that must fail: exit code 1, nothing on standard output. Returns what it says. */
async function refusalOf(environment: Environment): Promise<string> {
  const { code, stdout, stderr }: Ended = await runQuoin(['serve'], environment)
  assert.deepEqual({ code, stdout }, { code: 1, stdout: '' }, stderr)
  assert.doesNotMatch(stderr, /\n {4}at /)
  return stderr
}

function isDatabaseUp(dataDir: string): boolean {
  return existsSync(join(dataDir, 'postgres', 'postmaster.pid'))
}

type WayToStop = readonly [string, (server: ServerProcess) => void, boolean]

/** Ways to stop that the others cover in part. */
const plainWays: readonly WayToStop[] = [
  ['SIGINT', (server) => server.signal('SIGINT'), false],
  ['SIGTERM to npm alone, which takes its shell along', (server) => server.signal('SIGTERM'), true],
]
const waysToStop: readonly WayToStop[] = [
  ['SIGTERM', (server) => server.signal('SIGTERM'), false],
  [
    'Ctrl-C at npm start, which reaches every process of the terminal',
    (server) => server.signal('SIGINT', 'group'),
    true,
  ],
  [
    'Ctrl-C twice, and then SIGTERM',
    (server) => {
      server.signal('SIGINT')
      setTimeout(() => server.signal('SIGINT'), 5)
      setTimeout(() => server.signal('SIGTERM'), 10)
    },
    false,
  ],
  ...(isLong ? plainWays : []),
]
for (const [name, sendTo, byNpm] of waysToStop) {
  test(`${name} under load: all that was acknowledged is in the database`, async (t) => {
    const server = await startServerProcess({ byNpm })
    const demo = await demoOf(server)
    const traffic = await startTraffic(demo, demo.postbackUrl)
    t.after(() => traffic.end())
    const { clickIds, reportedIds, oddities } = traffic.journal
    await until(() => reportedIds.length >= 200 || oddities.length > 0, 'there is traffic')
    const startedMs = performance.now()
    sendTo(server)
    const { code, stderr } = await server.ended
    const stopMs = Math.round(performance.now() - startedMs)
    await traffic.end()

    if (!byNpm) assert.equal(code, 0, stderr)
    assert.match(stderr, /"msg":"stopped"/)
    assert.doesNotMatch(stderr, /"level":(50|60)/)
    assert.equal(isDatabaseUp(server.dataDir), false)
    assert.deepEqual(oddities, [])
    assert.deepEqual(await findMissing(server.dataDir, { clickIds, reportedIds }), {
      clicks: 0,
      conversions: 0,
    })
    t.diagnostic(`${clickIds.length} clicks, ${reportedIds.length} conversions, stopped in ${stopMs} ms`)
  })
}

interface Acknowledged {
  readonly clickIds: readonly string[]
  readonly reportedIds: readonly string[]
}

/** How many of them the database of a stopped server does not have. */
async function findMissing(
  dataDir: string,
  { clickIds, reportedIds }: Acknowledged,
): Promise<{ clicks: number; conversions: number }> {
  const postgres = await startEmbeddedPostgres({ dataDir })
  const database = await openDatabase({ url: postgres.url, connectionsMax: 1, statementTimeoutMs: 30_000 })
  const [found] = await database.query<{ clicks: number; conversions: number }>(
    `select (select count(*) from clicks where id = any($1::uuid[])) as clicks,
            (select count(*) from conversions
             where click_id = any($2::uuid[]) and status = 'approved') as conversions`,
    [clickIds, reportedIds],
  )
  await database.close()
  await postgres.stop()
  const { clicks = 0, conversions = 0 } = found ?? {}
  return { clicks: clickIds.length - clicks, conversions: reportedIds.length - conversions }
}

test('DRAIN_MS: a load balancer is told first, and requests are answered for so long', async () => {
  const server = await startServerProcess({ environment: { DRAIN_MS: '1500' } })
  const statusOf = async (path: string) => (await fetch(`${server.url}${path}`)).status
  assert.deepEqual([await statusOf('/readyz'), await statusOf('/livez')], [200, 200])
  server.signal('SIGTERM')
  await until(async () => (await statusOf('/readyz')) === 503, 'it is not ready any more')
  assert.deepEqual([await statusOf('/readyz'), await statusOf('/openapi.json')], [503, 200])
  assert.equal(await statusOf('/readyz?plane=links'), 503)
  assert.equal((await server.ended).code, 0)
})

test('a stop in the middle of the first start waits for it, and the next has all it needs', async () => {
  const dataDir = await makeDataDir()
  const starting = spawnServer({ dataDir })
  await appearance(starting, 'postgres')
  starting.signal('SIGINT')
  const { code, stdout } = await starting.ended
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '' })
  assert.equal(isDatabaseUp(dataDir), false)
  await assertHasDemo(dataDir)
})

for (const file of isLong ? ['postgres', 'secret', 'demo.json'] : ['postgres', 'demo.json']) {
  test(`a first start that was killed when ${file} had appeared is made up for by the next`, async () => {
    const dataDir = await makeDataDir()
    const starting = spawnServer({ dataDir })
    await appearance(starting, file)
    starting.signal('SIGKILL')
    await starting.ended
    await assertHasDemo(dataDir)
  })
}

/** Waits for a file of the data directory, or for the end of a start that fails before. */
async function appearance({ dataDir, ended }: StartingServer, file: string): Promise<void> {
  const state = { stderr: '' }
  ended.then(({ stderr }) => Object.assign(state, { stderr: stderr || 'it ended without a word' }))
  await until(() => existsSync(join(dataDir, file)) || state.stderr !== '', `there is ${file}`)
  assert.equal(state.stderr, '')
}

async function assertHasDemo(dataDir: string): Promise<void> {
  const server = await startServerProcess({ dataDir })
  assert.ok((await offersOf(await demoOf(server), 'u')).length > 50)
  await server.stop()
}

test('a busy port is said in one sentence, and no database is started for it', async (t) => {
  const dataDir = await makeDataDir()
  const other = createServer()
  t.after(() => other.close())
  const port = await new Promise<number>((resolve) => {
    other.listen(0, '127.0.0.1', () => {
      const address = other.address()
      resolve(typeof address === 'object' && address !== null ? address.port : 0)
    })
  })
  const said = await refusalOf({ PORT: `${port}`, DATA_DIR: dataDir })
  assert.match(said, new RegExp(`^Port ${port} is in use: [^\n]+PORT=8081 npm start\n$`))
  assert.equal(existsSync(join(dataDir, 'postgres')), false)
})

test('wrong settings are refused in one line each', async () => {
  const said = await refusalOf({
    PORT: 'http',
    TRUST_PROXY: '10.0.0.0/99',
    DEMO: 'perhaps',
    BASE_URL: 'here',
  })
  const lines = said.trimEnd().split('\n')
  assert.deepEqual(
    lines.map((line) => line.split(' ')[0]),
    ['PORT', 'BASE_URL', 'TRUST_PROXY', 'DEMO'],
  )
  assert.match(
    await refusalOf({ HOST: '192.0.2.1', PORT: '0' }),
    /^HOST 192\.0\.2\.1 is no address of this machine\n$/,
  )
})

test('two servers on one data directory: the second says who is there, and the first serves on', async () => {
  const first = await startServerProcess()
  const said = await refusalOf({ DATA_DIR: first.dataDir, PORT: '0' })
  assert.match(
    said,
    /^Another Quoin \(process \d+\) is already running on [^\n]+: stop it, or set DATA_DIR [^\n]+\n$/,
  )
  assert.equal((await fetch(`${first.url}/readyz`)).status, 200)
  await first.stop()
})

test('a database that is away is said in one sentence, without its password', async () => {
  const said = await refusalOf({
    DATABASE_URL: 'postgres://me:hunter2@127.0.0.1:1/quoin',
    QUOIN_SECRET: externalSecret,
    PORT: '0',
  })
  assert.match(said, /^The database quoin at 127\.0\.0\.1:1 \(DATABASE_URL\) does not answer: [^\n]+\n$/)
  assert.ok(!said.includes('hunter2'))
})

test('demo credentials are kept in a file of mode 0600, not in what is logged, and follow the port', async () => {
  const first = await startServerProcess()
  const demo = await demoOf(first)
  assert.deepEqual(Object.keys(demo), ['baseUrl', 'trackUrl', 'postbackUrl', 'apiKey', 'apiSecret'])
  assert.equal(demo.baseUrl, first.url)
  assert.equal((await stat(join(first.dataDir, 'demo.json'))).mode & 0o777, 0o600)
  await until(() => first.said.stdout.includes('demo.json'), 'the file is named')
  for (const said of [first.said.stdout, first.said.stderr]) assert.ok(!said.includes(demo.apiSecret))
  await first.stop()

  const second = await startServerProcess({ dataDir: first.dataDir })
  await until(() => second.said.stdout.includes('demo.json'), 'the file is named')
  assert.ok(!second.said.stdout.includes(demo.apiSecret))
  const { apiKey, apiSecret } = demo
  const { url } = second
  assert.deepEqual(await demoOf(second), {
    baseUrl: url,
    trackUrl: `${url}/track`,
    postbackUrl: `${url}/postback`,
    apiKey,
    apiSecret,
  })
  await second.stop()
})

test('no demo is made with DEMO=off, nor ever in a database of your own', async () => {
  const off = await startServerProcess({ environment: { DEMO: 'off' } })
  assert.equal(existsSync(join(off.dataDir, 'demo.json')), false)
  await until(() => off.said.stdout.includes('There is no app yet'), 'the next step is named')
  await off.stop()

  const { url } = await createEmptyDatabase()
  const environment = { DATABASE_URL: url, QUOIN_SECRET: externalSecret }
  const own = await startServerProcess({ environment })
  assert.equal(existsSync(join(own.dataDir, 'demo.json')), false)
  assert.equal(existsSync(join(own.dataDir, 'postgres')), false)
  assert.deepEqual(JSON.parse((await runQuoin(['apps', 'list'], own.environment)).stdout), [])
  await own.stop()
})

test('a lost master secret is not replaced in silence, and a damaged one is not used', async () => {
  const server = await startServerProcess()
  await server.stop()
  const path = join(server.dataDir, 'secret')
  const secret = await readFile(path, 'utf8')
  assert.equal((await stat(path)).mode & 0o777, 0o600)
  await unlink(path)
  const environment = { DATA_DIR: server.dataDir, PORT: '0' }
  assert.match(await refusalOf(environment), /secret is missing, although the database beside it is in use/)
  await writeFile(path, secret.slice(0, 10))
  assert.match(await refusalOf(environment), /^[^\n]+secret is damaged: restore it[^\n]+\n$/)
  assert.match(await refusalOf({ ...environment, WORKERS: '2' }), /^[^\n]+secret is damaged: restore it/)
  await writeFile(path, secret)
  await (await startServerProcess({ dataDir: server.dataDir })).stop()
})
