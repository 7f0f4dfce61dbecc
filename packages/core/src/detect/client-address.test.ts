import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readCidr } from './address.ts'
import { clientAddress } from './client-address.ts'

const trusted = ['10.0.0.0/8', '127.0.0.1', '2001:db8::/32'].flatMap((text) => readCidr(text) ?? [])

const cases: [title: string, socketAddress: string, forwardedFor: string | undefined, client: string][] = [
  ['a direct client is itself', '8.8.8.8', undefined, '8.8.8.8'],
  ['a direct client cannot claim to be another', '8.8.8.8', '1.1.1.1', '8.8.8.8'],
  ['a direct client cannot claim to be a proxy', '8.8.8.8', '1.1.1.1, 10.0.0.1', '8.8.8.8'],
  ['a proxy is believed', '10.0.0.1', '8.8.8.8', '8.8.8.8'],
  ['a proxy is believed about its last entry only', '10.0.0.1', '1.1.1.1, 8.8.8.8', '8.8.8.8'],
  ['proxies of ours are passed by', '::ffff:127.0.0.1', '1.1.1.1,8.8.8.8 , 2001:DB8::1,10.9.9.9', '8.8.8.8'],
  ['an entry is made canonical', '10.0.0.1', '[2A02::0001]:443', '2a02::1'],
  ['an entry with a port is read', '10.0.0.1', '8.8.8.8:1234', '8.8.8.8'],
  ['only our own proxies leave the first of them', '127.0.0.1', '10.0.0.2, 10.0.0.1', '10.0.0.2'],
  ['an entry that is no address ends the walk', '10.0.0.1', '1.1.1.1, unknown', '10.0.0.1'],
  ['an empty entry ends the walk', '10.0.0.1', '1.1.1.1,', '10.0.0.1'],
  ['a short form is no address', '10.0.0.1', '1.1.1.1, 10.1', '10.0.0.1'],
  ['an empty header says nothing', '10.0.0.1', '', '10.0.0.1'],
  ['a socket without an address trusts nobody', '', '8.8.8.8', ''],
]

for (const [title, socketAddress, forwardedFor, client] of cases) {
  test(title, () => assert.equal(clientAddress({ socketAddress, forwardedFor, trusted }), client))
}

test('nobody is believed when nobody is trusted', () => {
  assert.equal(
    clientAddress({ socketAddress: '127.0.0.1', forwardedFor: '8.8.8.8', trusted: [] }),
    '127.0.0.1',
  )
})

test('a chain is followed for 32 hops and no further', () => {
  const chain = Array.from({ length: 100 }, (_, index) => `10.1.0.${index}`).join(', ')
  assert.equal(clientAddress({ socketAddress: '10.0.0.1', forwardedFor: chain, trusted }), '10.1.0.68')
})

test('whatever a client puts in front, its own address stays the answer', () => {
  const claim = fc.oneof(
    fc.ipV4(),
    fc.ipV6(),
    fc.string(),
    fc.constantFrom('10.0.0.1', '127.0.0.1', ',', ' ', 'unknown'),
  )
  fc.assert(
    fc.property(fc.array(claim, { maxLength: 40 }), (claims) => {
      const forwardedFor = [...claims, '8.8.8.8', '10.0.0.3'].join(', ')
      assert.equal(clientAddress({ socketAddress: '10.0.0.1', forwardedFor, trusted }), '8.8.8.8')
    }),
  )
})
