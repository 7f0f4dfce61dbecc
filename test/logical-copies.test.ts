import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../packages/embedded-postgres/src/embedded-postgres.ts'
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { createEmptyDatabase } from './support/database.ts'
import { until } from './support/eventually.ts'
import { runCommandHere } from './support/run-command.ts'
import { plainEnvironment, repository, runQuoin } from './support/run-program.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { sumEmbedded, sumTables } from './support/sum-tables.ts'

/** Rows that go from one PostgreSQL to another: a backup of one's own database, a restore into it, and a move. */

const run = promisify(execFile)
const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of the tests' }
const another = { QUOIN_SECRET: 'a secret of the tests, which is long enough' }
const token = `op_${'t'.repeat(40)}`
let folder: string
/** The demo's month in the embedded database of a stopped server. */
let embedded: ServerProcess
let clickId: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quoin-copies-'))
  await chmod(folder, 0o711)
  embedded = await startServerProcess({ environment: { OPERATOR_TOKEN: token } })
  clickId = await follow(embedded, 'ada')
  assert.equal(await report(embedded), false)
  await embedded.stop()
})
after(() => rm(folder, { recursive: true, force: true }))

async function credentials(): Promise<{ apiKey: string; apiSecret: string; postback: string }> {
  return JSON.parse(await readFile(join(embedded.dataDir, 'demo.json'), 'utf8'))
}

/** Settings of a server on a database of one's own, with the secret of the embedded one. */
async function own(url: string): Promise<{ DATABASE_URL: string; QUOIN_SECRET: string }> {
  const secret = (await readFile(join(embedded.dataDir, 'secret'), 'utf8')).trim()
  return { DATABASE_URL: url, QUOIN_SECRET: secret }
}

/** The stopped server's folder once more, for one that goes on in it. */
async function copyFolder(name: string): Promise<string> {
  const dataDir = join(folder, name)
  await run('cp', ['-a', embedded.dataDir, dataDir]) // with its owners
  return dataDir
}

async function listOffers({ url }: ServerProcess, userId: string): Promise<{ link: string }[]> {
  const { apiKey, apiSecret } = await credentials()
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
  const answer = await fetch(`${url}/api/v1/offers?userId=${userId}&limit=1`, { headers })
  return (await answer.json()).data
}

/** A click of a user in the demo's app. */
async function follow(server: ServerProcess, userId: string): Promise<string> {
  const [offer] = await listOffers(server, userId)
  const link = new URL(offer?.link ?? '')
  const answer = await fetch(`${server.url}${link.pathname}${link.search}`, { redirect: 'manual' })
  return new URL(answer.headers.get('location') ?? '').searchParams.get('click_id') ?? ''
}

/** Whether a report of the first click is known already. */
async function report({ url }: ServerProcess): Promise<boolean> {
  const answer = await fetch(`${url}/postback?click_id=${clickId}&payout=1.50&status=approved`)
  const { data } = await answer.json()
  return data.duplicate
}

/** Tables that somebody has made for themselves beside those of Quoin. */
async function addOwnTables(dataDir: string): Promise<void> {
  const server = await startEmbeddedPostgres({ dataDir })
  const db = await openDatabase({ url: server.url, connectionsMax: 1, statementTimeoutMs: 0 })
  await db.query('create table own_notes (id serial primary key, day date)')
  await db.query('insert into own_notes (day) values (now())')
  await db.query('create table own_days (day date) partition by range (day)')
  await db.query(
    `create table own_days_1 partition of own_days for values from ('2026-01-01') to ('2027-01-01')`,
  )
  await db.close()
  await server.stop()
}

async function tablesIn(url: string): Promise<number> {
  const db = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  try {
    const rows = await db.query(`select from pg_class where relnamespace = 'public'::regnamespace`)
    return rows.length
  } finally {
    await db.close()
  }
}

