import assert from 'node:assert/strict'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type AddressList, FileAddressBook } from './address-book.ts'

const folder = await mkdtemp(join(tmpdir(), 'quoin-addresses-'))
const open = (...lists: AddressList[]): FileAddressBook =>
  new FileAddressBook({ refreshedTable: join(folder, 'none.bin.gz'), asnDatabase: null, lists })

let files = 0
async function listFile(text: string): Promise<string> {
  files += 1
  const path = join(folder, `list ${files}.txt`)
  await writeFile(path, text)
  return path
}

test('the bundled table knows data centres, VPNs and relays; a home is of no class', () => {
  const book = open()
  assert.deepEqual(book.describe('52.95.110.1'), { asn: 16509, class: 'hosting' })
  assert.deepEqual(book.describe('::ffff:52.95.110.1'), { asn: 16509, class: 'hosting' })
  assert.equal(book.describe('104.28.1.1')?.class, 'relay')
  assert.deepEqual(book.describe('24.1.1.1'), { asn: undefined, class: undefined })
  for (const none of ['10.0.0.1', '127.0.0.1', 'fd00::1', 'what'])
    assert.equal(book.describe(none), undefined)
})

test('an operator’s lists go before the table, with remarks and blank lines in them', async () => {
  const path = await listFile('# exits\n\n198.51.5.0/24 # a range\n52.95.110.1\n2a01:4f8:1::/48,Germany\n')
  const book = open({ class: 'tor', path })
  assert.equal(book.describe('52.95.110.1')?.class, 'tor')
  assert.equal(book.describe('198.51.5.77')?.class, 'tor')
  assert.equal(book.describe('2a01:4f8:1:7::1')?.class, 'tor')
  assert.equal(book.describe('52.95.110.2')?.class, 'hosting')
})

test('a changed list is in force without a restart; a broken one leaves what was there', async () => {
  const path = await listFile('24.1.1.1\n')
  const book = open({ class: 'vpn', path })
  assert.equal(book.describe('24.1.1.1')?.class, 'vpn')
  assert.equal(book.refresh(), false)
  await writeFile(path, '24.1.1.1\n24.1.1.2\n')
  assert.equal(book.refresh(), true)
  assert.equal(book.describe('24.1.1.2')?.class, 'vpn')
  await writeFile(path, 'this is no address\n')
  book.refresh()
  assert.equal(book.describe('24.1.1.2')?.class, 'vpn')
})

test('a bad line is named with its number', async () => {
  const path = await listFile('24.1.1.1\n24.1.1.0/33\n')
  assert.throws(
    () => open({ class: 'vpn', path }).describe('24.1.1.1'),
    /line 2: "24\.1\.1\.0\/33" is no address/,
  )
})
