import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { createEmptyDatabase } from './support/database.ts'
import { runCommandHere } from './support/run-command.ts'
import { plainEnvironment, repository, runQuoin } from './support/run-program.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { sumEmbedded, sumTables } from './support/sum-tables.ts'

/** Rows that go from one PostgreSQL to another: a backup of one's own database, a restore into it, and a move. */

const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of the tests' }
const secret = { QUOIN_SECRET: 'a secret of the tests, which is long enough' }
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
  assert.equal(await report(embedded), 'recorded')
  await embedded.stop()
})
after(() => rm(folder, { recursive: true, force: true }))

async function credentials(): Promise<{ apiKey: string; apiSecret: string; postback: string }> {
  return JSON.parse(await readFile(join(embedded.dataDir, 'demo.json'), 'utf8'))
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

/** What is said to a report of the first click. */
async function report({ url }: ServerProcess): Promise<string> {
  const answer = await fetch(`${url}/postback?click_id=${clickId}&payout=1.50&status=approved`)
  const { data } = await answer.json()
  return data.status ?? data.outcome
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
  const { dataDir } = embedded
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
    environment: { DATABASE_URL: target.url, OPERATOR_TOKEN: token },
  })
  assert.equal((await listOffers(server, 'bob')).length, 1)
  assert.equal(await report(server), 'duplicate')
  assert.notEqual(await follow(server, 'bob'), '')
  assert.match(
    await refusal(['move', '--into', target.url], { DATA_DIR: dataDir }),
    /Quoin is running|is running/,
  )
  await server.stop()
  await rm(join(dataDir, 'moved.json'))
})

test('a database of one’s own is backed up while it serves, proved, and restored into another and into a folder', async () => {
  const source = await createEmptyDatabase()
  const { dataDir } = embedded
  await quoin(['move', '--into', source.url], { DATA_DIR: dataDir })
  await rm(join(dataDir, 'moved.json'))
  const master = (await readFile(join(dataDir, 'secret'), 'utf8')).trim()
  const own = { DATABASE_URL: source.url, QUOIN_SECRET: master, DATA_DIR: join(folder, 'own') }
  const server = await startServerProcess({ dataDir: own.DATA_DIR, environment: { ...own, DEMO: 'off' } })
  const backups = join(folder, 'of-own')
  const { backup } = await quoin(['backup', backups, '--max-rate', '0'], own)
  await server.stop()
  const files = await readdir(join(backups, String(backup)))
  assert.deepEqual(files.sort(), ['backup.json', 'rows', 'rows.json', 'secrets.sealed'])
  const verdict = await quoin(['backup', 'verify', backups])
  assert.equal(verdict['isGood'], true, JSON.stringify(verdict))

  const other = await createEmptyDatabase()
  const restored = await quoin(['restore', backups, '--into', other.url], { DATA_DIR: join(folder, 'other') })
  assert.deepEqual(restored['differences'], [])
  assert.equal((await readFile(join(folder, 'other', 'secret'), 'utf8')).trim(), master)
  const again = await startServerProcess({
    dataDir: join(folder, 'other'),
    environment: { DATABASE_URL: other.url, DEMO: 'off' },
  })
  assert.equal(await report(again), 'duplicate')
  assert.match(`${again.said.stdout}${again.said.stderr}`, /everything up to .* is here/)
  await again.stop()

  const inFolder = join(folder, 'in-folder')
  await quoin(['restore', backups, '--into', inFolder])
  const third = await startServerProcess({ dataDir: inFolder, environment: { DEMO: 'off' } })
  assert.equal(await report(third), 'duplicate')
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
  const own = {
    DATABASE_URL: source.url,
    QUOIN_SECRET: (await readFile(join(dataDir, 'secret'), 'utf8')).trim(),
  }
  const backups = join(folder, 'damaged')
  const { backup } = await quoin(['backup', backups, '--max-rate', '0'], own)
  const target = await createEmptyDatabase()
  const into = { DATA_DIR: join(folder, 'never') }
  const restoring = ['restore', backups, '--into', target.url]
  assert.match(await refusal(restoring, { ...into, ...secret }), /another secret than that of the backup/)
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

test('a move that is killed in the middle leaves the old database as it was, and the new one empty', async () => {
  const target = await createEmptyDatabase()
  const { dataDir } = embedded
  const sums = await sumEmbedded(dataDir)
  for (const afterMs of [300, 600, 900]) {
    const program = join('packages', 'server', 'bin', 'quoin.js')
    const child = spawn(process.execPath, [program, 'move', '--into', target.url], {
      cwd: repository,
      env: plainEnvironment({ DATA_DIR: dataDir }),
      stdio: 'ignore',
    })
    await delay(afterMs)
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  assert.equal(await tablesIn(target.url), 0)
  assert.deepEqual(await sumEmbedded(dataDir), sums)
})