async function quoin(words: string[], environment = {}): Promise<Record<string, unknown>> {
  const ended = await runCommandHere(words, { ...passphrase, ...environment })
  assert.equal(ended.code, 0, ended.stderr)
  return JSON.parse(ended.stdout)
}

async function refusal(words: string[], environment = {}): Promise<string> {
  const ended = await runCommandHere(words, { ...passphrase, ...environment })
  assert.equal(ended.code, 1, ended.stdout)
  assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr)
  return ended.stderr
}

test('a move copies every row and every counter, and the server goes on where it was', async () => {
  const target = await createEmptyDatabase()
  const dataDir = await copyFolder('moved')
  await addOwnTables(dataDir)
  const sums = await sumEmbedded(dataDir)
  assert.ok(Object.keys(sums).length > 80)
  const moved = await quoin(['move', '--into', target.url], { DATA_DIR: dataDir })
  assert.deepEqual(moved['differences'], [])
  assert.deepEqual(await sumTables(target.url), sums)
  // The old one is not begun again by mistake.
  const stale = await runQuoin(['serve'], { DATA_DIR: dataDir, PORT: '0' })
  assert.equal(stale.code, 1)
  assert.match(stale.stderr, /was moved to .*set DATABASE_URL/)
  const server = await startServerProcess({
    dataDir,
    environment: { ...(await own(target.url)), OPERATOR_TOKEN: token },
  })
  assert.equal((await listOffers(server, 'bob')).length, 1)
  assert.equal(await report(server), true)
  assert.notEqual(await follow(server, 'bob'), '')
  const next = await createEmptyDatabase()
  assert.match(await refusal(['move', '--into', next.url], await own(target.url)), /Quoin is running/)
  await server.stop()
})

test('a database of one’s own is backed up while it serves, proved, and restored into another and into a folder', async () => {
  const source = await createEmptyDatabase()
  const { dataDir } = embedded
  await quoin(['move', '--into', source.url], { DATA_DIR: dataDir })
  await rm(join(dataDir, 'moved.json'))
  const settings = { ...(await own(source.url)), DATA_DIR: join(folder, 'own') }
  const server = await startServerProcess({
    dataDir: settings.DATA_DIR,
    environment: { ...settings, DEMO: 'off' },
  })
  const backups = join(folder, 'of-own')
  const { backup } = await quoin(['backup', backups, '--max-rate', '0'], settings)
  await server.stop()
  const files = await readdir(join(backups, String(backup)))
  assert.deepEqual(files.sort(), ['backup.json', 'rows', 'rows.json', 'secrets.sealed'])
  const verdict = await quoin(['backup', 'verify', backups])
  assert.equal(verdict['isGood'], true, JSON.stringify(verdict))

  const other = await createEmptyDatabase()
  const restored = await quoin(['restore', backups, '--into', other.url], { DATA_DIR: join(folder, 'other') })
  assert.deepEqual(restored['differences'], [])
  const { QUOIN_SECRET } = settings
  assert.equal((await readFile(join(folder, 'other', 'secret'), 'utf8')).trim(), QUOIN_SECRET)
  const again = await startServerProcess({
    dataDir: join(folder, 'other'),
    environment: { ...(await own(other.url)), DEMO: 'off' },
  })
  assert.equal(await report(again), true)
  await until(async () => /everything up to .* is here/.test(again.said.stdout), 'it says what it is')
  await again.stop()

  const inFolder = join(folder, 'in-folder')
  await quoin(['restore', backups, '--into', inFolder])
  const third = await startServerProcess({ dataDir: inFolder, environment: { DEMO: 'off' } })
  assert.equal(await report(third), true)
  await third.stop()
})

test('a base backup of the embedded database is restored into a database of one’s own', async () => {
  const target = await createEmptyDatabase()
  const { dataDir } = embedded
  const backups = join(folder, 'of-embedded')
  await quoin(['backup', backups, '--max-rate', '0'], { DATA_DIR: dataDir })
  const sums = await sumEmbedded(dataDir)
  const into = join(folder, 'from-embedded')
  await quoin(['restore', backups, '--into', target.url], { DATA_DIR: into })
  assert.deepEqual(await sumTables(target.url), sums)
  assert.deepEqual((await readdir(into)).sort(), ['restored.json', 'secret'])
})

