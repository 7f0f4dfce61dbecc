import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { type BackupCheck, backupCheckNames } from '@quoin/core/backup/backup-checks.ts'
import { openBackupFolder } from '../packages/server/src/backup/backup-folder.ts'
import { sealSecrets } from '../packages/server/src/backup/seal-secrets.ts'
import { until } from './support/eventually.ts'
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
  // As root, PostgreSQL runs as another account: it must get through, or its files lie elsewhere and stay.
  await chmod(folder, 0o711)
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
  assert.deepEqual(files.sort(), ['backup.json', 'backup_manifest', 'base.tar.zst', 'secrets.sealed'])
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

test('a backup is refused without a passphrase, and into what is no folder', async () => {
  const into = join(folder, 'other')
  assert.match(await refusal(['backup', into], { BACKUP_PASSPHRASE: '' }), /Set BACKUP_PASSPHRASE/)
  assert.match(await refusal(['backup', into], { BACKUP_PASSPHRASE: 'short' }), /at least 12 characters/)
  const blocked = join(folder, 'kept', name, 'backup.json')
  assert.match(await refusal(['backup', blocked]), /is a file, and no folder/)
})

test('a folder with the backups of another installation is refused: each would remove those of the other', async () => {
  const into = join(folder, 'shared')
  await cp(backups, into, { recursive: true })
  const path = join(into, name, 'backup.json')
  const record = JSON.parse(await readFile(path, 'utf8'))
  const sealed = sealSecrets({ master: 'another', database: null, files: {} }, passphrase.BACKUP_PASSPHRASE)
  await writeFile(join(into, name, 'secrets.sealed'), sealed)
  const sum = { bytes: sealed.length, sha256: createHash('sha256').update(sealed).digest('hex') }
  const files = { ...record.files, 'secrets.sealed': sum }
  await writeFile(path, JSON.stringify({ ...record, cluster: '7000000000000000000', files }))
  assert.match(await refusal(['backup', into]), /another installation: give/)
  assert.deepEqual(await readdir(into), [name])
  await rm(into, { recursive: true })
})

