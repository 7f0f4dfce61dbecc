import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import { openBackupFolder } from '../backup-folder.ts'
import { writeBytes } from '../backup-record.ts'
import { rememberReads } from './remember-reads.ts'

const folder = await mkdtemp(join(tmpdir(), 'quoin-remembered-'))
after(() => rm(folder, { recursive: true, force: true }))
const inner = await openBackupFolder(folder)
const name = '20261124T120000Z'

function remember() {
  const clock = { ms: 0 }
  const repository = rememberReads(inner, { freshMs: 1_000, failedMs: 100, monotonicMs: () => clock.ms })
  return { repository, clock }
}

const textOf = async (reading: ReturnType<typeof inner.read>) => (await buffer(reading)).toString()

test('an answer is remembered for its time, and not longer', async () => {
  const { repository, clock } = remember()
  assert.deepEqual(await repository.list(), [])
  await writeBytes(inner, `${name}/file`, Buffer.from('text'))
  assert.deepEqual(await repository.list(), [])
  clock.ms = 1_000
  assert.deepEqual(await repository.list(), [name])
  assert.equal(await textOf(repository.read(`${name}/file`)), 'text')
  await writeBytes(inner, `${name}/file`, Buffer.from('other'))
  assert.equal(await textOf(repository.read(`${name}/file`)), 'text')
  repository.forget()
  assert.equal(await textOf(repository.read(`${name}/file`)), 'other')
})

test('an error is remembered for a shorter time, and a file that is not there as any answer', async () => {
  const { repository, clock } = remember()
  await assert.rejects(textOf(repository.read('later')), { code: 'ENOENT' })
  await writeBytes(inner, 'later', Buffer.from('text'))
  clock.ms = 999
  await assert.rejects(textOf(repository.read('later')), { code: 'ENOENT' })
  clock.ms = 1_000
  assert.equal(await textOf(repository.read('later')), 'text')

  let asked = 0
  const away = {
    ...inner,
    async list(): Promise<string[]> {
      asked += 1
      throw new Error('away')
    },
  }
  const watched = rememberReads(away, { freshMs: 1_000, failedMs: 100, monotonicMs: () => clock.ms })
  for (const ms of [0, 99, 100]) {
    clock.ms = ms
    await assert.rejects(watched.list(), /away/)
  }
  assert.equal(asked, 2)
})

test('a file that is written by the same is seen at once, in every folder above it', async () => {
  const { repository } = remember()
  assert.deepEqual(await repository.listFolder('log'), [])
  assert.deepEqual(await repository.listFolder('log/a'), [])
  assert.equal(await repository.find('log/a/b'), undefined)
  await writeBytes(repository, 'log/a/b', Buffer.from('text'))
  assert.deepEqual(await repository.listFolder('log'), ['a'])
  assert.deepEqual(await repository.listFolder('log/a'), ['b'])
  assert.equal((await repository.find('log/a/b'))?.bytes, 4)
  await repository.remove('log/a')
  assert.deepEqual(await repository.listFolder('log'), [])
})
