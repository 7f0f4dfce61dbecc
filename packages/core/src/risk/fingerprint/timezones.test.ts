import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countries } from '../../detect/country.ts'
import { countriesOfTimezone, isUniversalTime } from './timezones.ts'

for (const [zone, expected] of [
  ['Europe/Berlin', 'DE DK NO SE SJ'],
  ['America/New_York', 'US'],
  ['America/Argentina/Buenos_Aires', 'AR'],
  ['America/Buenos_Aires', 'AR'],
  ['Asia/Kolkata', 'IN'],
  ['Asia/Calcutta', 'IN'],
  ['Europe/Kiev', 'UA'],
  ['Asia/Saigon', 'VN'],
  ['Mars/Olympus', undefined],
  ['Etc/GMT+5', undefined],
  ['', undefined],
] as const) {
  test(`the zone ${zone} is used in ${expected ?? 'no country we know'}`, () => {
    assert.equal(countriesOfTimezone(zone)?.join(' '), expected)
  })
}

test('every zone that this runtime knows is universal or has real countries', () => {
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    if (isUniversalTime(zone)) continue
    const found = countriesOfTimezone(zone)
    assert.ok(found && found.length > 0, zone)
    assert.ok(
      found.every((country) => countries.includes(country)),
      zone,
    )
  }
})

test('every country but two uninhabited islands has a zone', () => {
  const inUse = new Set(Intl.supportedValuesOf('timeZone').flatMap((zone) => countriesOfTimezone(zone) ?? []))
  assert.deepEqual(
    countries.filter((country) => !inUse.has(country)),
    ['BV', 'HM'],
  )
})

for (const zone of ['UTC', 'Etc/UTC', 'GMT', 'Etc/GMT', 'Zulu', 'Etc/Universal']) {
  test(`${zone} is universal time and no country's`, () => {
    assert.equal(isUniversalTime(zone), true)
    assert.equal(countriesOfTimezone(zone), undefined)
  })
}

test('London in winter is not universal time', () => assert.equal(isUniversalTime('Europe/London'), false))
