import type { BackupCopy, BackupReport } from './backup-report.ts'

/** Tue 24 Nov 2026, 14:32, where the tests run. */
export const testNowSec = new Date(2026, 10, 24, 14, 32).getTime() / 1000

/** A moment of that day, or of another day of its month. */
export function testMoment(hour: number, minute: number, day = 24): number {
  return new Date(2026, 10, day, hour, minute).getTime() / 1000
}

/** A whole copy; its name is the moment at which it was begun. */
export function testCopy(begunAtSec: number, parts: Partial<BackupCopy> = {}): BackupCopy {
  const backup = new Date(begunAtSec * 1000).toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const whole = { ended_at: begunAtSec + 106, bytes: 100 * 2 ** 20, version: '0.3.0', proof: null }
  return { backup, begun_at: begunAtSec, ...whole, ...parts }
}

/** Backups every six hours into another disk, the last three hours ago; for tests. */
export function testReport(parts: Partial<BackupReport> = {}): BackupReport {
  const copies = [testCopy(testMoment(11, 30)), testCopy(testMoment(5, 30)), testCopy(testMoment(5, 30, 22))]
  const [newest = testCopy(testMoment(11, 30))] = copies
  return {
    state: 'good',
    log: null,
    database: 'embedded',
    database_bytes: 412 * 2 ** 20,
    schedule: {
      to: '/mnt/backups/quoin',
      every_seconds: 21_600,
      late_after_seconds: 3_600,
      prove_every_seconds: 604_800,
      keep: '7d,4w,6m',
      next_backup_at: testMoment(17, 30),
      next_proof_at: testMoment(6, 0, 29),
      is_on_database_disk: false,
    },
    last_good: {
      backup: newest.backup,
      begun_at: newest.begun_at,
      ended_at: newest.begun_at + 106,
      bytes: 100 * 2 ** 20,
      is_there: true,
    },
    last_proof: {
      backup: newest.backup,
      ended_at: testMoment(6, 0, 22),
      seconds: 368,
      is_good: true,
      checks: [
        { check: 'files', title: 'Files are as they were written', is_held: true, detail: '1,284 sums' },
        { check: 'tables', title: 'Tables and indexes are sound', is_held: true, detail: '76 tables' },
      ],
    },
    works: [],
    failures: [],
    copies,
    copies_error: null,
    ...parts,
  }
}

export function testFailure(failedAtSec: number, error: string, what: 'backup' | 'proof' = 'backup') {
  return { job_id: `job-${failedAtSec}`, what, failed_at: failedAtSec, error }
}
