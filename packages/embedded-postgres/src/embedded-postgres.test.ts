import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'

import { startChildQuoin } from '../../../test/support/child-quoin.ts'
import { openDatabase } from '../../server/src/store/pg/database.ts'
import { findFreePort } from './free-port.ts'
import { commandLineOf } from './process-of.ts'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'

/** Removed when all servers have stopped. */
const folders: string[] = []
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('a first start makes a durable, closed database, and a second one finds it again', async (t) => {
  const dataDir = makeFolder()
  const first = await startEmbeddedPostgres({ dataDir })
  t.after(() => first.stop())
  assert.deepEqual([first.isFirstStart, first.startedByUs], [true, true])
  assert.match(first.url, /^postgres:\/\/quoin:[\w-]{32}@127\.0\.0\.1:\d+\/quoin$/)
  assert.deepEqual(await readSettings(first.url), {
    data_checksums: 'on',
    fsync: 'on',
    full_page_writes: 'on',
    jit: 'off',
    listen_addresses: '127.0.0.1',
    server_encoding: 'UTF8',
    synchronous_commit: 'on',
    TimeZone: 'UTC',
    unix_socket_directories: '',
  })
  assert.equal(statSync(join(dataDir, 'postgres-password')).mode & 0o777, 0o600)
  await query(first.url, 'create table kept as select 42 as answer')
  await first.stop()
  await assert.rejects(query(first.url, 'select 1'), /ECONNREFUSED/)

  const startedAt = performance.now()
  const second = await startEmbeddedPostgres({ dataDir })
  t.after(() => second.stop())
  t.diagnostic(`second start: ${Math.round(performance.now() - startedAt)} ms`)
  assert.deepEqual([second.isFirstStart, second.startedByUs], [false, true])
  assert.deepEqual(await query(second.url, 'select answer from kept'), [{ answer: 42 }])
})

test('nobody gets in without the password', async (t) => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: await copyCluster() })
  t.after(stop)
  const wrong = new URL(url)
  wrong.password = 'guess'
  await assert.rejects(query(wrong.href, 'select 1'), /password authentication failed/)
})

test('text is UTF-8 and sorted by code point on every machine, and case is that of Unicode', async (t) => {
  const { url, stop } = await startEmbeddedPostgres({ dataDir: await copyCluster() })
  t.after(stop)
  const words = `select string_agg(word, ' ' order by word) as sorted, lower('ÄÖ') as lower
                   from unnest(array['é', 'a', 'Z', 'z']) as word`
  assert.deepEqual(await query(url, words), [{ sorted: 'Z a z é', lower: 'äö' }])
})

test('a second start on one directory is refused with a sentence, and the first goes on', async (t) => {
  const dataDir = await copyCluster()
  assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined)
  const { url, stop } = await startEmbeddedPostgres({ dataDir })
  t.after(stop)
  await assert.rejects(startEmbeddedPostgres({ dataDir }), {
    message:
      `Another Quoin (process ${process.pid}) is already running on ${dataDir}: ` +
      'stop it, or set DATA_DIR to another directory',
  })
  assert.equal(await findRunningEmbeddedPostgres(dataDir), url)
  assert.equal((await query(url, 'select 1')).length, 1)
  await stop()
  assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined)
})

test('exactly one of three starts at once on a new directory wins', async (t) => {
  const dataDir = makeFolder()
  const starts = await Promise.allSettled([1, 2, 3].map(() => startChildQuoin({ dataDir })))
  const won = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
  const refused = starts.flatMap((start) => (start.status === 'rejected' ? [String(start.reason)] : []))
  for (const quoin of won) t.after(quoin.stop)
  assert.equal(won.length, 1, refused.join('\n'))
  for (const sentence of refused)
    assert.match(sentence, /Another Quoin \(process \d+\) is already running on/)
})

test('after kill -9 of Quoin and of PostgreSQL what was acknowledged is there', async (t) => {
  const dataDir = await copyCluster()
  const killed = await startChildQuoin({ dataDir })
  await query(killed.url, 'create table clicks (id int); insert into clicks values (7)')
  const postmaster = postmasterOf(dataDir)
  // Quoin first: it would bring the other back in the moment between the two.
  killed.process.kill('SIGKILL')
  process.kill(postmaster, 'SIGKILL')
  await killed.ended

  const startedAt = performance.now()
  const next = await startEmbeddedPostgres({ dataDir })
  t.after(() => next.stop())
  t.diagnostic(`start with repair: ${Math.round(performance.now() - startedAt)} ms`)
  assert.deepEqual([next.isFirstStart, next.startedByUs], [false, true])
  assert.deepEqual(await query(next.url, 'select id from clicks'), [{ id: 7 }])
})

