import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { after, test } from 'node:test'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { startS3Server, type AskedS3, type S3Server } from '../../../../../test/support/s3/s3-server.ts'
import { readSettings } from '../../settings/config.ts'
import { writeBytes } from '../backup-record.ts'
import type { BackupRepository } from '../backup-repository.ts'
import { TrialError } from '../trial-error.ts'
import { openBackupBucket } from './backup-bucket.ts'
import { longPatience, type S3Patience } from './try-again.ts'

const stops = new AsyncDisposableStack()
after(() => stops.disposeAsync())

const quick: S3Patience = { ...longPatience, pauseMs: 1, pauseMaxMs: 5, timeoutMs: 1_000 }

async function serve(options: Parameters<typeof startS3Server>[0] = {}): Promise<S3Server> {
  const server = await startS3Server(options)
  stops.defer(() => server.close())
  return server
}

interface Opening {
  readonly environment?: Readonly<Record<string, string>>
  readonly bytesPerPart?: number
  readonly bucket?: string
}

function openAt(server: S3Server, { environment, bytesPerPart, bucket = 'backups' }: Opening = {}) {
  const settings = readSettings({ ...server.environment, ...environment })
  const small = bytesPerPart === undefined ? {} : { bytesPerPart }
  return openBackupBucket({ bucket, prefix: 'small-parts' }, settings, { patience: quick, ...small })
}

async function sentenceOf(work: Promise<unknown>): Promise<string> {
  try {
    await work
  } catch (error) {
    // It says nothing about the backup, and no secret.
    assert.ok(error instanceof TrialError, String(error))
    const cause = error.cause instanceof Error ? error.cause.stack : String(error.cause)
    assert.doesNotMatch(`${error.stack} ${cause} ${JSON.stringify(error)}`, /a\/secret/)
    return error.message
  }
  throw new Error('It did not fail')
}

const isPart = ({ method, query }: AskedS3): boolean => method === 'PUT' && query.has('partNumber')
const isComplete = ({ method, query }: AskedS3): boolean => method === 'POST' && query.has('uploadId')
const isRead = ({ method, key }: AskedS3): boolean => method === 'GET' && key !== ''

async function writeParts(repository: BackupRepository, bytes: Buffer): Promise<void> {
  const file = repository.write('20261124T120000Z/base.tar.zst')
  for (let at = 0; at < bytes.length; at += 500) file.write(bytes.subarray(at, at + 500))
  file.end()
  await finished(file)
}

test('a request that failed in passing is sent again, and the object is whole', async () => {
  const server = await serve()
  const repository = openAt(server, { bytesPerPart: 1_000 })
  const bytes = randomBytes(4_500)
  server.fail({ where: ({ query }) => query.has('uploads'), how: 500, code: 'InternalError', times: 1 })
  server.fail({ where: isPart, how: 503, times: 2 })
  server.fail({ where: isPart, how: 'reset', times: 2 })
  server.fail({ where: isComplete, how: 'error in 200', times: 2 })
  server.fail({ where: isRead, how: 429, headers: { 'retry-after': '0' }, times: 1 })
  await writeParts(repository, bytes)
  assert.deepEqual(await buffer(repository.read('20261124T120000Z/base.tar.zst')), bytes)
  assert.equal(server.bucket.uploads.size, 0)
})

test('an upload whose last answer was lost is known to be whole', async () => {
  const server = await serve()
  const repository = openAt(server, { bytesPerPart: 1_000 })
  server.fail({ where: isComplete, how: 'reset', isDone: true, times: 1 })
  const bytes = randomBytes(3_000)
  await writeParts(repository, bytes)
  assert.deepEqual(await buffer(repository.read('20261124T120000Z/base.tar.zst')), bytes)
})

