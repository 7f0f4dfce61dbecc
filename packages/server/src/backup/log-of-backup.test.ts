import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { zstdCompressSync } from 'node:zlib'
import { nameOfSegment } from '@quoin/embedded-postgres/log-segments.ts'
import { openBackupFolder } from './backup-folder.ts'
import type { BaseRecord, FoundBackup } from './backup-record.ts'
import { hasGap, logAfter } from './log-of-backup.ts'
import { type KeptPiece, keepPiece, signatureOf } from './kept-log.ts'

/** It ends in the piece 3 of the timeline 1. */
const backup: FoundBackup<BaseRecord> = {
  name: '20261124T120000Z',
  record: { timeline: 1, endLsn: '0/3000028' } as BaseRecord,
}
const piece = (number: number, timeline = 1): KeptPiece => ({
  name: nameOfSegment({ timeline, number }),
  signature: 'a'.repeat(64),
})

test('a log without a piece between has no gap, whether the last piece of the backup is in it or not', () => {
  assert.equal(hasGap(backup, []), false)
  assert.equal(
    hasGap(
      backup,
      [1, 2].map((number) => piece(number)),
    ),
    false,
  )
  assert.equal(
    hasGap(
      backup,
      [2, 3, 4, 5].map((number) => piece(number)),
    ),
    false,
  )
  assert.equal(
    hasGap(
      backup,
      [4, 5].map((number) => piece(number)),
    ),
    false,
  )
})

test('a piece that is missing is a gap, and so is another timeline', () => {
  assert.equal(
    hasGap(
      backup,
      [4, 6].map((number) => piece(number)),
    ),
    true,
  )
  assert.equal(
    hasGap(
      backup,
      [5, 6].map((number) => piece(number)),
    ),
    true,
  )
  assert.equal(hasGap(backup, [piece(4), piece(5, 2)]), true)
})

test('pieces of an earlier timeline, from before an upgrade, are no gap', () => {
  const upgraded = { ...backup, record: { ...backup.record, timeline: 2 } }
  const before = [7, 8, 9].map((number) => piece(number))
  assert.equal(hasGap(upgraded, before), false)
  assert.equal(hasGap(upgraded, [...before, piece(3, 2), piece(4, 2)]), false)
  assert.equal(hasGap(upgraded, [...before, piece(3, 2), piece(5, 2)]), true)
})

/** A piece that a cluster has written, as far as it is looked at here. */
function pieceOf(cluster: string, text: string): Buffer {
  const bytes = Buffer.alloc(8_192)
  bytes.writeBigUInt64LE(BigInt(cluster), 24)
  bytes.write(text, 40)
  return bytes
}

test('a piece of another cluster with the same name is passed over, and a damaged one is told', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-pieces-'))
  t.after(() => rm(folder, { recursive: true, force: true }))
  const repository = await openBackupFolder(folder)
  const sign = (text: string): string => Buffer.from(text).toString('hex').slice(-64)
  const [ours, anothers] = ['7000000000000000001', '7000000000000000002']
  const keep = async (number: number, bytes: Buffer, kept = bytes): Promise<void> => {
    const name = nameOfSegment({ timeline: 1, number })
    const signature = signatureOf(name, bytes, sign)
    await keepPiece(repository, { name, signature }, zstdCompressSync(kept))
  }
  await keep(4, pieceOf(anothers, 'before ours'))
  await keep(4, pieceOf(ours, 'ours'))
  await keep(5, pieceOf(anothers, 'of another alone'))
  await keep(6, pieceOf(ours, 'as it was'), pieceOf(ours, 'as it is'))
  const own = { ...backup, record: { ...backup.record, cluster: ours } }
  const { pieces } = await logAfter({ repository, backup: own, sign })
  const [fourth, fifth, sixth] = pieces
  assert.equal((await fourth?.read())?.toString('utf8', 40, 44), 'ours')
  assert.equal(await fifth?.read(), undefined)
  await assert.rejects(async () => await sixth?.read(), /is damaged/)
})
