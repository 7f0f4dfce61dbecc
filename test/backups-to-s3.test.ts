import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import {
  findRunningEmbeddedPostgres,
  startEmbeddedPostgres,
} from '../packages/embedded-postgres/src/embedded-postgres.ts'
import { openDatabase } from '../packages/server/src/store/pg/database.ts'
import { until } from './support/eventually.ts'
import { runCommandHere } from './support/run-command.ts'
import { type ServerProcess, startServerProcess } from './support/server-process.ts'
import { type AskedS3, type S3Server, startS3Server } from './support/s3/s3-server.ts'

/** A server that backs itself up to S3, and what can be made of that. */

const token = `op_${'t'.repeat(40)}`
const to = 's3://backups/quoin'
const program = join('packages', 'server', 'bin', 'quoin.js')
let s3: S3Server
let folder: string
let environment: Record<string, string>
let server: ServerProcess

before(async () => {
  s3 = await startS3Server()
  folder = await mkdtemp(join(tmpdir(), 'quoin-to-s3-'))
  // As root, PostgreSQL runs as another account: it must get through, or its files lie elsewhere and stay.
  await chmod(folder, 0o711)
  environment = { ...s3.environment, BACKUP_PASSPHRASE: 'a passphrase of the tests' }
  const schedule = { BACKUP_TO: to, OPERATOR_TOKEN: token, DEMO_MONTH: 'off', BACKUP_MAX_RATE: '0' }
  server = await startServerProcess({ environment: { ...environment, ...schedule } })
})
after(async () => {
  await server.stop()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

async function quoin(...words: string[]) {
  return await runCommandHere(words, { ...server.environment, ...environment })
}

/** The one line that a command says when it fails, and that it has left nothing on this disk. */
async function refusal(words: readonly string[], more = {}): Promise<string> {
  const ended = await runCommandHere(words, { ...server.environment, ...environment, ...more })
  assert.equal(ended.code, 1, ended.stdout)
  assert.equal(ended.stderr.trim().split('\n').length, 1, ended.stderr)
  assert.ok(!`${ended.stdout}${ended.stderr}`.includes(s3.key.secretAccessKey))
  assert.deepEqual(await readdir(folder), [])
  return ended.stderr
}

const restoring = (): string[] => ['restore', to, '--into', join(folder, 'restored')]
const keys = (): string[] => [...s3.bucket.objects.keys()].sort()
const wholeBackups = (): string[] =>
  keys().flatMap((key) => /^quoin\/(\d{8}T\d{6}Z)\/backup\.json$/.exec(key)?.[1] ?? [])

async function ask<Data>(method: string, path: string): Promise<Data> {
  const answer = await fetch(`${server.url}/operator/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'POST' ? { body: '{}' } : {}),
  })
  if (answer.status === 429) return await delay(2_000).then(() => ask(method, path))
  assert.ok(answer.ok, `${path}: ${answer.status}`)
  return (await answer.json()).data
}

interface Report {
  readonly state: string
  readonly schedule: { readonly to: string; readonly is_on_database_disk: boolean | null } | null
  readonly log: { readonly is_whole: boolean | null; readonly waiting_bytes: number } | null
  readonly last_good: { readonly backup: string; readonly is_there: boolean | null } | null
  readonly last_proof: { readonly is_good: boolean } | null
  readonly copies: readonly { readonly backup: string }[] | null
}

async function query(url: string, sql: string): Promise<readonly { readonly note: number }[]> {
  const db = await openDatabase({ url, connectionsMax: 1, statementTimeoutMs: 0 })
  try {
    return await db.query<{ note: number }>(sql)
  } finally {
    await db.close()
  }
}

test('a server backs itself up to S3, ships its log there and proves what it has', async () => {
  await until(async () => wholeBackups().length === 1, 'the first backup is whole')
  const [name = ''] = wholeBackups()
  const url = (await findRunningEmbeddedPostgres(server.dataDir)) ?? ''
  await query(url, 'create table notes (note int)')
  await query(url, 'insert into notes values (1), (2)')
  await query(url, 'select pg_switch_wal()')
  await until(async () => keys().some((key) => /^quoin\/log\/[0-9A-F]{22}\//.test(key)), 'the log follows')
  await ask('POST', 'backups/prove')
  await until(
    async () => (await ask<Report>('GET', 'backups')).last_proof?.is_good === true,
    'the backup is proved',
  )
  const report = await ask<Report>('GET', 'backups')
  assert.deepEqual(
    [report.state, report.schedule?.to, report.schedule?.is_on_database_disk, report.log?.is_whole],
    ['good', to, false, true],
  )
  assert.deepEqual([report.last_good?.backup, report.last_good?.is_there], [name, true])
  assert.deepEqual(
    report.copies?.map(({ backup }) => backup),
    [name],
  )
  assert.deepEqual(
    (await readdir(server.dataDir)).filter((entry) => entry.includes('verify')),
    [],
  )
  const said = `${server.said.stdout}${server.said.stderr}${JSON.stringify(await ask('GET', 'system'))}`
  assert.ok(!said.includes(s3.key.secretAccessKey))
})

test('commands list, try and restore it, with the log that came after it', async () => {
  const listed = JSON.parse((await quoin('backup', 'list', to)).stdout)
  assert.deepEqual(
    listed.map((one: { backup: string; isProved: boolean }) => [one.backup, one.isProved]),
    [[wholeBackups()[0], true]],
  )
  const tried = await quoin('backup', 'verify', `${to}/`)
  assert.equal(tried.code, 0, `${tried.stdout}${tried.stderr}`)
  const restored = await quoin(...restoring())
  assert.equal(restored.code, 0, restored.stderr)
  const dataDir = join(folder, 'restored')
  const database = await startEmbeddedPostgres({ dataDir })
  const notes = await query(database.url, 'select note from notes order by 1')
  await database.stop()
  assert.deepEqual(
    notes.map(({ note }) => note),
    [1, 2],
  )
  assert.ok(keys().includes('quoin/timelines/2/.claimed'))
  await rm(dataDir, { recursive: true })
})

const isRead =
  (file: string) =>
  ({ method, key }: AskedS3): boolean =>
    method === 'GET' && key.endsWith(file)

test('an S3 that fails in the middle of a restore leaves nothing, and says so in one sentence', async () => {
  s3.fail({ where: isRead('base.tar.zst'), how: 'reset in the body', times: 1 })
  s3.fail({ where: isRead('base.tar.zst'), how: 503 })
  assert.match(await refusal(restoring()), /answered s3:GetObject with 503 SlowDown \(tried 6 times\)/)
  // The backup itself is not blamed.
  const tried = await quoin('backup', 'verify', to)
  assert.deepEqual([tried.code, tried.stdout], [1, ''])
  s3.reset()
})

test('a connection that breaks in the middle of a restore is taken up again', async () => {
  s3.fail({ where: isRead('base.tar.zst'), how: 'reset in the body', times: 2 })
  s3.fail({ where: isRead('.zst'), how: 503, times: 1 })
  const restored = await quoin(...restoring())
  assert.equal(restored.code, 0, restored.stderr)
  await rm(join(folder, 'restored'), { recursive: true })
  s3.reset()
})

test('an S3 that fails in the middle of a backup leaves neither a backup nor parts of one', async () => {
  const url = (await findRunningEmbeddedPostgres(server.dataDir)) ?? ''
  // It needs more than one part.
  const noise = 'md5(random()::text) || md5(random()::text) as noise from generate_series(1, 700000)'
  await query(url, `create table noise as select ${noise}`)
  const before = wholeBackups()
  const isSecondPart = ({ query }: AskedS3): boolean => query.get('partNumber') === '2'
  s3.fail({ where: isSecondPart, how: 503 })
  assert.match(
    await refusal(['backup', to, '--max-rate', '0']),
    /^s3:\/\/backups\/quoin: .* answered s3:PutObject with 503 SlowDown \(tried 6 times\)$/m,
  )
  assert.ok(s3.asked.some(isSecondPart))
  assert.deepEqual([wholeBackups(), s3.bucket.uploads.size], [before, 0])
  assert.deepEqual(
    keys().filter((key) => /^quoin\/\d/.test(key) && !key.startsWith(`quoin/${before[0]}/`)),
    [],
  )
  s3.reset()
  const taken = await quoin('backup', to, '--max-rate', '0')
  assert.equal(taken.code, 0, taken.stderr)
  assert.ok(s3.asked.some(isSecondPart))
  assert.deepEqual([wholeBackups().length, s3.bucket.uploads.size], [2, 0])
})

test('a backup that somebody breaks off leaves neither objects nor parts', async () => {
  s3.reset()
  const before = keys().filter((key) => /^quoin\/\d/.test(key))
  const isSecondPart = ({ query }: AskedS3): boolean => query.get('partNumber') === '2'
  s3.fail({ where: isSecondPart, how: 'silence' })
  const child = spawn(process.execPath, [program, 'backup', to, '--max-rate', '0'], {
    env: { ...process.env, ...server.environment, ...environment },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  await until(async () => s3.asked.some(isSecondPart), 'the second part is on its way')
  child.kill('SIGINT')
  assert.deepEqual(await ended, [1, null])
  assert.deepEqual([keys().filter((key) => /^quoin\/\d/.test(key)), s3.bucket.uploads.size], [before, 0])
  s3.reset()
})

test('a flipped byte in an object is told in one sentence, and nothing is restored', async () => {
  const name = wholeBackups().at(-1)
  for (const file of ['base.tar.zst', 'backup_manifest', 'secrets.sealed']) {
    const key = `quoin/${name}/${file}`
    const whole = s3.bucket.objects.get(key)?.bytes ?? Buffer.alloc(0)
    const flipped = Buffer.from(whole)
    flipped[flipped.length >> 1] = (flipped[flipped.length >> 1] ?? 0) ^ 4
    s3.bucket.put(key, flipped)
    assert.match(await refusal(restoring()), /damaged|another one/, file)
    s3.bucket.put(key, whole)
  }
})

test('a place that is none, and missing keys, are told in one sentence', async () => {
  assert.match(await refusal(['backup', 's3://']), /must name a bucket/)
  assert.match(await refusal(['backup', 'list', 's3:/backups']), /must name a bucket/)
  assert.match(await refusal(['backup', 'list', to], { AWS_ACCESS_KEY_ID: '' }), /AWS_ACCESS_KEY_ID/)
  assert.match(await refusal(['backup', to], { AWS_ENDPOINT_URL: 'nowhere' }), /AWS_ENDPOINT_URL must be/)
  assert.match(await refusal(['backup', 'list', 's3://others/quoin']), /there is no bucket others/)
  assert.match(
    await refusal(['restore', 's3://backups/nothing', '--into', join(folder, 'restored')]),
    /There is no whole backup in s3:\/\/backups\/nothing/,
  )
})