test('nothing is restored where something does not fit, and the database is as empty as before', async () => {
  const source = await createEmptyDatabase()
  const { dataDir } = embedded
  await quoin(['move', '--into', source.url], { DATA_DIR: dataDir })
  await rm(join(dataDir, 'moved.json'))
  const backups = join(folder, 'damaged')
  const { backup } = await quoin(['backup', backups, '--max-rate', '0'], await own(source.url))
  const target = await createEmptyDatabase()
  const into = { DATA_DIR: join(folder, 'never') }
  const restoring = ['restore', backups, '--into', target.url]
  assert.match(await refusal(restoring, { ...into, ...another }), /another secret than that of the backup/)
  assert.match(
    await refusal(restoring, { ...into, BACKUP_PASSPHRASE: 'another passphrase' }),
    /does not open/,
  )
  assert.match(await refusal([...restoring, '--to', new Date().toISOString()], into), /logical copy/)
  assert.match(await refusal(['restore', backups, '--into', source.url], into), /has tables already/)
  assert.match(
    await refusal(['restore', backups, '--into', 'postgres://127.0.0.1:1/none'], into),
    /127\.0\.0\.1:1/,
  )
  assert.match(await refusal(restoring, { DATA_DIR: dataDir }), /folder of another server/)
  const under = { DATA_DIR: join(backups, String(backup), 'rows.json', 'data') }
  assert.match(await refusal(restoring, under), /lies below a file/)
  const socket = 'postgres://quoin:s3cret@/quoin?host=/tmp'
  for (const words of [
    ['move', '--into', socket],
    ['restore', backups, '--into', socket],
  ]) {
    const ended = await runCommandHere(words, { ...passphrase, ...into })
    assert.equal(ended.code, 1)
    assert.match(ended.stderr, /must be a postgres:\/\/ URL with a host/)
    assert.doesNotMatch(`${ended.stdout}${ended.stderr}`, /s3cret/)
  }
  const path = join(backups, String(backup), 'rows', 'conversions.copy.zst')
  const bytes = await readFile(path)
  const at = Math.floor(bytes.length / 2)
  bytes[at] = (bytes[at] ?? 0) ^ 1
  await writeFile(path, bytes)
  assert.match(await refusal(restoring, into), /conversions/)
  await rm(path)
  assert.match(await refusal(restoring, into), /conversions\.copy\.zst.*is missing/)
  assert.match(await refusal(['restore', backups, '--into', join(folder, 'never')]), /is missing/)
  assert.equal(await tablesIn(target.url), 0)
  assert.equal(existsSync(into.DATA_DIR), false)
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.includes('restoring')),
    [],
  )
})

test('a move that is killed leaves the old database as it was, and the new one empty or whole', async () => {
  const { dataDir } = embedded
  const sums = await sumEmbedded(dataDir)
  const program = join('packages', 'server', 'bin', 'quoin.js')
  let empty = 0
  for (const afterMs of [600, 900, 1_100, 1_300, 1_500]) {
    const target = await createEmptyDatabase()
    const child = spawn(process.execPath, [program, 'move', '--into', target.url], {
      cwd: repository,
      env: plainEnvironment({ DATA_DIR: dataDir }),
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await delay(afterMs)
    child.kill('SIGKILL')
    await ended
    const isLeft = existsSync(join(dataDir, 'moved.json'))
    const isEmpty = (await tablesIn(target.url)) === 0
    if (isEmpty) empty += 1
    else assert.deepEqual(await sumTables(target.url), sums)
    assert.ok(isLeft || isEmpty, 'no two go on from one state')
    await rm(join(dataDir, 'moved.json'), { force: true })
  }
  assert.ok(empty > 0)
  assert.deepEqual(await sumEmbedded(dataDir), sums)
})