test('a PostgreSQL that a killed Quoin left running is taken over and stopped in the end', async (t) => {
  const dataDir = await copyCluster()
  const killed = await startChildQuoin({ dataDir })
  killed.process.kill('SIGKILL')
  await killed.ended
  const orphan = postmasterOf(dataDir)
  assert.equal(await findRunningEmbeddedPostgres(dataDir), undefined, 'an orphan is owned by nobody')

  const startedAt = performance.now()
  const next = await startEmbeddedPostgres({ dataDir })
  t.after(() => next.stop())
  t.diagnostic(`take-over: ${Math.round(performance.now() - startedAt)} ms`)
  assert.deepEqual([next.url, next.startedByUs, postmasterOf(dataDir)], [killed.url, false, orphan])
  await next.stop()
  assert.equal(commandLineOf(orphan), '')
})

test('one left running by another version, with other settings, is started anew', async (t) => {
  const dataDir = await copyCluster()
  const killed = await startChildQuoin({ dataDir })
  killed.process.kill('SIGKILL')
  await killed.ended
  const orphan = postmasterOf(dataDir)

  const next = await startEmbeddedPostgres({ dataDir, settings: { work_mem: '5MB' } })
  t.after(() => next.stop())
  assert.equal(next.startedByUs, true)
  assert.notEqual(postmasterOf(dataDir), orphan)
  assert.deepEqual(await query(next.url, 'show work_mem'), [{ work_mem: '5MB' }])
})

test('a stale process file whose number is now another program does not keep it from starting', async (t) => {
  const dataDir = await copyCluster()
  const killed = await startChildQuoin({ dataDir })
  const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
  const lines = readFileSync(pidFile, 'utf8').split('\n')
  // Quoin first: it would start the database again, and the file would be gone for a moment.
  killed.process.kill('SIGKILL')
  await killed.ended
  process.kill(Number(lines[0]), 'SIGKILL')
  const { uid, gid } = statSync(pidFile)
  // PostgreSQL looks whether a process of its own account has the number, so it must be one of that account.
  const other = spawn('sleep', ['60'], { uid, gid })
  t.after(() => other.kill())
  await once(other, 'spawn')
  writeFileSync(pidFile, [`${other.pid}`, ...lines.slice(1)].join('\n'))

  const next = await startEmbeddedPostgres({ dataDir })
  t.after(() => next.stop())
  assert.equal(next.startedByUs, true)
  assert.equal(other.exitCode, null, 'the other program is left alone')
})

test('a path with spaces, quotes and letters of the world works', async (t) => {
  const dataDir = join(makeFolder(), `my "offer's" données 数据`)
  const first = await startEmbeddedPostgres({ dataDir })
  t.after(() => first.stop())
  assert.equal(await findRunningEmbeddedPostgres(dataDir), first.url)
  await first.stop()
  const second = await startEmbeddedPostgres({ dataDir })
  t.after(() => second.stop())
  assert.equal(second.isFirstStart, false)
})

test('a port that another program took in the meantime is passed over', async (t) => {
  const busy = createServer().listen(0, '127.0.0.1')
  await once(busy, 'listening')
  t.after(() => busy.close())
  const address = busy.address()
  assert(typeof address === 'object' && address !== null)
  const asked: number[] = []
  const choosePort = async () => {
    asked.push(asked.length < 2 ? address.port : await findFreePort())
    return asked.at(-1) ?? 0
  }
  const { url, stop } = await startEmbeddedPostgres({ dataDir: await copyCluster(), choosePort })
  t.after(stop)
  assert.equal(asked.length, 3)
  assert.equal(new URL(url).port, `${asked[2]}`)
})

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  test(`${signal} to the whole process group leaves the database up until Quoin has drained`, async () => {
    const dataDir = await copyCluster()
    const quoin = await startChildQuoin({ dataDir })
    const postmaster = postmasterOf(dataDir)
    process.kill(-(quoin.process.pid ?? 0), signal)
    assert.equal((await query(quoin.url, 'select 1')).length, 1, 'the child has not drained yet')
    quoin.drained()
    assert.equal(await quoin.ended, 0)
    assert.equal(commandLineOf(postmaster), '')
    assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false, 'it was stopped in order')
  })
}

