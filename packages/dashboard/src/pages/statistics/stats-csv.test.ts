import assert from 'node:assert/strict'
import { test } from 'node:test'
import { writeStatsCsv } from './stats-csv.ts'
import type { Report } from './stats-figures.ts'

/** A report with one row of a sub id: whoever follows a link chooses it. */
function reportOf(name: string): Report {
  const row = { local_time: '2026-11-24', keys: [name], names: [name], clicks: 3, margin: '-1.50' }
  return { rows: [row], sums: null } as unknown as Report // the columns that a file has
}

for (const name of ['=1+1', '+1', '-1+1', '@a', '\t=1', '\r=1', '\n=1', "'=1+1", '＝1+1', '＠a'])
  test(`no group of a file of figures is a formula: ${JSON.stringify(name)}`, () => {
    const [, line = ''] = writeStatsCsv(reportOf(name), 'sub_id').split(/\r\n(?=2026)/)
    assert.match(line, /^2026-11-24,"?'/)
  })

test('a semicolon begins no cell where spreadsheets take it for the border of one', () => {
  const [, line] = writeStatsCsv(reportOf('a;=1+1'), 'sub_id').split('\r\n')
  assert.equal(line, `2026-11-24,"a;'=1+1","a;'=1+1",3,-1.50`)
})

test('figures below zero stay figures', () => {
  const [, line] = writeStatsCsv(reportOf('plain'), 'sub_id').split('\r\n')
  assert.equal(line, '2026-11-24,plain,plain,3,-1.50')
})
