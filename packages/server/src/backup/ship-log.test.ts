import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openKeyring } from '../adapters/crypto/keyring.ts'
import { openBackupFolder } from './backup-folder.ts'
import { listLog, readPiece, signerOf } from './kept-log.ts'
import { giveUpLog, measureWaiting, shipLog } from './ship-log.ts'

const folder = await mkdtemp(join(tmpdir(), 'quoin-log-'))
after(() => rm(folder, { recursive: true, force: true }))
const archive = join(folder, 'archive')
await mkdir(archive)
const repository = await openBackupFolder(join(folder, 'kept'))
const sign = signerOf(openKeyring({ current: 'a'.repeat(40), previous: null }))
const first = '000000010000000000000001'
const piece = Buffer.alloc(16 * 1024 * 1024)
piece.write('a little log')

test('closed pieces of the log leave the disk when they are on the other one, and others stay', async () => {
  const half = 'archtemp.000000010000000000000002.123.456'
  await writeFile(join(archive, first), piece)
  await writeFile(join(archive, '00000002.history'), '1\t0/1\twhy\n')
  await writeFile(join(archive, half), 'half')
  await writeFile(join(archive, '000000010000000000000002.00000028.backup'), 'told by the server')
  const abandoned = join(archive, 'archtemp.000000010000000000000001.1.2')
  await writeFile(abandoned, 'of a server that was killed')
  await utimes(abandoned, 1, 1)
  assert.equal(await shipLog({ archive, repository, sign }), 2)
  assert.deepEqual(await readdir(archive), [half])
  const kept = await listLog(repository, '')
  assert.deepEqual(
    kept.map(({ name }) => name),
    [first],
  )
  assert.equal((await readdir(join(folder, 'kept', 'log', 'histories'))).length, 1)
  for (const one of kept) assert.ok((await readPiece(repository, one, sign)) !== undefined, one.name)
  const pieces = join(folder, 'kept', 'log', first.slice(0, 22))
  const [file = ''] = await readdir(pieces)
  const { size } = await stat(join(pieces, file))
  assert.ok(size < 4_000, `a piece with little in it takes ${size} bytes`)
})

test('a piece that is taken twice is there once, and one of another server is told apart by its signature', async () => {
  await writeFile(join(archive, first), piece)
  await shipLog({ archive, repository, sign })
  assert.equal((await listLog(repository, '')).length, 1)
  const stranger = signerOf(openKeyring({ current: 'b'.repeat(40), previous: null }))
  await writeFile(join(archive, first), piece)
  await shipLog({ archive, repository, sign: stranger })
  const both = (await listLog(repository, '')).filter(({ name }) => name === first)
  assert.equal(both.length, 2)
  const ours = await Promise.all(
    both.map(async (one) => (await readPiece(repository, one, sign)) !== undefined),
  )
  assert.deepEqual(ours.sort(), [false, true])
})

test('pieces wait packed while the other disk is away, and are given up where they are too many', async () => {
  const away = { ...repository, write: () => repository.write('log/x/\0') }
  await writeFile(join(archive, first), piece)
  await assert.rejects(shipLog({ archive, repository: away, sign }))
  const { waitingBytes, waitingSinceMs } = await measureWaiting(archive)
  assert.ok(waitingBytes > 0 && waitingBytes < 10_000, `${waitingBytes} bytes wait`)
  assert.ok(waitingSinceMs !== null)
  assert.equal(await giveUpLog(archive, 10_000), false)
  assert.equal((await measureWaiting(archive)).waitingBytes, waitingBytes)
  assert.equal(await giveUpLog(archive, 100), true)
  assert.deepEqual(await measureWaiting(archive), { waitingSinceMs: null, waitingBytes: 0 })
})
