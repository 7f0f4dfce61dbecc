import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hourMs, minuteMs } from '../time/durations.ts'
import { type BackupHistory, backupState, dueByGapMs, nextDueMs, proofPace } from './backup-state.ts'

const nowMs = Date.UTC(2026, 10, 24, 14, 32)
const never: BackupHistory = {
  lastGoodAtMs: null,
  lastGoodEndedMs: null,
  failures: 0,
  lastFailedAtMs: null,
}
const ago = (ms: number): BackupHistory => ({
  ...never,
  lastGoodAtMs: nowMs - ms,
  lastGoodEndedMs: nowMs - ms,
})

function state(given: Partial<Parameters<typeof backupState>[0]>): string {
  return backupState({
    everyMs: 6 * hourMs,
    lateMs: hourMs,
    expectedSinceMs: nowMs - 10 * minuteMs,
    backups: ago(hourMs),
    proofs: never,
    isLastThere: true,
    logWaitsSinceMs: null,
    nowMs,
    ...given,
  })
}

test('backups are good until they are later than their pace and the time that they may be late', () => {
  assert.equal(state({}), 'good')
  assert.equal(state({ backups: ago(7 * hourMs) }), 'good')
  assert.equal(state({ backups: ago(7 * hourMs + 1) }), 'late')
  assert.equal(state({ everyMs: null, backups: never }), 'none')
})

test('the first backup has as long as every other, counted from the start', () => {
  assert.equal(state({ backups: never }), 'first')
  assert.equal(state({ backups: never, expectedSinceMs: nowMs - 8 * hourMs }), 'late')
})

test('one failure may be chance, two are none, and a proof that failed is always told', () => {
  const failed = (failures: number) => ({ ...ago(2 * hourMs), failures, lastFailedAtMs: nowMs - minuteMs })
  assert.equal(state({ backups: failed(1) }), 'good')
  assert.equal(state({ backups: failed(2) }), 'failed')
  assert.equal(state({ proofs: failed(1) }), 'failed')
  assert.equal(state({ backups: ago(20 * hourMs), proofs: failed(1) }), 'failed')
})

test('a backup that takes hours is not late because of them', () => {
  assert.equal(state({ backups: { ...ago(9 * hourMs), lastGoodEndedMs: nowMs - 7 * hourMs } }), 'good')
})

test('a last good backup that is gone needs a person, one that nobody can look for does not', () => {
  assert.equal(state({ isLastThere: false }), 'failed')
  assert.equal(state({ isLastThere: undefined }), 'good')
})

test('a log that stays on the disk for ten minutes needs a person', () => {
  assert.equal(state({ logWaitsSinceMs: nowMs - 10 * minuteMs }), 'good')
  assert.equal(state({ logWaitsSinceMs: nowMs - 11 * minuteMs }), 'failed')
})

test('a gap in the log is mended by a backup, but not over and over', () => {
  assert.ok(dueByGapMs(ago(hourMs)) < nowMs)
  assert.ok(dueByGapMs(ago(minuteMs)) > nowMs)
  assert.ok(dueByGapMs({ ...ago(hourMs), lastFailedAtMs: nowMs - minuteMs }) > nowMs)
})

test('work is due at its pace, at once where it never went well, and not at once again where it failed', () => {
  const pace = { everyMs: 6 * hourMs, retryMs: hourMs }
  assert.equal(nextDueMs(never, pace), 0)
  assert.equal(nextDueMs(ago(hourMs), pace), nowMs + 5 * hourMs)
  const failed = { ...ago(7 * hourMs), failures: 1, lastFailedAtMs: nowMs }
  assert.equal(nextDueMs(failed, pace), nowMs + hourMs)
  assert.equal(nextDueMs({ ...failed, lastGoodAtMs: null }, pace), nowMs + hourMs)
  assert.ok(nextDueMs(failed, proofPace) > nowMs + hourMs)
  // A failure is tried again before the next one is due.
  assert.equal(nextDueMs({ ...ago(minuteMs), failures: 1, lastFailedAtMs: nowMs }, pace), nowMs + hourMs)
})
