import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { isCountry } from '@quoin/core/detect/country.ts'
import fc from 'fast-check'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { openGeo, readCountry } from './geo.ts'

const geo = openGeo()

const known: [country: string, whose: string, ...addresses: string[]][] = [
  ['US', 'Google', '8.8.8.8', '2001:4860:4860::8888', '::ffff:8.8.8.8', '[2001:4860:4860::8888]:443'],
  ['AU', 'APNIC and Cloudflare', '1.1.1.1'],
  ['DE', 'Deutsche Telekom', '80.128.0.1', '91.0.0.1', '2003:e0::1'],
  ['DE', 'Vodafone Kabel', '2a02:8108::1'],
  ['FR', 'Orange', '90.0.0.1', '2a01:cb00::1'],
  ['JP', 'NTT', '60.32.0.1', '133.205.0.1', '2400:4050::1'],
  ['AU', 'Telstra', '1.120.0.1', '101.160.0.1', '2001:8000::1'],
  ['IN', 'Jio', '49.32.0.1', '2405:200::1'],
  ['BR', 'Vivo', '177.24.0.1', '189.96.0.1', '2804:18::1'],
  ['ZA', 'MTN', '105.0.0.1', '41.112.0.1'],
  ['NG', 'MTN and Airtel', '102.88.0.1', '105.112.0.1', '197.210.0.1'],
  ['TR', 'Türk Telekom', '78.160.0.1', '88.224.0.1'],
  ['KR', 'KT', '175.192.0.1', '211.192.0.1'],
  ['GB', 'BBC', '212.58.244.1'],
  ['NL', 'RIPE NCC', '193.0.6.139', '2001:67c:2e8::1'],
]

for (const [country, whose, ...addresses] of known) {
  test(`${whose}: ${addresses.join(', ')} is in ${country}`, () => {
    for (const address of addresses) assert.equal(geo.countryOf(address), country, address)
  })
}

test('private, local, reserved and malformed addresses are nowhere', () => {
  const nowhere = [
    ...[
      '10.0.0.1',
      '127.0.0.1',
      '192.168.1.1',
      '100.64.0.1',
      '169.254.1.1',
      '203.0.113.1',
      '255.255.255.255',
    ],
    ...[
      '::',
      '::1',
      'fe80::1',
      'fd00::1',
      '2001:db8::1',
      '2002:808:808::1',
      '64:ff9b::808:808',
      '::ffff:10.0.0.1',
    ],
    ...['', 'x', '8.8.8', '8.8', '0x8.8.8.8', '08.8.8.8', 'unknown', '8.8.8.8, 1.1.1.1', '__proto__'],
  ]
  assert.deepEqual(
    nowhere.filter((address) => geo.countryOf(address) !== undefined),
    [],
  )
})

/** The address space that registries give away; the rest of IPv6 is nearly all of it. */
const givenV6 = fc
  .tuple(
    fc.constantFrom('2001', '2003', '2400', '2600', '2804', '2a01', '2a02', '2c0f'),
    fc.nat(0xffff),
    fc.nat(0xffff),
  )
  .map(([first, second, third]) => `${first}:${second.toString(16)}:${third.toString(16)}::1`)

for (const [family, addresses, share] of [
  ['IPv4', fc.ipV4(), 0.25],
  ['IPv6', fc.oneof(fc.ipV6(), givenV6), 0.05],
] as const) {
  test(`an answer is always an ISO country, and many ${family} addresses have one`, () => {
    const seen = countCases({ 'has one': share, 'has none': 0.05 })
    fc.assert(
      fc.property(addresses, (address) => {
        const country = geo.countryOf(address)
        assert.ok(country === undefined || isCountry(country))
        seen.note({ 'has one': country !== undefined, 'has none': country === undefined })
      }),
      { numRuns: 5_000 },
    )
    seen.assertOften()
  })
}

const records: [record: unknown, country: string | undefined][] = [
  [{ country_code: 'DE' }, 'DE'],
  [{ country_code: 'de' }, 'DE'],
  [{ country: { iso_code: 'FR' }, registered_country: { iso_code: 'US' } }, 'FR'],
  [{ registered_country: { iso_code: 'US' } }, 'US'],
  [{ country_code: 'EU' }, undefined],
  [{ country_code: 'XK' }, undefined],
  [{ country_code: '' }, undefined],
  [{ country_code: 276 }, undefined],
  [{ country: 'DE' }, undefined],
  [{}, undefined],
  [null, undefined],
]

for (const [record, country] of records) {
  test(`the record ${JSON.stringify(record)} is ${country ?? 'no country'}`, () => {
    assert.equal(readCountry(record), country)
  })
}

test('a file of IPv4 addresses takes the place of the bundled one and knows no IPv6 ones', () => {
  const path = createRequire(import.meta.url).resolve(
    '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country-ipv4.mmdb',
  )
  const ipv4Only = openGeo({ path })
  assert.equal(ipv4Only.countryOf('80.128.0.1'), 'DE')
  assert.equal(ipv4Only.countryOf('2003:e0::1'), undefined)
})

test('a file that is missing or no database is named in the error', () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-geo-'))
  const path = join(folder, 'countries.mmdb')
  try {
    assert.throws(() => openGeo({ path }), /countries\.mmdb cannot be read/)
    writeFileSync(path, 'no database')
    assert.throws(() => openGeo({ path }), /countries\.mmdb cannot be read/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})
