import assert from 'node:assert/strict'
import { test } from 'node:test'
import { printResult } from './print-result.ts'
import { printTable } from './print-table.ts'

const hostile = `ada\u001b[2J\u0007\r\n\u009b31m\u202eevil\u0000\u2028`

test('a table keeps control characters of others from the terminal, and its columns aligned', () => {
  const text = printTable(
    [
      { head: 'user', of: ({ user }) => user },
      { head: 'n', of: ({ n }) => n },
    ],
    [
      { user: hostile, n: 1 },
      { user: 'x'.repeat(200), n: 22 },
    ],
  )
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{C}\p{Zl}\p{Zp}]/u)
  const lines = text.split('\n')
  assert.equal(lines.length, 3)
  assert.deepEqual(new Set(lines.map((line) => line.search(/ \S+$/))).size, 1)
})

test('an empty table says so', () => {
  assert.equal(printTable([{ head: 'user', of: () => '' }], []), '(none)')
})

test('JSON escapes every control character, and stays the same JSON', () => {
  const text = printResult({ userId: hostile })
  assert.doesNotMatch(text.replaceAll('\n', ''), /[\p{C}\p{Zl}\p{Zp}]/u)
  assert.deepEqual(JSON.parse(text), { userId: hostile })
})
