import assert from 'node:assert/strict'
import { test } from 'node:test'
import { toTerminalLine } from './terminal-line.ts'

const time = new Date(2026, 10, 21, 14, 5, 31).toISOString()

test('at a terminal a log line is a time, a sentence and the facts', () => {
  const line = toTerminalLine(
    JSON.stringify({ level: 30, time, msg: 'demo data created', offers: 392, slug: 'demo' }),
  )
  assert.equal(line, '14:05:31 demo data created  offers=392 slug=demo\n')
  assert.equal(toTerminalLine(JSON.stringify({ level: 30, time, msg: 'stopped' })), '14:05:31 stopped\n')
})

test('a warning stands out, and an error says what it is', () => {
  const err = { type: 'Error', message: 'connect ECONNREFUSED', stack: 'Error: …' }
  const line = toTerminalLine(JSON.stringify({ level: 40, time, err, msg: 'caps could not be refreshed' }))
  assert.equal(line, '14:05:31 WARN caps could not be refreshed  (connect ECONNREFUSED)\n')
})

test('no text of others moves the terminal that the log is read at, or begins a line of its own', () => {
  const hostile = 'ada\u001b[2J\u0007\r\n14:05:31 stopped\u009b31m\u202eevil\u0000\u2028'
  const facts = { origin: hostile, reports: [{ 'blocked-uri': hostile }], err: { message: hostile } }
  const line = toTerminalLine(JSON.stringify({ level: 40, time, msg: 'received', ...facts }))
  assert.doesNotMatch(line.slice(0, -1), /[\p{C}\p{Zl}\p{Zp}]/u)
  assert.ok(line.endsWith('\n'))
})
