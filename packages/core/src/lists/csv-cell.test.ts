import assert from 'node:assert/strict'
import { test } from 'node:test'

import fc from 'fast-check'
import { readCsvCell, writeCsvCell } from './csv-cell.ts'

for (const begin of ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
  test(`no cell is a formula: what begins with ${JSON.stringify(begin)} is text`, () => {
    assert.match(writeCsvCell(`${begin}cmd|' /C calc'!A0`), /^"?'/)
    assert.match(writeCsvCell(`'${begin}1+1`), /^"?''/)
  })
}

test('an amount stays a number, also below zero; other texts stay as they are', () => {
  for (const text of ['-12.50', '-3', '12.50', '0', '', 'bob', "'tis", "o'hara", '2001:db8::1', 'a=b'])
    assert.equal(writeCsvCell(text), text)
  for (const text of ['-1+1', '--1', '-', '-1e5', '-.5', '+5', '-1 ', '-1\n=1'])
    assert.match(writeCsvCell(text), /^"?'/)
})

test('whichever separator a spreadsheet takes, no piece of a cell is a formula', () => {
  let split = 0
  const char = fc.constantFrom(...',;|\t\n =+-@＝"\'1x')
  fc.assert(
    fc.property(
      fc.constantFrom(',', ';', '|', '\t'),
      fc.string({ unit: char, maxLength: 8 }),
      (separator, text) => {
        const line = `x,${writeCsvCell(text)},y`
        // Quotes within a cell do not hold it together: a cell of `;` begins at `x`.
        const pieces = line.split(/\r|\n/).flatMap((one) => one.split(separator))
        if (pieces.length > 3) split += 1
        for (const piece of pieces) {
          if (/^-\d+(?:\.\d+)?$/.test(piece)) continue
          assert.doesNotMatch(piece.replace(/^[\s"]+/, ''), /^[=+\-@＝＋－＠]/, JSON.stringify(line))
        }
      },
    ),
    { numRuns: 5_000 },
  )
  assert.ok(split > 500, `${split} were split`)
})

test('a cell is read as it was written, whatever it says', () => {
  let defused = 0
  const char = fc.constantFrom(
    '=',
    '+',
    '-',
    '@',
    '\t',
    '\r',
    '\n',
    "'",
    '"',
    ',',
    ';',
    ' ',
    '1',
    '.',
    'x',
    '＝',
  )
  fc.assert(
    fc.property(fc.string({ unit: char, maxLength: 6 }), (text) => {
      const written = writeCsvCell(text)
      const cell = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written
      if (cell !== text) defused += 1
      assert.doesNotMatch(cell, /^[=+@\t\r\n＝＋－＠]/)
      assert.equal(readCsvCell(cell), text)
    }),
    { numRuns: 2_000 },
  )
  assert.ok(defused > 200, `${defused} were defused`)
})
