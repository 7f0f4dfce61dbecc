import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameOfSegment } from '@quoin/embedded-postgres/log-segments.ts'
import type { BaseRecord, FoundBackup } from './backup-record.ts'
import { hasGap } from './log-of-backup.ts'
import type { KeptPiece } from './kept-log.ts'

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
