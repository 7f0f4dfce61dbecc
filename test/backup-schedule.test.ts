import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { constants, getPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { until } from './support/eventually.ts'
import { runCommandHere } from './support/run-command.ts'
import { runQuoin } from './support/run-program.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

/** A server that backs itself up, as its operator sees it. */

const token = `op_${'t'.repeat(40)}`
const passphrase = 'a passphrase of the tests'
let folder: string
let backups: string

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quoin-schedule-'))
  backups = join(folder, 'kept')
})
after(() => rm(folder, { recursive: true, force: true }))

async function start(dataDir?: string, to = backups): Promise<ServerProcess> {
  const environment = {
    OPERATOR_TOKEN: token,
    BACKUP_TO: to,
    BACKUP_EVERY: '1h',
    BACKUP_PASSPHRASE: passphrase,
    DEMO_MONTH: 'off',
    // It takes some seconds.
    BACKUP_MAX_RATE: '4',
  }
  return await startServerProcess({ environment, ...(dataDir === undefined ? {} : { dataDir }) })
}

interface Report {
  readonly state: string
  readonly last_good: { readonly backup: string; readonly is_there: boolean } | null
  readonly last_proof: {
    readonly backup: string
    readonly is_good: boolean
    readonly checks: readonly object[]
  } | null
  readonly copies: readonly { readonly backup: string; readonly proof: string | null }[] | null
  readonly copies_error: string | null
  readonly failures: readonly { readonly error: string }[]
}

