import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BackupReport } from './backup-report.ts'
import { testCopy, testFailure, testMoment, testNowSec, testReport } from './test-report.ts'
import { verdictOf } from './verdict-of.ts'

const { schedule, last_good: lastGood, last_proof: lastProof } = testReport()
const running = {
  job_id: 'job-1',
  what: 'backup',
  state: 'running',
  started_at: testMoment(11, 30),
  done_bytes: 61,
  total_bytes: 100,
} as const
const isOld = { last_good: null, copies: [testCopy(testMoment(5, 30))] }
const full = 'The disk is full.'
const twoFailed = [testFailure(testMoment(14, 2), full), testFailure(testMoment(13, 0), full)]

/** Word, title, sentences and note, as they are read. */
function read(parts: Partial<BackupReport>): readonly string[] {
  const { word, title, sentences, note } = verdictOf(testReport(parts), testNowSec)
  const texts = sentences.map((sentence) =>
    sentence.map((piece) => (typeof piece === 'string' ? piece : piece.strong)).join(''),
  )
  return [word, title, ...texts, ...(note === '' ? [] : [note])]
}

const lost = (span: string, since: string) =>
  `If this disk died now, ${span} would be lost: everything since ${since}.`
const everythingLost = 'If this disk died now, everything would be lost.'
const logUntil = (until: number) => ({ until, waiting_since: null, waiting_bytes: 0, is_whole: true })
const sameDisk =
  'The backups are on the disk of the database: if it died now, they would be lost with it. Name a folder on another disk in BACKUP_TO.'
const goodTitle = 'The last good backup is 3 h old, and the last proof held.'

