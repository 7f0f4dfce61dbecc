import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BackupReport } from './backup-report.ts'
import { foldCopyRows, listCopyRows } from './copy-rows.ts'
import { testCopy, testFailure, testMoment, testNowSec, testReport } from './test-report.ts'

const unfinished = { ended_at: null, bytes: null, version: null }
const running = {
  job_id: 'job-1',
  what: 'backup',
  state: 'running',
  started_at: testMoment(14, 29),
  done_bytes: 61 * 2 ** 20,
  total_bytes: 100 * 2 ** 20,
} as const

function read(parts: Partial<BackupReport>): readonly string[] {
  return listCopyRows(testReport(parts), testNowSec).map(({ state, what, took, earlier }) =>
    [state, what, took, earlier].filter((word) => word !== '').join(' | '),
  )
}

test('a copy says how its proof ended', () => {
  const copies = [null, 'held', 'failed'] as const
  assert.deepEqual(
    read({ copies: copies.map((proof, index) => testCopy(testMoment(11 - index, 0), { proof })) }).map(
      (row) => row.split(' | ').at(0),
    ),
    ['Good', 'Proved', 'Proof failed'],
  )
})

test('only the copy that the running work has begun is running', () => {
  const copies = [testCopy(testMoment(14, 29), unfinished), testCopy(testMoment(11, 30), unfinished)]
  assert.deepEqual(
    read({ copies, works: [running] }).map((row) => row.replace(/\d+T\d+Z/, 'NAME')),
    ['Running | 61 % copied | 3 min so far', 'Unfinished | NAME'],
  )
  assert.deepEqual(
    read({ copies }).map((row) => row.replace(/\d+T\d+Z/, 'NAME')),
    ['Unfinished | NAME', 'Unfinished | NAME'],
  )
})

test('failures for one reason are one row, above the copies', () => {
  const failures = [
    testFailure(testMoment(14, 2), 'Full.'),
    testFailure(testMoment(13, 0), 'Full.'),
    testFailure(testMoment(6, 0), 'No disk.', 'proof'),
  ]
  assert.deepEqual(read({ failures, copies: [] }), [
    'Failed | Full. | 2 times since today, 13:00.',
    'Failed | Proof: No disk.',
  ])
})

test('the folded table has seven rows, three of them failures at most', () => {
  const failures = Array.from({ length: 10 }, (_, index) =>
    testFailure(testMoment(13, index), `Reason ${index}.`),
  )
  const copies = Array.from({ length: 37 }, (_, index) => testCopy(testMoment(11, 30) - index * 3600))
  const folded = foldCopyRows(listCopyRows(testReport({ failures, copies }), testNowSec))
  assert.deepEqual(
    folded.map(({ state }) => state),
    ['Failed', 'Failed', 'Failed', 'Good', 'Good', 'Good', 'Good'],
  )
})