test('a read that breaks off in the middle goes on from there', async () => {
  for (const how of ['reset in the body', 'end in the body'] as const) {
    const server = await serve()
    const repository = openAt(server)
    const bytes = randomBytes(300_000)
    await writeBytes(repository, 'file', bytes)
    server.fail({ where: isRead, how, times: 3 })
    assert.deepEqual(await buffer(repository.read('file')), bytes)
    assert.equal(server.asked.filter(isRead).length, 4)
  }
})

test('a read that breaks off again and again ends with a sentence', async () => {
  const server = await serve()
  const repository = openAt(server)
  await writeBytes(repository, 'file', randomBytes(10))
  server.fail({ where: isRead, how: 'reset in the body' })
  assert.match(await sentenceOf(buffer(repository.read('file'))), /broke off/)
  assert.ok(server.asked.filter(isRead).length < 30)
})

test('an object that is changed while it is read is not mixed', async () => {
  const server = await serve()
  const repository = openAt(server)
  server.bucket.put('small-parts/file', randomBytes(100_000))
  server.fail({ where: isRead, how: 'reset in the body', times: 1 })
  const reading = repository.read('file')
  let isChanged = false
  reading.on('data', () => {
    if (!isChanged) server.bucket.put('small-parts/file', randomBytes(100_000))
    isChanged = true
  })
  await assert.rejects(finished(reading), /was changed while it was read/)
})

test('an upload that fails in the middle leaves no object and no parts, and says why', async () => {
  const server = await serve()
  const repository = openAt(server, { bytesPerPart: 1_000 })
  server.fail({ where: (asked) => isPart(asked) && asked.query.get('partNumber') === '3', how: 503 })
  assert.match(
    await sentenceOf(writeParts(repository, randomBytes(6_000))),
    /^s3:\/\/backups\/small-parts: 127\.0\.0\.1:\d+ answered s3:PutObject with 503 SlowDown \(tried 6 times\)$/,
  )
  assert.deepEqual([server.bucket.objects.size, server.bucket.uploads.size], [0, 0])
})

test('an upload that is given up leaves no parts, also by whoever removes the backup', async () => {
  const server = await serve()
  const repository = openAt(server, { bytesPerPart: 1_000 })
  for (const end of ['destroy', 'remove'] as const) {
    const file = repository.write('20261124T120000Z/base.tar.zst')
    file.on('error', () => {})
    file.write(randomBytes(2_500))
    while (!server.asked.some(isPart)) await new Promise((resolve) => setTimeout(resolve, 5))
    if (end === 'remove') await repository.remove('20261124T120000Z')
    else await finished(file.destroy()).catch(() => {})
    assert.deepEqual([server.bucket.objects.size, server.bucket.uploads.size], [0, 0])
    server.reset()
  }
})

test('an object whose last request is under way is not taken for written by whoever removes the backup', async () => {
  const server = await serve()
  for (const bytesPerPart of [1_000, 100_000]) {
    const repository = openAt(server, { bytesPerPart })
    server.fail({ where: (asked) => isComplete(asked) || asked.method === 'PUT', how: 'silence' })
    const writing = writeBytes(repository, '20261124T120000Z/backup.json', randomBytes(2_500))
    const refused = assert.rejects(writing)
    while (!server.asked.some(({ method }) => method === 'PUT'))
      await new Promise((resolve) => setTimeout(resolve, 5))
    await Promise.all([repository.remove('20261124T120000Z'), refused])
    // Whoever has not heard of it goes on.
    await assert.rejects(writeBytes(repository, '20261124T120000Z/backup.json', Buffer.of(1)))
    assert.deepEqual([server.bucket.objects.size, server.bucket.uploads.size], [0, 0])
    server.reset()
  }
})