const cases: Readonly<Record<string, readonly [Partial<BackupReport>, readonly string[]]>> = {
  'a good state says what would be lost': [{}, ['Backed up', goodTitle, lost('3 h 2 min', 'today, 11:30')]],
  'a log that follows the backup leaves a minute to lose': [
    { log: logUntil(testNowSec - 41) },
    [
      'Backed up',
      goodTitle,
      'If this disk died now, 41 s would be lost: every change until 14:31:19 has left it.',
    ],
  ],
  'a log with a gap counts for nothing': [
    { log: { ...logUntil(testNowSec - 41), is_whole: false } },
    ['Backed up', goodTitle, lost('3 h 2 min', 'today, 11:30')],
  ],
  'a log that cannot leave the disk is what fails': [
    {
      state: 'failed',
      log: { ...logUntil(testMoment(14, 0)), waiting_since: testMoment(14, 0), waiting_bytes: 5 },
    },
    [
      'Failed',
      'No change has left this disk since today, 14:00. If it died now, 32 min would be lost.',
      'The folder of backups takes nothing: look whether it is there, has room, and may be written to. What waits leaves by itself then.',
    ],
  ],
  'a good state without a proof says so': [
    { last_proof: null },
    [
      'Backed up',
      'The last good backup is 3 h old, and none was proved yet.',
      lost('3 h 2 min', 'today, 11:30'),
    ],
  ],
  'backups on the disk of the database are lost with it': [
    { schedule: schedule && { ...schedule, is_on_database_disk: true } },
    ['Same disk', goodTitle, sameDisk],
  ],
  'a backup that is gone does not count': [
    { last_good: lastGood && { ...lastGood, is_there: false }, copies: isOld.copies },
    ['Gone', 'The last good backup is no longer in its folder.', lost('9 h 2 min', 'today, 05:30')],
  ],
  'a backup that is gone is what fails, and no other is made by itself': [
    { state: 'failed', last_good: lastGood && { ...lastGood, is_there: false }, copies: [] },
    [
      'Failed',
      'The last good backup is no longer in its folder.',
      'If the disk of the folder is not mounted, mount it: nothing is written there by itself before. If the folder was emptied, back up now.',
      everythingLost,
    ],
  ],
  'a folder that cannot be read proves nothing': [
    { last_good: lastGood && { ...lastGood, is_there: null }, copies: null },
    [
      'Not readable',
      goodTitle,
      'The folder cannot be read now, so nobody knows whether the backup is still there.',
    ],
  ],
  'one failed try is told without a change of the state': [
    { failures: [testFailure(testMoment(14, 2), full)] },
    [
      'Backed up',
      goodTitle,
      'The try of today, 14:02 failed: The disk is full.',
      lost('3 h 2 min', 'today, 11:30'),
      'Next try 17:30',
    ],
  ],
  'a late backup that is being made says so': [
    { state: 'late', ...isOld, works: [running] },
    [
      'Late',
      'The last good backup is 9 h old. The one of 11:30 is still being made.',
      lost('9 h 2 min', 'today, 05:30'),
    ],
  ],
  'a late backup that has not begun says so': [
    { state: 'late', ...isOld },
    [
      'Late',
      'The last good backup is 9 h old. The next one has not begun.',
      lost('9 h 2 min', 'today, 05:30'),
    ],
  ],
  'before the first backup everything would be lost': [
    { state: 'first', last_good: null, last_proof: null, copies: [], works: [running] },
    ['First', 'The first backup is on its way.', everythingLost],
  ],
  'failed backups say why, and when they are tried again': [
    { state: 'failed', ...isOld, failures: twoFailed },
    [
      'Failed',
      'Nothing is backed up since today, 05:30. If this disk died now, 9 h 2 min would be lost.',
      full,
      'Failed today, 14:02 and today, 13:00 · next try 17:30',
    ],
  ],
  'failed backups on the disk of the database would lose everything': [
    {
      state: 'failed',
      ...isOld,
      failures: twoFailed,
      schedule: schedule && { ...schedule, is_on_database_disk: true },
    },
    [
      'Failed',
      'Nothing is backed up since today, 05:30. If this disk died now, everything would be lost.',
      full,
      sameDisk,
      'Failed today, 14:02 and today, 13:00 · next try 17:30',
    ],
  ],
  'a failed proof names the check, and which backup may be relied on': [
    {
      state: 'failed',
      copies: [
        testCopy(testMoment(11, 30), { proof: 'failed' }),
        testCopy(testMoment(5, 30), { proof: 'held' }),
      ],
      last_proof: lastProof && {
        ...lastProof,
        is_good: false,
        checks: lastProof.checks.map((check) =>
          check.check === 'tables' ? { ...check, is_held: false, detail: 'An index is damaged.' } : check,
        ),
      },
    },
    [
      'Failed',
      'The last proof failed: the backup of today, 11:30 is not good.',
      'The check “Tables and indexes are sound” did not hold: An index is damaged.',
      'The newest that held its proof is the one of today, 05:30.',
      lost('9 h 2 min', 'today, 05:30'),
    ],
  ],
  'a proof that could not be made says why': [
    { state: 'failed', failures: [testFailure(testMoment(14, 2), full, 'proof')] },
    [
      'Failed',
      'The last proof could not be made.',
      full,
      'No backup that is kept has held a proof.',
      lost('3 h 2 min', 'today, 11:30'),
    ],
  ],
  'without settings nothing is backed up': [
    { state: 'none', schedule: null, last_good: null, copies: null },
    [
      'None',
      'Nothing is backed up. If this disk dies, everything is lost.',
      'Three settings start backups. The first backup begins at the next start, and stands here once it is whole.',
    ],
  ],
  'a database of its own is not called unsafe': [
    { state: 'none', database: 'own', schedule: null, last_good: null, copies: null },
    [
      'Not by Quoin',
      'Your PostgreSQL is backed up by its own means.',
      'By itself Quoin backs up its embedded database alone, and this one is that of DATABASE_URL.',
    ],
  ],
}

for (const [title, [parts, expected]] of Object.entries(cases))
  test(title, () => assert.deepEqual(read(parts), expected))
