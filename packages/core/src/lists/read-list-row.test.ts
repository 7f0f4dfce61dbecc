import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readListRow } from './read-list-row.ts'

const nowMs = Date.UTC(2026, 10, 21)
const read = (row: Record<string, unknown>, appId: number | null = 7) => readListRow(row, { appId, nowMs })
const row = { action: 'block', kind: 'device', value: 'hash', app_id: '', reason: '', expires_at: '' }

function problemsOf(given: Record<string, unknown>): string[] {
  const reading = read(given)
  return reading.ok ? [] : reading.problems.map(({ field, rule }) => `${field} ${rule}`)
}

test('a row is read like an entry that is typed', () => {
  const reading = read({
    ...row,
    Action: ' Review ',
    action: undefined,
    kind: 'ASN',
    value: 'as64500',
    reason: 'farm',
  })
  assert.deepEqual(reading.ok && reading.entry, {
    appId: 7,
    kind: 'asn',
    value: 'AS64500',
    action: 'review',
    reason: 'farm',
    expiresAtMs: null,
  })
})

test('the end is a time, never, or what is usual', () => {
  const endOf = (expires_at: string) => {
    const reading = read({ ...row, expires_at })
    return reading.ok ? reading.entry.expiresAtMs : undefined
  }
  assert.equal(endOf('never'), null)
  assert.equal(endOf('2027-01-31T12:00:00Z'), Date.UTC(2027, 0, 31, 12))
  // As an export writes the usual end of an entry.
  assert.equal(endOf('2027-01-31T12:00:00.849Z'), Date.UTC(2027, 0, 31, 12, 0, 0, 849))
  assert.equal(endOf(''), nowMs + 180 * 86_400_000)
})

test('an app of its own wins over that of the import; no app is the platform', () => {
  const appOf = (app_id: string, standard: number | null) => {
    const reading = read({ ...row, app_id }, standard)
    return reading.ok ? reading.entry.appId : undefined
  }
  assert.equal(appOf('9', 7), 9)
  assert.equal(appOf('', 7), 7)
  assert.equal(appOf('', null), null)
})

test('every bad cell is named', () => {
  assert.deepEqual(problemsOf({ ...row, app_id: 'x', expires_at: 'soon', kind: 'planet', action: 'kill' }), [
    'app_id format',
    'expires_at format',
    'kind enum',
    'action enum',
  ])
  assert.deepEqual(problemsOf({ ...row, expires_at: '2020-01-01' }), ['expires_at range'])
  assert.deepEqual(problemsOf({ ...row, kind: 'asn', value: 'AS0' }), ['value asn'])
  assert.deepEqual(problemsOf({}), ['kind enum', 'action enum'])
})