test('each write has the checksum of its bytes, and a server without checksums gets none', async () => {
  const server = await serve()
  const bytes = randomBytes(10)
  await writeBytes(openAt(server), 'file', bytes)
  const { checksum } = server.bucket.objects.get('small-parts/file') ?? {}
  assert.equal(checksum, createHash('sha256').update(bytes).digest('base64'))
  const plain = await serve({ takesChecksums: false })
  const repository = openAt(plain, { bytesPerPart: 1_000 })
  await writeParts(repository, randomBytes(2_500))
  await writeParts(repository, bytes)
  // It is asked once, and not again.
  assert.equal(plain.asked.filter(({ query }) => query.has('uploads')).length, 2)
  assert.equal(
    plain.asked.filter(({ query, method }) => method === 'PUT' && !query.has('partNumber')).length,
    1,
  )
})

test('a name is ours where the answer that gave it to us was lost', async () => {
  const server = await serve()
  server.fail({ where: ({ method }) => method === 'PUT', how: 'reset', isDone: true, times: 1 })
  assert.equal(await openAt(server).claim('20261124T120000Z'), true)
})

test('a refusal says in a sentence which setting or permission is wrong', async () => {
  const server = await serve()
  const sentence = async (opening: Opening) => await sentenceOf(openAt(server, opening).list())
  assert.match(
    await sentence({ environment: { AWS_SECRET_ACCESS_KEY: 'another' } }),
    /AWS_SECRET_ACCESS_KEY is not the secret of AWS_ACCESS_KEY_ID$/,
  )
  assert.match(
    await sentence({ environment: { AWS_ACCESS_KEY_ID: 'another' } }),
    /AWS_ACCESS_KEY_ID is not known at 127/,
  )
  assert.match(await sentence({ environment: { AWS_REGION: 'eu-west-1' } }), /set AWS_REGION=us-east-1$/)
  assert.match(await sentence({ environment: { AWS_SESSION_TOKEN: 'x' } }), /AWS_SESSION_TOKEN does not/)
  assert.match(await sentence({ bucket: 'nowhere' }), /there is no bucket nowhere at 127/)
  const denied = await serve()
  denied.fail({ where: ({ method }) => method === 'PUT', how: 403, code: 'AccessDenied' })
  assert.match(
    await sentenceOf(writeBytes(openAt(denied), 'file', Buffer.from('x'))),
    /the key may not do s3:PutObject there: allow it in the policy of AKIATESTS$/,
  )
})

test('a clock that is off, another region and a server that is away are told as such', async () => {
  const ahead = await serve({ aheadMs: 3_600_000 })
  assert.match(await sentenceOf(openAt(ahead).list()), /the clock of this machine is 60 minutes off/)
  const moved = await serve()
  moved.fail({
    where: () => true,
    how: 301,
    code: 'PermanentRedirect',
    headers: { 'x-amz-bucket-region': 'eu-central-1' },
  })
  assert.match(await sentenceOf(openAt(moved).list()), /is in the region eu-central-1: set AWS_REGION=eu-c/)
  assert.match(await sentenceOf(openAt(moved).find('file')), /set AWS_REGION=eu-central-1/)
  const closed = await startS3Server()
  await closed.close()
  assert.match(
    await sentenceOf(openAt(closed).list()),
    /^s3:\/\/backups\/small-parts: 127\.0\.0\.1:\d+ refused the connection \(tried 6 times\)$/,
  )
})

test('a server that says nothing, or something else than an S3, is given up', async () => {
  const silent = await serve()
  silent.fail({ where: () => true, how: 'silence' })
  const settings = readSettings(silent.environment)
  const patience = { ...quick, timeoutMs: 50, triesMax: 2 }
  const repository = openBackupBucket({ bucket: 'backups', prefix: '' }, settings, { patience })
  assert.match(await sentenceOf(repository.list()), /did not answer in time \(tried 2 times\)/)
  const page = await serve()
  page.fail({ where: () => true, how: 418, code: '' })
  assert.match(await sentenceOf(openAt(page).list()), /answered s3:ListBucket with 418/)
  const other = await serve()
  other.fail({ where: () => true, how: 'error in 200' })
  assert.match(await sentenceOf(openAt(other).list()), /is it an S3\?/)
})
