import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readIsoTime } from './read-iso-time.ts'

for (const [text, sec] of [
  ['1970-01-01', 0],
  ['1970-01-01T00:00Z', 0],
  ['1970-01-01T02:00+02:00', 0],
  ['1969-12-31T23:00-01:00', undefined], // the year is before 1970, whatever the offset makes of it
  ['2000-02-29', 951_782_400],
  ['2030-01-31T09:30:15Z', 1_896_082_215],
  ['2030-01-31t09:30:15.999z', 1_896_082_215],
  ['2030-01-31 09:30:15+0530', 1_896_062_415],
  ['9999-12-31T23:59:59Z', 253_402_300_799],
] as const) {
  test(`${text} is ${sec ?? 'refused'}`, () => assert.equal(readIsoTime(text), sec))
}

for (const text of [
  ...['', '2030', '2030-01', '2030-1-1', '30-01-01', '20300101', '01/02/2030', '31.01.2030', '1896082215'],
  ...['2030-00-01', '2030-13-01', '2030-01-00', '2030-01-32', '2030-02-29', '2100-02-29', '2030-04-31'],
  ...['2030-01-01T', '2030-01-01T10', '2030-01-01T10:00', '2030-01-01T24:00Z', '2030-01-01T10:60Z'],
  ...['2030-01-01T10:00:60Z', '2030-01-01T10:00:00', '2030-01-01T10:00+24:00', '2030-01-01T10:00+01:60'],
  ...[
    '2030-01-01T10:00:00,5Z',
    '2030-01-01Z',
    ' 2030-01-01',
    '2030-01-01\n',
    '+002030-01-01',
    '２０３０-01-01',
  ],
]) {
  test(`${JSON.stringify(text)} is no time`, () => assert.equal(readIsoTime(text), undefined))
}

test('every second of the calendar is read as the runtime reads it', () => {
  const lastMs = Date.UTC(9999, 11, 31)
  fc.assert(
    fc.property(fc.integer({ min: 0, max: lastMs / 1000 }), (sec) => {
      const text = new Date(sec * 1000).toISOString()
      assert.equal(readIsoTime(text), sec)
      assert.equal(readIsoTime(text.slice(0, 10)), sec - (sec % 86_400))
    }),
  )
})

test('offsets are read as the runtime reads them', () => {
  const two = (value: number) => String(value).padStart(2, '0')
  fc.assert(
    fc.property(fc.nat(13), fc.nat(59), fc.constantFrom('+', '-'), (hours, minutes, sign) => {
      const text = `2031-07-15T12:34:56${sign}${two(hours)}:${two(minutes)}`
      assert.equal(readIsoTime(text), Date.parse(text) / 1000)
    }),
  )
})