async function ask<Data>(server: ServerProcess, method: string, path: string): Promise<Data> {
  const answer = await fetch(`${server.url}/operator/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  // Its limit is for people and programs; a test asks more often.
  if (answer.status === 429) return await delay(2_000).then(() => ask(server, method, path))
  assert.ok(answer.ok, `${path}: ${answer.status}`)
  return (await answer.json()).data
}

const report = async (server: ServerProcess) => await ask<Report>(server, 'GET', 'backups')

async function untilReport(
  server: ServerProcess,
  isSo: (data: Report) => boolean,
  what: string,
): Promise<void> {
  await until(async () => isSo(await report(server)), what)
}

test('a server backs itself up at once, proves it, and tells what it has; what is broken off leaves nothing', async () => {
  const server = await start()
  await untilReport(server, (data) => data.last_good !== null, 'the first backup is good')
  const first = await report(server)
  const name = first.last_good?.backup ?? ''
  assert.deepEqual([first.state, first.last_good?.is_there], ['good', true])
  assert.deepEqual(
    first.copies?.map(({ backup }) => backup),
    [name],
  )
  await ask(server, 'POST', 'backups/prove')
  await untilReport(server, (data) => data.last_proof?.is_good === true, 'it is proved')
  const { last_proof: proof, copies } = await report(server)
  assert.deepEqual([proof?.backup, proof?.checks.length, copies?.[0]?.proof], [name, 8, 'held'])
  const { parts } = await ask<{ parts: { part: string; value: number }[] }>(server, 'GET', 'system')
  assert.ok(parts.some(({ part, value }) => part === 'backups' && value >= 0))

  // Stopped in the middle: it goes by itself, and the next start makes another.
  await ask(server, 'POST', 'backups')
  await untilBegun()
  // It leaves the processor to the server.
  if (process.platform === 'linux')
    assert.equal(getPriority(await findProgram(backups)), constants.priority.PRIORITY_BELOW_NORMAL)
  await server.stop()
  assert.deepEqual(await unfinished(), [])
  const slow = await start(server.dataDir)
  await untilBegun()

  // Killed in the middle: the process beside it ends, too.
  slow.signal('SIGKILL')
  await until(async () => (await unfinished()).length === 0, 'what it left is gone')
  assert.deepEqual(await listed(), [name])
})

/** The names of backups, whole or not. */
async function listed(): Promise<string[]> {
  return (await readdir(backups)).filter((name) => name.endsWith('Z')).sort()
}

/** Those that are being made, or were left. */
async function unfinished(): Promise<string[]> {
  return (await listed()).filter((name) => !existsSync(join(backups, name, 'backup.json')))
}

/** The process id of the command that backs up into a folder. */
async function findProgram(to: string): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const words = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (words.includes(`\0take\0${to}\0`)) return Number(pid)
  }
  throw new Error('No program backs up')
}

async function untilBegun(): Promise<void> {
  await until(async () => (await unfinished()).length > 0, 'another is begun')
}

test('a folder that cannot be written to is told of, and nothing else waits', async () => {
  const file = join(folder, 'no-folder')
  await writeFile(file, '')
  const server = await start(undefined, join(file, 'below'))
  await untilReport(server, (data) => data.failures.length === 1, 'the failure is told')
  const { failures, copies, copies_error: error, state } = await report(server)
  assert.match(failures[0]?.error ?? '', /below/)
  assert.deepEqual([copies, state], [null, 'first'])
  assert.match(error ?? '', /cannot be read/)
  await server.stop()
})

test('a proof of a damaged backup says which check failed, and leaves nothing', async () => {
  const [name = ''] = await listed()
  const damaged = join(folder, 'damaged')
  await cp(join(backups, name), join(damaged, name), { recursive: true })
  const path = join(damaged, name, 'base.tar.zst')
  const bytes = await readFile(path)
  bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 4
  await writeFile(path, bytes)
  const abandoned = join(damaged, 'quoin-verify-0123abcd.restoring-x1Y2z3')
  await mkdir(abandoned)
  const yesterday = Date.now() / 1000 - 90_000
  await utimes(abandoned, yesterday, yesterday)
  const ended = await runCommandHere(['backup', 'verify', damaged, '--work', damaged], {
    BACKUP_PASSPHRASE: passphrase,
  })
  assert.equal(ended.code, 1)
  const { checks } = JSON.parse(ended.stdout)
  assert.match(checks.find((one: { isHeld: boolean | null }) => one.isHeld === false).detail, /damaged/)
  assert.deepEqual(await readdir(damaged), [name])
  assert.ok(!existsSync(abandoned))
})

test('older backups go by the rule, but never the newest that was proved', async () => {
  const kept = join(folder, 'rule')
  const [name = ''] = await listed()
  for (const at of ['20250101T000000Z', '20250108T000000Z', '20250109T000000Z', '20260101T000000Z'])
    await cp(join(backups, name), join(kept, at), { recursive: true })
  // All of them are proved, as the one that they are copies of.
  await rm(join(kept, '20260101T000000Z', 'verified.json'))
  const server = await startServerProcess()
  const environment = { ...server.environment, BACKUP_PASSPHRASE: passphrase }
  const ended = await runCommandHere(['backup', kept, '--keep', '1d,1m'], environment)
  assert.equal(ended.code, 0, ended.stderr)
  const { backup, removed } = JSON.parse(ended.stdout)
  assert.deepEqual(removed, ['20250101T000000Z', '20250108T000000Z'])
  assert.deepEqual((await readdir(kept)).sort(), ['20250109T000000Z', '20260101T000000Z', backup])
  const wrong = await runCommandHere(['backup', kept, '--keep', 'all'], environment)
  assert.deepEqual([wrong.code, /7d,4w,6m/.test(wrong.stderr)], [1, true])
})

test('a schedule without a passphrase, or of a database that is not embedded, does not start', async () => {
  const said = async (environment: Record<string, string>) =>
    (await runQuoin(['serve'], { BACKUP_TO: backups, ...environment })).stderr
  assert.match(await said({}), /BACKUP_PASSPHRASE is required with BACKUP_TO/)
  const own = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', QUOIN_SECRET: 'x'.repeat(40) }
  assert.match(
    await said({ ...own, BACKUP_PASSPHRASE: passphrase }),
    /BACKUP_TO is for the embedded database/,
  )
  assert.match(await said({ BACKUP_PASSPHRASE: passphrase, BACKUP_EVERY: '5m' }), /between 1h and 7d/)
})
