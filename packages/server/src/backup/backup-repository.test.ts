import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { after, before, describe, test } from 'node:test'
import { startS3Server, type S3Server } from '../../../../test/support/s3/s3-server.ts'
import { readSettings } from '../settings/config.ts'
import { openBackupFolder } from './backup-folder.ts'
import { writeBytes } from './backup-record.ts'
import type { BackupRepository } from './backup-repository.ts'
import { openBackupBucket } from './s3/backup-bucket.ts'
import { shortPatience } from './s3/try-again.ts'

/** The same questions to each kind of repository: whoever keeps backups does not know which it is. */

let folder: string
let servers: Record<'decides' | 'refuses' | 'ignores', S3Server>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quoin-repository-'))
  servers = {
    decides: await startS3Server({ keysMax: 3, sessionToken: 'a token' }),
    refuses: await startS3Server({ keysMax: 3, conditions: 'refuses', takesChecksums: false }),
    ignores: await startS3Server({ keysMax: 3, conditions: 'ignores' }),
  }
})
after(async () => {
  for (const server of Object.values(servers)) await server.close()
  await rm(folder, { recursive: true, force: true })
})

/** A part of a bucket of its own, with a name that must be encoded. */
function bucketOf(kind: keyof typeof servers): BackupRepository {
  const prefix = `small-parts + ü (${randomBytes(4).toString('hex')})!`
  const settings = readSettings(servers[kind].environment)
  return openBackupBucket({ bucket: 'backups', prefix }, settings, {
    patience: shortPatience,
    bytesPerPart: 1_000,
  })
}

const kinds: Readonly<Record<string, () => Promise<BackupRepository>>> = {
  'a folder': async () => await openBackupFolder(await mkdtemp(join(folder, 'kept-'))),
  'a bucket': async () => bucketOf('decides'),
  'a bucket without conditions': async () => bucketOf('refuses'),
  'a bucket that takes no notice of conditions': async () => bucketOf('ignores'),
}

const one = '20261124T120000Z'
const other = '20261125T120000Z'

async function readText(repository: BackupRepository, path: string): Promise<string> {
  return (await buffer(repository.read(path))).toString()
}

async function write(repository: BackupRepository, path: string, text = 'text'): Promise<void> {
  await writeBytes(repository, path, Buffer.from(text))
}

for (const [kind, open] of Object.entries(kinds))
  describe(kind, () => {
    test('a file that was written is there with its bytes, its size and its time', async () => {
      const repository = await open()
      const beganMs = Date.now()
      await write(repository, `${one}/spool/a file`, 'some text')
      await write(repository, `${one}/empty`, '')
      assert.equal(await readText(repository, `${one}/spool/a file`), 'some text')
      assert.equal(await readText(repository, `${one}/empty`), '')
      const found = await repository.find(`${one}/spool/a file`)
      assert.equal(found?.bytes, 9)
      // A server tells seconds.
      assert.ok(Math.abs((found?.atMs ?? 0) - beganMs) < 5_000)
      assert.equal((await repository.find(`${one}/empty`))?.bytes, 0)
      assert.deepEqual(await repository.list(), [one])
      assert.deepEqual((await repository.listFolder(one)).sort(), ['empty', 'spool'])
      assert.deepEqual(await repository.listFolder(`${one}/spool`), ['a file'])
    })

    test('a file is written anew', async () => {
      const repository = await open()
      await write(repository, `${one}/verified.json`, 'before')
      await write(repository, `${one}/verified.json`, 'afterwards')
      assert.equal(await readText(repository, `${one}/verified.json`), 'afterwards')
    })

    test('a file of many parts comes back as it was', async () => {
      const repository = await open()
      for (const length of [999, 1_000, 1_001, 2_000, 12_345]) {
        const bytes = randomBytes(length)
        const file = repository.write(`${one}/${length}`)
        for (let at = 0; at < length; at += 700) file.write(bytes.subarray(at, at + 700))
        file.end()
        await finished(file)
        assert.deepEqual(await buffer(repository.read(`${one}/${length}`)), bytes)
        assert.equal((await repository.find(`${one}/${length}`))?.bytes, length)
      }
    })

    test('a file that is given up is not there, however far it was', async () => {
      const repository = await open()
      for (const chunks of [0, 1, 9]) {
        const file = repository.write(`${one}/${chunks}`)
        file.on('error', () => {})
        for (let count = 0; count < chunks; count += 1) file.write(randomBytes(700))
        if (chunks === 9) await new Promise((resolve) => setTimeout(resolve, 20))
        const closed = finished(file).catch(() => {})
        file.destroy()
        await closed
      }
      assert.deepEqual(await repository.listFolder(one), [])
    })

    test('nothing is there before it was written', async () => {
      const repository = await open()
      assert.equal(await repository.find(`${one}/backup.json`), undefined)
      assert.deepEqual(await repository.listFolder('nothing'), [])
      assert.deepEqual(await repository.list(), [])
      await assert.rejects(readText(repository, `${one}/backup.json`), { code: 'ENOENT' })
      await repository.remove(one)
    })

    test('a name is taken once, and counts for a backup without files', async () => {
      const repository = await open()
      assert.equal(await repository.claim(one), true)
      assert.equal(await repository.claim(one), false)
      assert.equal(await repository.claim('timelines/2'), true)
      assert.equal(await repository.claim('timelines/2'), false)
      assert.equal(await repository.claim('timelines/3'), true)
      assert.deepEqual(await repository.list(), [one])
      assert.deepEqual((await repository.listFolder('timelines')).sort(), ['2', '3'])
      assert.deepEqual(await repository.listFolder(one), [])
      await write(repository, `${other}/backup.json`)
      assert.equal(await repository.claim(other), false)
    })

    test('a name that many ask for in the same moment is taken by one at most', async () => {
      const repository = await open()
      const claims = await Promise.all(Array.from({ length: 5 }, async () => await repository.claim(one)))
      const taken = claims.filter((isTaken) => isTaken).length
      assert.ok(taken <= 1, `${taken} have it`)
      if (kind === 'a folder' || kind === 'a bucket') assert.equal(taken, 1)
    })

    test('names that are not those of backups are in no list', async () => {
      const repository = await open()
      for (const path of [`${one}/a`, 'log/00/b', 'timelines/c', '2026/d', `${other}`])
        await write(repository, path)
      assert.deepEqual(await repository.list(), [one])
    })

    test('more names than a page of a listing has are all there, in order', async () => {
      const repository = await open()
      const names = Array.from({ length: 8 }, (_, day) => `2026110${day + 1}T000000Z`)
      for (const name of names.toReversed()) await write(repository, `${name}/backup.json`)
      assert.deepEqual(await repository.list(), names)
      for (let count = 0; count < 8; count += 1) await write(repository, `${one}/file-${count}`)
      assert.equal((await repository.listFolder(one)).length, 8)
    })

    test('a backup is removed with all that it has, and nothing else', async () => {
      const repository = await open()
      await repository.claim(one)
      for (const file of ['backup.json', 'base.tar.zst', 'spool/a', 'spool/b', 'verified.json'])
        await write(repository, `${one}/${file}`)
      for (const path of [`${one}0/backup.json`, `${other}/backup.json`, 'log/a'])
        await write(repository, path)
      await repository.remove(one)
      assert.deepEqual(await repository.listFolder(one), [])
      assert.deepEqual(await repository.list(), [other])
      assert.equal(await readText(repository, `${one}0/backup.json`), 'text')
      await repository.remove('log/a')
      assert.deepEqual(await repository.listFolder('log'), [])
    })
  })
