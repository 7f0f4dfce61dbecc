import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { FileAddressDirectory } from './address-directory.ts'
import { mergeRanges } from './address-ranges.ts'
import type { AddressFiles, AddressList } from '../../settings/address-files.ts'

const folder = await mkdtemp(join(tmpdir(), 'quoin-addresses-'))
const open = (...lists: AddressList[]): FileAddressDirectory =>
  new FileAddressDirectory({ refreshedTable: join(folder, 'none.bin.gz'), asnDatabase: null, lists })

let files = 0
async function listFile(text: string): Promise<string> {
  files += 1
  const path = join(folder, `list ${files}.txt`)
  await writeFile(path, text)
  return path
}

test('the bundled table knows data centres, VPNs and relays; a home is of no class', () => {
  const directory = open()
  assert.deepEqual(directory.describe('52.95.110.1'), { asn: 16509, class: 'hosting' })
  assert.deepEqual(directory.describe('::ffff:52.95.110.1'), { asn: 16509, class: 'hosting' })
  assert.equal(directory.describe('104.28.1.1')?.class, 'relay')
  assert.deepEqual(directory.describe('24.1.1.1'), { asn: undefined, class: undefined })
  for (const none of ['10.0.0.1', '127.0.0.1', 'fd00::1', 'what'])
    assert.equal(directory.describe(none), undefined)
})

test('an operator’s lists go before the table, with remarks and blank lines in them', async () => {
  const path = await listFile('# exits\n\n198.51.5.0/24 # a range\n52.95.110.1\n2a01:4f8:1::/48,Germany\n')
  const directory = open({ class: 'tor', path })
  assert.equal(directory.describe('52.95.110.1')?.class, 'tor')
  assert.equal(directory.describe('198.51.5.77')?.class, 'tor')
  assert.equal(directory.describe('2a01:4f8:1:7::1')?.class, 'tor')
  assert.equal(directory.describe('52.95.110.2')?.class, 'hosting')
})

test('where lists overlap the narrower network counts, whichever list it is in', async () => {
  const wide = { class: 'vpn', path: await listFile('24.0.0.0/8\n2a01::/16\n31.1.1.1\n') } as const
  const narrow = { class: 'tor', path: await listFile('24.5.0.0/16\n24.5.6.7\n2a01:4f8::/32\n') } as const
  const inside = { class: 'relay', path: await listFile('24.5.6.0/24\n31.1.1.1\n') } as const
  for (const lists of [
    [wide, narrow, inside],
    [inside, narrow, wide],
  ]) {
    const classes = ['24.0.0.0', '24.5.0.0', '24.5.6.0', '24.5.6.7', '24.5.6.8', '24.5.7.0', '24.255.255.255']
    assert.deepEqual(
      classes.map((address) => open(...lists).describe(address)?.class),
      ['vpn', 'tor', 'relay', 'tor', 'relay', 'tor', 'vpn'],
    )
    assert.equal(open(...lists).describe('2a01:4f8::1')?.class, 'tor')
    assert.equal(open(...lists).describe('2a01:4f9::1')?.class, 'vpn')
    // The same in two lists: the list that is named first.
    assert.equal(open(...lists).describe('31.1.1.1')?.class, lists[0]?.class)
    assert.equal(open(...lists).describe('25.0.0.0')?.class, undefined)
  }
})

test('ranges are settled as a look at each of them says', () => {
  let state = 7
  const roll = (sides: number): number => {
    state = (state * 1_103_515_245 + 12_345) & 0x7fffffff
    return (state >> 8) % sides
  }
  for (let round = 0; round < 300; round += 1) {
    const ranges = Array.from({ length: roll(8) }, () => {
      // As CIDRs are: of a power of two, and at a multiple of it.
      const size = 1 << roll(6)
      const first = roll(64 / size) * size
      return { first: BigInt(first), last: BigInt(first + size - 1), value: roll(4) }
    })
    const merged = mergeRanges(ranges)
    for (let address = 0n; address < 64n; address += 1n) {
      const narrowest = ranges
        .filter(({ first, last }) => first <= address && address <= last)
        .toSorted((a, b) => Number(a.last - a.first - (b.last - b.first)))[0]
      const found = merged.filter(({ first, last }) => first <= address && address <= last)
      assert.deepEqual(
        found.map(({ value }) => value),
        narrowest === undefined ? [] : [narrowest.value],
      )
    }
  }
})

/** As a server has it: what is wrong goes into its log. */
function follow(files: Partial<AddressFiles>): {
  readonly directory: FileAddressDirectory
  readonly said: string[]
} {
  const said: string[] = []
  const log = { debug() {}, info() {}, warn() {}, error: (_: object, text: string) => void said.push(text) }
  const directory = new FileAddressDirectory(
    { refreshedTable: null, asnDatabase: null, lists: [], ...files },
    log,
  )
  directory.follow()()
  return { directory, said }
}

test('a changed list is in force without a restart; a broken one leaves what was there', async () => {
  const path = await listFile('24.1.1.1\n')
  const { directory, said } = follow({ lists: [{ class: 'vpn', path }] })
  assert.equal(directory.describe('24.1.1.1')?.class, 'vpn')
  assert.equal(directory.refresh(), false)
  await writeFile(path, '24.1.1.1\n24.1.1.2\n')
  assert.equal(directory.refresh(), true)
  assert.equal(directory.describe('24.1.1.2')?.class, 'vpn')
  await writeFile(path, 'this is no address\n')
  directory.refresh()
  assert.equal(directory.describe('24.1.1.2')?.class, 'vpn')
  assert.match(said.join(), /ADDRESS_LISTS cannot be read/)
  await rm(path)
  directory.refresh()
  assert.equal(directory.describe('24.1.1.2')?.class, 'vpn')
})

test('a server starts and answers with torn files, each of which is said; what can be read is read', async () => {
  const [refreshedTable, torn, good] = [
    await listFile('no table'),
    await listFile('no mmdb'),
    await listFile('24.1.1.1'),
  ]
  const { directory, said } = follow({
    refreshedTable,
    asnDatabase: torn,
    lists: [{ class: 'tor', path: good }],
  })
  assert.equal(directory.describe('24.1.1.1')?.class, 'tor')
  assert.equal(directory.describe('52.95.110.1')?.class, 'hosting', 'by the bundled table')
  assert.equal(said.length, 2)
  const bad = follow({ lists: [{ class: 'tor', path: torn }] })
  assert.equal(bad.directory.describe('52.95.110.1')?.class, 'hosting')
  assert.equal(bad.said.length, 1)
})

test('a server does not start with a file that is named and is not there', () => {
  const path = join(folder, 'none.txt')
  assert.throws(() => follow({ lists: [{ class: 'vpn', path }] }), /none\.txt/)
  assert.throws(() => follow({ asnDatabase: path }), /none\.txt/)
  assert.equal(follow({ refreshedTable: path }).said.length, 0)
})

test('a bad line is named with its number', async () => {
  const path = await listFile('24.1.1.1\n24.1.1.0/33\n')
  assert.throws(
    () => open({ class: 'vpn', path }).describe('24.1.1.1'),
    /line 2: "24\.1\.1\.0\/33" is no address/,
  )
})
