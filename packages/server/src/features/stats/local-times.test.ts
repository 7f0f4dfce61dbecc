import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openTimeZone, startsOfDays, startsOfHours } from './local-times.ts'

function hoursOf(zone: string, day: string): string[] {
  const show = openTimeZone(zone)
  assert.ok(show)
  const hours = startsOfHours(show, startsOfDays(show, day, day))
  return hours.map(({ shown }) => shown.slice(11))
}

function lengthInHours(zone: string, day: string): number {
  const show = openTimeZone(zone)
  assert.ok(show)
  const [start, end] = startsOfDays(show, day, day)
  return ((end?.atMs ?? 0) - (start?.atMs ?? 0)) / 3_600_000
}

for (const [zone, day, hours] of [
  ['UTC', '2026-03-29', 24],
  ['Europe/Berlin', '2026-03-29', 23],
  ['Europe/Berlin', '2026-10-25', 25],
  ['America/New_York', '2026-11-01', 25],
  ['Asia/Kathmandu', '2026-11-21', 24],
  ['Asia/Kolkata', '2026-11-21', 24],
  // Summer time is half an hour there.
  ['Australia/Lord_Howe', '2026-04-05', 24.5],
  ['Australia/Lord_Howe', '2026-10-04', 23.5],
  // Midnight is left out: the day begins at one.
  ['Africa/Cairo', '2026-04-24', 23],
  ['America/Havana', '2026-11-01', 25],
] as const) {
  test(`${day} has ${hours} hours in ${zone}`, () => assert.equal(lengthInHours(zone, day), hours))
}

test('days follow each other without a gap, whatever the zone', () => {
  for (const zone of [
    'Africa/Cairo',
    'America/Santiago',
    'Asia/Kathmandu',
    'Pacific/Chatham',
    'Pacific/Apia',
  ]) {
    const show = openTimeZone(zone)
    assert.ok(show)
    const days = startsOfDays(show, '2025-11-01', '2026-11-30')
    assert.equal(days.length, 396)
    for (const [index, { atMs, shown }] of days.entries()) {
      assert.equal(atMs % 900_000, 0)
      const date = new Date(Date.UTC(2025, 10, 1 + index)).toISOString().slice(0, 10)
      assert.equal(shown.slice(0, 10), date)
      assert.ok(show(atMs - 1).slice(0, 10) < date)
    }
  }
})

test('an hour that comes twice is two, one that is left out is none', () => {
  assert.equal(hoursOf('Europe/Berlin', '2026-10-25').filter((hour) => hour === '02:00').length, 2)
  assert.ok(!hoursOf('Europe/Berlin', '2026-03-29').includes('02:00'))
  assert.deepEqual(hoursOf('Australia/Lord_Howe', '2026-10-04').slice(0, 4), [
    '00:00',
    '01:00',
    '02:30',
    '03:00',
  ])
  assert.equal(hoursOf('Asia/Kathmandu', '2026-11-21').length, 25)
})

for (const name of ['', 'Mars/Olympus', '+05:30', 'Europe/Berlin;', "UTC'--", 'a'.repeat(99)]) {
  test(`"${name.slice(0, 20)}" is no time zone`, () => assert.equal(openTimeZone(name), undefined))
}