test('a trial that cannot be made says why, and is no verdict about the backup', async () => {
  const before = await readdir(join(backups, name))
  const ended = await runCommandHere(['backup', 'verify', backups], {
    BACKUP_PASSPHRASE: 'another passphrase',
  })
  assert.deepEqual([ended.code, ended.stdout], [1, ''])
  assert.match(ended.stderr, /BACKUP_PASSPHRASE does not open/)
  assert.deepEqual(await readdir(join(backups, name)), before)
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
  test(`a damaged backup restores nothing, and one sentence says why: ${what}`, async () => {
    for (const file of ['base.tar.zst', 'backup_manifest', 'secrets.sealed', 'backup.json']) {
      const copy = join(folder, 'damaged')
      await cp(backups, copy, { recursive: true })
      await damage(join(copy, name, file))
      const said = await refusal(restoring(copy))
      assert.match(said, /damaged|missing|no whole backup|another one/, `${file}: ${said}`)
      await rm(copy, { recursive: true })
    }
  })
}

test('a backup whose files and sums were exchanged together is not restored: the seal names others', async () => {
  const copy = join(folder, 'damaged')
  await cp(backups, copy, { recursive: true })
  const path = join(copy, name, 'backup_manifest')
  const bytes = Buffer.concat([await readFile(path), Buffer.from(' ')])
  await writeFile(path, bytes)
  const record = JSON.parse(await readFile(join(copy, name, 'backup.json'), 'utf8'))
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  record.files.backup_manifest = { bytes: bytes.length, sha256 }
  await writeFile(join(copy, name, 'backup.json'), JSON.stringify(record))
  assert.match(await refusal(restoring(copy)), /backup_manifest is not the file that its seal names/)
  record.schema = 9_999
  record.files = JSON.parse(await readFile(join(backups, name, 'backup.json'), 'utf8')).files
  await writeFile(join(copy, name, 'backup.json'), JSON.stringify(record))
  assert.match(await refusal(restoring(copy)), /newer than this one/)
  await rm(copy, { recursive: true })
})

test('a restore into a folder that is there keeps its owner and mode, and each restore has a timeline of its own', async () => {
  const dataDir = join(folder, 'volume')
  await mkdir(dataDir, { mode: 0o750 })
  for (const timeline of [2, 3]) {
    const ended = await quoin('restore', backups, '--into', dataDir)
    assert.equal(ended.code, 0, ended.stderr)
    assert.equal((await stat(dataDir)).mode & 0o700, 0o700)
    const found = await readdir(dataDir)
    assert.deepEqual(
      found.filter((entry) => entry.startsWith('.')),
      [],
    )
    const history = await readdir(join(dataDir, 'postgres', 'pg_wal'))
    const newest = history
      .filter((entry) => entry.endsWith('.history'))
      .sort()
      .at(-1)
    assert.equal(newest, `${String(timeline).padStart(8, '0')}.history`)
    for (const entry of found) await rm(join(dataDir, entry), { recursive: true })
  }
  await rm(dataDir, { recursive: true })
})

test('a restore that is interrupted leaves neither a server nor a copy', async () => {
  const before = await readdir(folder)
  const child = spawn(
    process.execPath,
    [join('packages', 'server', 'bin', 'quoin.js'), ...restoring(backups)],
    {
      env: { ...process.env, ...passphrase },
      stdio: 'ignore',
    },
  )
  const ended = once(child, 'exit')
  const postmaster = async (): Promise<string | undefined> => {
    for (const entry of await readdir(folder)) {
      if (!entry.startsWith('restored.restoring-')) continue
      const pid = await readFile(join(folder, entry, 'postgres', 'postmaster.pid'), 'utf8').catch(() => '')
      if (pid !== '') return pid.split('\n')[0]
    }
    return undefined
  }
  let pid: string | undefined
  await until(async () => {
    pid = await postmaster()
    return pid !== undefined
  }, 'the restored server runs')
  child.kill('SIGINT')
  assert.deepEqual(await ended, [1, null])
  assert.deepEqual(await readdir(folder), before)
  assert.ok(!existsSync(`/proc/${pid}`) || process.platform !== 'linux')
})

test('a name is taken by one of two backups that begin in the same second', async () => {
  const both = join(folder, 'both')
  const place = await openBackupFolder(both)
  assert.deepEqual(
    [
      await place.claim('20261124T120000Z'),
      await place.claim('20261124T120000Z'),
      await place.claim('timelines/2'),
    ],
    [true, false, true],
  )
  assert.deepEqual([await place.list(), await place.listFolder('timelines')], [['20261124T120000Z'], ['2']])
  assert.deepEqual(await place.listFolder('nothing'), [])
  await rm(both, { recursive: true })
})

test('a good backup is tried and called good, a damaged one is not, and nothing of the trial is left', async () => {
  const before = await readdir(folder)
  const good = await quoin('backup', 'verify', backups)
  assert.equal(good.code, 0, good.stdout)
  const verdict = JSON.parse(await readFile(join(backups, name, 'verified.json'), 'utf8'))
  assert.equal(verdict.isGood, true)
  assert.deepEqual(
    verdict.checks.map(({ check, isHeld }: BackupCheck) => [check, isHeld]),
    backupCheckNames.map((check) => [check, true]),
  )
  const listed = JSON.parse((await quoin('backup', 'list', backups)).stdout)
  assert.equal(listed.at(-1).isProved, true)
  const copy = join(folder, 'damaged')
  await cp(backups, copy, { recursive: true })
  await writeFile(join(copy, name, 'base.tar.zst'), flipped(await readFile(join(copy, name, 'base.tar.zst'))))
  // Its verdict cannot be kept there: it is told all the same.
  await rm(join(copy, name, 'verified.json'))
  await mkdir(join(copy, name, 'verified.json'))
  const bad = await quoin('backup', 'verify', copy)
  assert.equal(bad.code, 1)
  assert.deepEqual(
    JSON.parse(bad.stdout).checks.map(({ isHeld }: BackupCheck) => isHeld),
    [true, false, null, null, null, null, null, null],
  )
  assert.match(bad.stdout, /damaged/)
  assert.match(bad.stderr, /could not be kept/)
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
