import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupFactsOf } from './backup-facts-of.ts'
import type { BackupReport } from './backup-report.ts'
import { testCopy, testFailure, testMoment, testNowSec, testReport } from './test-report.ts'

function read(parts: Partial<BackupReport> = {}): readonly string[] {
  return backupFactsOf(testReport(parts), testNowSec).map(
    ({ value, detail, tone }) => `${value} | ${detail} | ${tone}`,
  )
}

test('in a good state no fact has a colour', () => {
  const log = { until: testNowSec - 41, waiting_since: null, waiting_bytes: 0, is_whole: true }
  assert.deepEqual(read({ log }), [
    '3 h 2 min ago | today, 11:30 · next 17:30 | plain',
    '14:31:19 | 41 s behind | plain',
    '22 Nov | 2 of 2 held · next 29 Nov | plain',
    '300 MB | 3 copies since 22 Nov | plain',
  ])
})

test('a late backup says when it was due', () => {
  const [first] = read({ state: 'late', last_good: null, copies: [testCopy(testMoment(5, 30))] })
  assert.equal(first, '9 h 2 min ago | today, 05:30 · due by 12:30 | warning')
})

test('backups that fail are red, a proof that fails is red, never both for one cause', () => {
  const failures = [testFailure(testMoment(14, 2), 'Full.'), testFailure(testMoment(13, 0), 'Full.')]
  const tones = (parts: Partial<BackupReport>) =>
    backupFactsOf(testReport({ state: 'failed', ...parts }), testNowSec).map(({ tone }) => tone)
  const { last_proof: proof } = testReport()
  assert.deepEqual(tones({ failures }), ['danger', 'plain', 'plain', 'plain'])
  assert.deepEqual(tones({ last_proof: proof && { ...proof, is_good: false } }), [
    'plain',
    'plain',
    'danger',
    'plain',
  ])
})

test('a log that waits for ten minutes is red, and a gap in it is told', () => {
  const log = {
    until: testMoment(14, 0),
    waiting_since: testMoment(14, 0),
    waiting_bytes: 5_000,
    is_whole: true,
  }
  assert.equal(read({ log })[1], '14:00:00 | 4.9 kB wait on this disk | danger')
  const gap = { ...log, waiting_since: null, is_whole: false }
  assert.equal(read({ log: gap })[1], 'Not yet | a part is missing: a backup is due | warning')
})

test('before the first backup there is nothing to tell, and it is told when it comes', () => {
  const none: Partial<BackupReport> = { state: 'first', last_good: null, last_proof: null, copies: [] }
  assert.deepEqual(read(none), [
    'None yet | first 17:30 | plain',
    'Not yet | with the first backup | plain',
    'None yet | next 29 Nov | plain',
    '0 B | 0 copies | plain',
  ])
})

test('a folder that cannot be read is not called empty', () => {
  assert.equal(read({ copies: null })[3], 'Not known | the folder cannot be read | warning')
})
