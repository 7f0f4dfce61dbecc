import assert from 'node:assert/strict'
import { test } from 'node:test'
import { senderAddresses } from './sender-addresses.ts'

test('addresses that the operator names are told as they are; those of the machine only with a doubt', () => {
  assert.deepEqual(senderAddresses(['198.51.100.7']), { addresses: ['198.51.100.7'], note: null })
  const { addresses, note } = senderAddresses([])
  assert.match(note ?? '', /OUTGOING_ADDRESSES/)
  for (const address of addresses) assert.doesNotMatch(address, /^(?:127\.|::1$|fe80:)/i)
})
