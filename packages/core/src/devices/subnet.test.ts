import assert from 'node:assert/strict'
import { test } from 'node:test'
import { subnetOf, prefixOf } from './subnet.ts'

for (const [address, subnet] of [
  ['184.57.75.136', '184.57.75.0/24'],
  ['172.15.0.1', '172.15.0.0/24'],
  ['100.128.0.1', '100.128.0.0/24'],
  ['2001:4860:4860::8888', '2001:4860:4860::/64'],
  ['10.0.0.7', undefined],
  ['127.0.0.1', undefined],
  ['172.16.0.1', undefined],
  ['172.31.255.1', undefined],
  ['192.168.1.1', undefined],
  ['100.64.0.1', undefined],
  ['169.254.1.1', undefined],
  ['0.0.0.0', undefined],
  ['::1', undefined],
  ['fd00::1', undefined],
  ['fe80::1', undefined],
] as const) {
  test(`${address} is on ${subnet ?? 'no line of its own'}`, () => assert.equal(subnetOf(address), subnet))
}

test('the holder of a /48 has one prefix, however many subnets they make of it', () => {
  assert.equal(prefixOf('2a02:8108:1:2::7'), '2a02:8108:1::/48')
  assert.equal(prefixOf('2a02:8108:1:ffff::7'), prefixOf('2a02:8108:1:2::7'))
  assert.equal(prefixOf('184.57.75.136'), subnetOf('184.57.75.136'))
})