test('a PostgreSQL that is killed while Quoin runs comes back at the same address', async (t) => {
  const dataDir = await copyCluster()
  const said: string[] = []
  const { url, stop } = await startEmbeddedPostgres({ dataDir, log: (sentence) => said.push(sentence) })
  t.after(stop)
  const database = await openDatabase({ url, connectionsMax: 2, statementTimeoutMs: 1_000 })
  t.after(() => database.close())
  await database.query('create table clicks (id int)')
  await database.query('insert into clicks values (1)')
  process.kill(postmasterOf(dataDir), 'SIGKILL')
  const startedAt = performance.now()
  await until(async () => assert(said.includes('The database is back'), said.join('\n')))
  t.diagnostic(`back after ${Math.round(performance.now() - startedAt)} ms`)
  await until(() => database.query('insert into clicks values (2)'))
  assert.deepEqual(await database.query('select id from clicks order by id'), [{ id: 1 }, { id: 2 }])
  await assert.rejects(startEmbeddedPostgres({ dataDir }), /Another Quoin .* already running/)
})

test('stopping at any moment after the database was killed ends, and leaves no process behind', async () => {
  const dataDir = await copyCluster()
  for (let afterMs = 0; afterMs <= 240; afterMs += 40) {
    const { startedByUs, stop } = await startEmbeddedPostgres({ dataDir })
    assert.equal(startedByUs, true, 'none was left to be taken over')
    process.kill(postmasterOf(dataDir), 'SIGKILL')
    await delay(afterMs)
    await stop()
    const pidFile = join(dataDir, 'postgres', 'postmaster.pid')
    assert(!existsSync(pidFile) || commandLineOf(postmasterOf(dataDir)) === '')
  }
})

test('stopping in the very moment in which the database is back ends, too', async () => {
  const dataDir = await copyCluster()
  const stopped = new Promise<void>((resolve, reject) => {
    let stop = async () => {}
    const log = (sentence: string) => {
      if (sentence === 'The database is back') stop().then(resolve, reject)
    }
    startEmbeddedPostgres({ dataDir, log }).then((postgres) => {
      stop = postgres.stop
      process.kill(postmasterOf(dataDir), 'SIGKILL')
    }, reject)
  })
  await stopped
  assert.equal(existsSync(join(dataDir, 'postgres', 'postmaster.pid')), false)
})

test('a directory with data of another kind is refused and left as it is', async () => {
  const dataDir = makeFolder()
  const { stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  const versionFile = join(dataDir, 'postgres', 'PG_VERSION')
  writeFileSync(versionFile, '17\n')
  await assert.rejects(
    startEmbeddedPostgres({ dataDir }),
    /holds data of PostgreSQL 17, and this Quoin brings/,
  )
  writeFileSync(versionFile, '18\n')
  rmSync(join(dataDir, 'postgres-password'))
  await assert.rejects(startEmbeddedPostgres({ dataDir }), /postgres-password is missing/)
})

test('settings that PostgreSQL does not take are reported at once, in its words', async () => {
  const start = startEmbeddedPostgres({ dataDir: makeFolder(), settings: { max_connections: 'many' } })
  await assert.rejects(start, /does not start on .*invalid value for parameter "max_connections"/)
})

test('a server that leaves the disk to chance is not accepted as a database', async (t) => {
  const { url, stop } = await startEmbeddedPostgres({
    dataDir: await copyCluster(),
    settings: { fsync: 'off' },
  })
  t.after(stop)
  await assert.rejects(query(url, 'select 1'), /runs with fsync = off and would lose acknowledged clicks/)
})

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-launcher-'))
  folders.push(folder)
  return folder
}

let made: Promise<string> | undefined

/** With the database that a first start leaves: most tests are about what comes later. */
async function copyCluster(): Promise<string> {
  made ??= makeCluster()
  const folder = makeFolder()
  // With whose it is.
  execFileSync('cp', ['-a', `${await made}/.`, folder])
  return folder
}

async function makeCluster(): Promise<string> {
  const folder = makeFolder()
  const { stop } = await startEmbeddedPostgres({ dataDir: folder })
  await stop()
  return folder
}

function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

async function query(url: string, text: string): Promise<unknown[]> {
  const database = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 5_000 })
  return database.query(text).finally(() => database.close())
}

async function readSettings(url: string): Promise<unknown> {
  const names = `'data_checksums', 'fsync', 'full_page_writes', 'jit', 'listen_addresses', 'server_encoding',
    'synchronous_commit', 'TimeZone', 'unix_socket_directories'`
  const rows = await query(
    url,
    `select jsonb_object_agg(name, setting) as all from pg_settings where name in (${names})`,
  )
  const [row] = rows
  return typeof row === 'object' && row !== null && 'all' in row ? row.all : undefined
}

/** Tries for a minute. */
async function until(work: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 60_000; ; await delay(20)) {
    try {
      await work()
      return
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
