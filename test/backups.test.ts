import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { runCommandHere } from './support/run-command.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'

const passphrase = { BACKUP_PASSPHRASE: 'a passphrase of the tests' }
let server: ServerProcess
let folder: string
let backups: string
let name: string

before(async () => {
  server = await startServerProcess()
  folder = await mkdtemp(join(tmpdir(), 'quoin-backups-'))
  backups = join(folder, 'kept')
  const ended = await quoin('backup', backups)
  assert.equal(ended.code, 0, ended.stderr)
  name = JSON.parse(ended.stdout).backup
})
after(() => rm(folder, { recursive: true, force: true }))

async function quoin(...words: string[]) {
  return await runCommandHere(words, { ...server.environment, ...passphrase })
}

/** The one line that a command says when it fails; and that it has left nothing beside the backups. */
async function refusal(words: readonly string[], environment = {}): Promise<string> {
  const before = await readdir(folder)
  const ended = await runCommandHere(words, { ...server.environment, ...passphrase, ...environment })
  assert.equal(ended.code, 1, ended.stdout)
  assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr)
  assert.deepEqual(await readdir(folder), before)
  return ended.stderr
}

const restoring = (from: string): string[] => ['restore', from, '--into', join(folder, 'restored')]

test('a backup is closed to others, has no secret in clear, and is listed', async () => {
  const secrets = [
    (await readFile(join(server.dataDir, 'secret'), 'utf8')).trim(),
    (await readFile(join(server.dataDir, 'postgres-password'), 'utf8')).trim(),
  ]
  const files = await readdir(join(backups, name))
  assert.deepEqual(files.sort(), ['backup.json', 'backup_manifest', 'base.tar.gz', 'secrets.sealed'])
  for (const file of files) {
    const path = join(backups, name, file)
    assert.equal((await stat(path)).mode & 0o777, 0o600, file)
    const bytes = await readFile(path)
    for (const secret of secrets) assert.ok(!bytes.includes(secret), file)
  }
  assert.equal((await stat(backups)).mode & 0o777, 0o700)
  const listed = JSON.parse((await quoin('backup', 'list', backups)).stdout)
  assert.deepEqual(
    listed.map((one: { backup: string; isWhole: boolean }) => [one.backup, one.isWhole]),
    [[name, true]],
  )
})

test('a backup is refused without a passphrase, and of a database that is not embedded', async () => {
  const into = join(folder, 'other')
  assert.match(await refusal(['backup', into], { BACKUP_PASSPHRASE: '' }), /Set BACKUP_PASSPHRASE/)
  assert.match(await refusal(['backup', into], { BACKUP_PASSPHRASE: 'short' }), /at least 12 characters/)
  const elsewhere = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none', QUOIN_SECRET: 'x'.repeat(40) }
  assert.match(await refusal(['backup', into], elsewhere), /its own means/)
  const blocked = join(folder, 'kept', name, 'backup.json')
  assert.match(await refusal(['backup', blocked]), /EEXIST|ENOTDIR|not a directory/i)
})

test('a wrong passphrase, a folder that is in use and a backup that is not there restore nothing', async () => {
  assert.match(
    await refusal(restoring(backups), { BACKUP_PASSPHRASE: 'another passphrase' }),
    /BACKUP_PASSPHRASE does not open/,
  )
  assert.match(await refusal(['restore', backups, '--into', server.dataDir]), /is not empty/)
  assert.match(
    await refusal([...restoring(backups), '--backup', '20200101T000000Z']),
    /no whole backup 20200101/,
  )
  assert.match(await refusal([...restoring(backups), '--backup', '../../etc']), /is not the name of a backup/)
  assert.match(await refusal(restoring(join(folder, 'nowhere'))), /nowhere/)
})

const damages: readonly (readonly [string, (path: string) => Promise<void>])[] = [
  ['a byte is another one', async (path) => await writeFile(path, flipped(await readFile(path)))],
  ['the end is missing', async (path) => await writeFile(path, (await readFile(path)).subarray(0, -20))],
  ['the file is missing', async (path) => await rm(path)],
  ['the file is empty', async (path) => await writeFile(path, '')],
]

function flipped(bytes: Buffer): Buffer {
  const place = Math.floor(bytes.length / 2)
  bytes[place] = (bytes[place] ?? 0) ^ 4
  return bytes
}

for (const [what, damage] of damages) {
  test(`of a damaged backup nothing is restored, and one sentence says why: ${what}`, async () => {
    for (const file of ['base.tar.gz', 'backup_manifest', 'secrets.sealed', 'backup.json']) {
      const copy = join(folder, 'damaged')
      await cp(backups, copy, { recursive: true })
      await damage(join(copy, name, file))
      const said = await refusal(restoring(copy))
      assert.match(said, /damaged|missing|no whole backup|another one/, `${file}: ${said}`)
      await rm(copy, { recursive: true })
    }
  })
}

test('a good backup is tried and called good, a damaged one is not, and nothing of the trial is left', async () => {
  const before = await readdir(folder)
  const good = await quoin('backup', 'verify', backups)
  assert.equal(good.code, 0, good.stdout)
  const verdict = JSON.parse(await readFile(join(backups, name, 'verified.json'), 'utf8'))
  assert.deepEqual([verdict.isGood, verdict.findings], [true, []])
  const copy = join(folder, 'damaged')
  await cp(backups, copy, { recursive: true })
  await writeFile(join(copy, name, 'base.tar.gz'), flipped(await readFile(join(copy, name, 'base.tar.gz'))))
  const bad = await quoin('backup', 'verify', copy)
  assert.equal(bad.code, 1)
  assert.match(bad.stdout, /damaged/)
  await rm(copy, { recursive: true })
  assert.deepEqual(await readdir(folder), before)
})

test('a restored installation starts with its secrets, says once what it is, and goes on numbering', async () => {
  const dataDir = join(folder, 'restored')
  await mkdir(dataDir)
  const ended = await quoin('restore', backups, '--into', dataDir)
  assert.equal(ended.code, 0, ended.stderr)
  const { apiKey, apiSecret } = JSON.parse(await readFile(join(server.dataDir, 'demo.json'), 'utf8'))
  for (const isFirst of [true, false]) {
    const restored = await startServerProcess({ dataDir, environment: { DEMO: 'off' } })
    const list = await fetch(`${restored.url}/api/v1/offers?userId=u&limit=1`, {
      headers: { 'x-api-key': apiKey, 'x-api-secret': apiSecret },
    })
    assert.equal(list.status, 200)
    await restored.stop()
    const said = `${restored.said.stdout}${restored.said.stderr}`
    assert.equal(said.includes(`This is the backup ${name}`), isFirst, said)
  }
  assert.ok(existsSync(join(dataDir, 'restored.told.json')))
})
