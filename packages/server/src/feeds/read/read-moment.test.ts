import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isTimeZone, readMoment } from './read-moment.ts'

for (const [text, zone, value] of [
  ['2031-12-31 19:59:59', 'UTC', '2031-12-31T19:59:59Z'],
  ['2031-12-31 19:59:59', 'America/New_York', '2032-01-01T00:59:59Z'],
  ['2031-07-01 12:00:00', 'America/New_York', '2031-07-01T16:00:00Z'],
  ['2031-07-01', 'Europe/Berlin', '2031-06-30T22:00:00Z'],
  ['2031-07-01T12:00', 'Asia/Kolkata', '2031-07-01T06:30:00Z'],
  ['12/31/2030', 'UTC', '2030-12-31T00:00:00Z'],
  ['1/2/2030 1:05:00 PM', 'UTC', '2030-01-02T13:05:00Z'],
  ['12/31/2030 12:00:00 AM', 'UTC', '2030-12-31T00:00:00Z'],
  ['2031-01-01T00:00:00+02:00', 'America/New_York', '2030-12-31T22:00:00Z'],
  ['2031-01-01T00:00:00Z', 'America/New_York', '2031-01-01T00:00:00Z'],
  // The night in which clocks go forward, and the one in which they go back.
  ['2030-03-31 03:30:00', 'Europe/Berlin', '2030-03-31T01:30:00Z'],
  ['2030-10-27 01:30:00', 'Europe/Berlin', '2030-10-26T23:30:00Z'],
  ['2030-10-27 04:30:00', 'Europe/Berlin', '2030-10-27T03:30:00Z'],
  ['1970-01-01', 'Asia/Tokyo', '1970-01-01T00:00:00Z'],
] as const) {
  test(`${text} in ${zone} is ${value}`, () => assert.deepEqual(readMoment(text, zone), { value }))
}

test('nothing and zeros are no date', () => {
  for (const value of ['', ' ', null, undefined, '0000-00-00', '0000-00-00 00:00:00', {}])
    assert.deepEqual(readMoment(value, 'UTC'), {})
})

test('a date that does not exist is a doubt', () => {
  for (const value of [
    '2030-02-30',
    '13/01/2030',
    '2030-01-01 25:00',
    'soon',
    '1/1/2030 13:00 PM',
    5,
    '31.12.2030',
  ])
    assert.ok('doubt' in readMoment(value, 'UTC'), String(value))
})

test('a zone that nobody knows is UTC', () => {
  assert.deepEqual(readMoment('2030-01-01', 'Mars/Base'), { value: '2030-01-01T00:00:00Z' })
  assert.deepEqual(
    [isTimeZone('Europe/Berlin'), isTimeZone('Mars/Base'), isTimeZone('')],
    [true, false, false],
  )
})
