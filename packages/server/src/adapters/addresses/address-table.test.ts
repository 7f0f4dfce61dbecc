import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { classifiedNetworks, classOfAsn } from '@quoin/core/risk/classified-networks.ts'
import { countCases } from '../../../../../test/support/count-cases.ts'
import { lineOfV6, numberOfV4, rangeOf, RangeIndex, mergeRanges } from './address-ranges.ts'
import { decodeAddressTable, encodeAddressTable } from './address-table.ts'
import { buildAddressTable, readAsnRows } from './build-address-table.ts'

/** Rows of the data that the bundled table was made of. */
const sample = {
  ipv4: join(import.meta.dirname, 'asn-sample/asn-ipv4.csv'),
  ipv6: join(import.meta.dirname, 'asn-sample/asn-ipv6.csv'),
}
const bundled = fileURLToPath(new URL('../../../data/addresses.bin.gz', import.meta.url))

test('every network of the list has the name it is listed under, and none is listed twice', async () => {
  const rows = Object.values(classifiedNetworks).flat()
  assert.equal(classOfAsn.size, rows.length)
  assert.ok(rows.length >= 60)
  const names = new Map<number, string>()
  for await (const { asn, name } of readAsnRows(sample.ipv4, 4)) {
    if (classOfAsn.has(asn)) names.set(asn, name)
  }
  const wrong = rows.filter(([asn, nameHas]) => !names.get(asn)?.includes(nameHas))
  assert.deepEqual(wrong, [])
})

test('none of the list is an access provider: Comcast, Telekom, Jio, Airtel, Starlink, …', () => {
  const providers = [
    7922, 3320, 55836, 45609, 24560, 23693, 9299, 14593, 7018, 701, 3215, 2856, 5089, 28573, 26599,
  ]
  assert.deepEqual(
    providers.filter((asn) => classOfAsn.has(asn)),
    [],
  )
})

test('the bundled table is small, names its sources, and knows the well-known', () => {
  const file = readFileSync(bundled)
  assert.ok(file.length < 400_000)
  const table = decodeAddressTable(file)
  for (const source of ['RouteViews', 'DB-IP (https://db-ip.com)', 'CC BY 4.0'])
    assert.ok(table.source.includes(source))
  for (const [address, asn] of [
    ['52.95.110.1', 16509],
    ['104.28.1.1', 13335],
    ['2600:1f18::1', 14618],
    ['2a01:4f8:1::1', 24940],
    ['24.1.1.1', undefined],
    ['2601::1', undefined],
    ['no address', undefined],
  ] as const) {
    assert.equal(table.findAsn(address), asn, address)
  }
})

test('the bundled table knows each address as the data has it, and so does one made of the sample', async () => {
  const tables = [readFileSync(bundled), await buildAddressTable({ ...sample, source: 'a sample' })]
  const [shipped, made] = tables.map(decodeAddressTable)
  const counts = { known: 0, unknown: 0 }
  for (const version of [4, 6] as const) {
    for await (const { first, last, asn } of readAsnRows(
      version === 4 ? sample.ipv4 : sample.ipv6,
      version,
    )) {
      const expected = classOfAsn.has(asn) ? asn : undefined
      for (const address of [first, last]) {
        assert.equal(shipped?.findAsn(address), expected, address)
        assert.equal(made?.findAsn(address), expected, address)
      }
      counts[expected === undefined ? 'unknown' : 'known'] += 1
    }
  }
  assert.ok(counts.known >= 100 && counts.unknown >= 800, JSON.stringify(counts))
})

test('a written table is read back, address by address', () => {
  // In a small space ranges meet, and an address that is asked for may lie in one.
  const any = fc.oneof(fc.nat(2 ** 31), fc.nat(2 ** 22))
  const anyRange = fc.tuple(any, fc.nat(2 ** 20), fc.constantFrom(7, 64_500, 4_200_000_000))
  const seen = countCases({
    'is found': 0.3,
    'is found within a range': 0.1,
    'is not found': 0.3,
    'ranges meet': 0.1,
  })
  fc.assert(
    fc.property(
      fc.array(anyRange, { maxLength: 20, size: 'max' }),
      fc.array(any, { maxLength: 20, size: 'max' }),
      (rows, asked) => {
        const v4 = rows.map(([first, length, value]) => {
          return { first: BigInt(first), last: BigInt(first + length), value }
        })
        const table = decodeAddressTable(encodeAddressTable('test', { v4, v6: [] }))
        const merged = mergeRanges(v4)
        const found = { first: false, within: false, none: false }
        for (const value of [...asked, ...rows.map(([first]) => first)]) {
          const address = [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.')
          const range = merged.find(({ first, last }) => first <= BigInt(value) && BigInt(value) <= last)
          assert.equal(table.findAsn(address), range?.value)
          if (range === undefined) found.none = true
          else found[range.first === BigInt(value) ? 'first' : 'within'] = true
        }
        seen.note({
          'is found': found.first || found.within,
          'is found within a range': found.within,
          'is not found': found.none,
          'ranges meet': merged.length < v4.length,
        })
      },
    ),
  )
  seen.assertOften()
})

test('files that are cut off, turned round or of something else make no table', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'quoin-asn-'))
  const [ipv4, ipv6] = [join(folder, 'v4.csv'), join(folder, 'v6.csv')]
  const good4 = '3.0.0.0,3.0.0.255,16509,Amazon\n'
  const good6 = '2600:1f00::,2600:1f00::ffff,16509,Amazon\n'
  for (const [rows4, rows6, says] of [
    ['', good6, /v4\.csv names none/],
    [good4, '', /v6\.csv names none/],
    ['3.0.0.255,3.0.0.0,16509,Amazon\n', good6, /3\.0\.0\.255 lies behind 3\.0\.0\.0/],
    ['junk\n', good6, /line 1: expected two IPv4/],
  ] as const) {
    await Promise.all([writeFile(ipv4, rows4), writeFile(ipv6, rows6)])
    await assert.rejects(buildAddressTable({ ipv4, ipv6, source: 'a test' }), says)
  }
})

test('another file is no table', () => {
  assert.throws(() => decodeAddressTable(Buffer.from('no gzip')))
})

test('addresses and ranges are numbers of one kind', () => {
  assert.equal(numberOfV4('1.2.3.4'), 0x01020304n)
  assert.equal(lineOfV6('2001:db8:1:2:3:4:5:6'), 0x20010db800010002n)
  assert.equal(lineOfV6('2001:db8::'), 0x20010db800000000n)
  assert.equal(lineOfV6('::1'), 0n)
  assert.equal(lineOfV6('64:ff9b::1.2.3.4'), 0x0064ff9b00000000n)
  const v6 = rangeOf('2001:db8::/33', 3)
  assert.deepEqual(v6?.range, { first: 0x20010db800000000n, last: 0x20010db87fffffffn, value: 3 })
  const index = new RangeIndex({
    v4: [rangeOf('10.0.0.0/8', 1), rangeOf('12.0.0.1', 2)].flatMap((x) => x?.range ?? []),
    v6: [],
  })
  assert.deepEqual(
    ['10.255.0.1', '12.0.0.1', '12.0.0.2'].map((address) => index.find(address)),
    [1, 2, undefined],
  )
})
