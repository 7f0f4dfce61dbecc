import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'

import fc from 'fast-check'

import { checkProof, type Evidence, signedQuery } from './check-proof.ts'

const hmacSecret = 'a-secret-of-the-network'
const signedText = 'click_id=1&payout=2.5&status=approved'

function sign(text: string | Uint8Array, encoding: 'hex' | 'base64' | 'base64url' = 'hex'): string {
  return createHmac('sha256', hmacSecret).update(text).digest(encoding)
}

const bare: Evidence = {
  address: '198.51.100.7',
  hasToken: false,
  signedText,
  signature: undefined,
  hmacSecret: undefined,
}
const signed: Evidence = { ...bare, signature: sign(signedText), hmacSecret }

const plain = { preset: 'generic' } as const
const none = { ...plain, proof: 'none', allowedAddresses: [] } as const
const token = { ...plain, proof: 'token', allowedAddresses: [] } as const
const hmac = { ...plain, proof: 'hmac', allowedAddresses: [] } as const

test('proof none asks for nothing', () => assert.equal(checkProof(none, bare), undefined))

test('proof token asks for the token', () => {
  assert.equal(checkProof(token, bare), 'token')
  assert.equal(checkProof(token, { ...bare, hasToken: true }), undefined)
})

test('proof hmac asks for a signature, and the token alone is none', () => {
  assert.equal(checkProof(hmac, { ...bare, hasToken: true }), 'signature')
  assert.equal(checkProof(hmac, { ...bare, hasToken: true, hmacSecret, signature: '' }), 'signature')
  assert.equal(checkProof(hmac, { ...signed, hmacSecret: undefined }), 'signature')
  assert.equal(checkProof(hmac, signed), undefined)
})

test('a signature may be hexadecimal or base64, in any case of hex, with a prefix', () => {
  for (const signature of [
    sign(signedText).toUpperCase(),
    `sha256=${sign(signedText)}`,
    sign(signedText, 'base64'),
    sign(signedText, 'base64url'),
    ` ${sign(signedText)} `,
  ]) {
    assert.equal(checkProof(hmac, { ...signed, signature }), undefined, signature)
  }
})

test('the signature covers bytes, not their reading', () => {
  const bytes = Uint8Array.from([0xff, 0xfe, 0x00, 0x80])
  assert.equal(checkProof(hmac, { ...signed, signedText: bytes, signature: sign(bytes) }), undefined)
})

test('no other signature is accepted', () => {
  const mutated = fc.tuple(fc.nat({ max: 63 }), fc.integer({ min: 1, max: 15 })).map(([at, by]) => {
    const right = sign(signedText)
    const wrong = (Number.parseInt(right[at] ?? '0', 16) ^ by).toString(16)
    return right.slice(0, at) + wrong + right.slice(at + 1)
  })
  fc.assert(
    fc.property(fc.oneof(mutated, fc.string({ maxLength: 80 })), (signature) => {
      assert.equal(checkProof(hmac, { ...signed, signature }), 'signature')
    }),
    { numRuns: 3_000 },
  )
})

test('an allow list names addresses and ranges of both families', () => {
  const allowedAddresses = ['203.0.113.9', '198.51.100.0/24', '2001:db8:1::/48']
  const from = (address: string) =>
    checkProof({ ...plain, proof: 'none', allowedAddresses }, { ...bare, address })
  for (const address of ['203.0.113.9', '198.51.100.255', '2001:db8:1:ffff::1'])
    assert.equal(from(address), undefined)
  for (const address of ['203.0.113.8', '198.51.101.0', '2001:db8:2::1', '', '::ffff:1.2.3.4']) {
    assert.equal(from(address), 'address')
  }
})

test('an allow list that names no address at all allows nobody', () => {
  assert.equal(checkProof({ ...plain, proof: 'none', allowedAddresses: ['nonsense'] }, bare), 'address')
})

test('the allow list stands before any other proof', () => {
  assert.equal(checkProof({ ...plain, proof: 'hmac', allowedAddresses: ['203.0.113.9'] }, signed), 'address')
})

test('the signed query is the raw one without its signature, wherever that stands', () => {
  for (const query of ['signature=x&a=%20b&c', 'a=%20b&signature=x&c', 'a=%20b&c&signature=x&signature=y']) {
    assert.equal(signedQuery(query), 'a=%20b&c')
  }
  assert.equal(signedQuery('my_signature=1&signatures=2'), 'my_signature=1&signatures=2')
  assert.equal(signedQuery(''), '')
})
